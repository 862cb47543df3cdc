/* `iterations` multiply-adds on each of `count` values. Included once for each type of value, after
 *
 *   number          the type: a number, or a vector of numbers
 *   multiply_adds   the function's name for it
 *
 * The inner loop goes over all values: a multiply-add depends on the last one on the same value,
 * not on those on other values. */
INLINED void multiply_adds(number *value, const int count, const int64_t iterations)
{
    number first[32];
#pragma GCC unroll 64
    for (int i = 0; i < count; i++)
        first[i] = value[i];
    const int64_t even = iterations / 2 * 2;
    for (int64_t n = 0; n < even; n += 2) {
#pragma GCC unroll 128
        for (int i = 0; i < 2 * count; i++)
            value[i % count] = value[i % count] * value[i % count] + first[i % count];
    }
    for (int64_t n = even; n < iterations; n++) {
#pragma GCC unroll 64
        for (int i = 0; i < count; i++)
            value[i] = value[i] * value[i] + first[i];
    }
}
