/* What numbers of one size must become: included once for each. All at once: a value has to wait
 * for its own last result, but not for those of others. */
#define element          JOIN(element_, BYTES)
#define expected_numbers JOIN(expected_numbers_, BYTES)

static inline void expected_numbers(const struct shape s, const struct input *input, int64_t first,
                                    int count, element *expected, bool *written)
{
    element value[EXPECT_MOST * AT_LEAST(1, LOADS)] = {0};
    for (int n = 0; n < count; n++) {
        written[n] = meaning(s, first + n, 0) >= 0;
        for (int k = 0; k < LOADS && written[n]; k++)
            input_element(input, meaning(s, first + n, k), BYTES, &value[n * LOADS + k]);
    }
    for (int i = 0; i < count; i++)
        if (written[i])
            expected[i] = RESULT;
}

#undef element
#undef expected_numbers
