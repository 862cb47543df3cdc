/* The expected results of the multiply-adds, for several elements at once. */
#ifndef WARPLINE_EXPECTED_MULTIPLIED_H
#define WARPLINE_EXPECTED_MULTIPLIED_H

static void expected_multiplied(const struct shape *shape, const struct input *input, int64_t first,
                                int count, int element_bytes, void *expected, bool *written)
{
    float value[EXPECT_MOST] = {0};
    for (int n = 0; n < count; n++)
        input_element(input, meaning(*shape, first + n, 0), element_bytes, &value[n]);
    multiply_adds_of_floats(value, EXPECT_MOST, shape->value[0]);
    memcpy(expected, value, (size_t)count * sizeof *value);
    memset(written, true, (size_t)count);
}

#endif
