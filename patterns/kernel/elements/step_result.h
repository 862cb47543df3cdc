/* What a step stores, of one element size: included once for each. */
#define element     JOIN(element_, BYTES)
#define result_step JOIN(result_step_, BYTES)

static inline element result_step(const struct shape s, struct step e, const struct input *input)
{
    element value[AT_LEAST(1, LOADS)];
    const int i = 0;
    for (e.load = 0; e.load < LOADS; e.load++)
        input_element(input, address_of_load(s, e), BYTES, &value[e.load]);
    return RESULT;
}

#undef element
#undef result_step
