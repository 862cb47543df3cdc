/* The expected sum of each lane. */
#ifndef WARPLINE_EXPECTED_SUMS_H
#define WARPLINE_EXPECTED_SUMS_H

#include <string.h>

/* Adds an element of the input to `sum`, `times` times; overflow is discarded. */
static void add_times(const struct input *input, int64_t index, int element_bytes, uint64_t times,
                      void *sum)
{
    const size_t part = element_bytes < 8 ? (size_t)element_bytes : 8;
    uint64_t value[2] = {0}, total[2] = {0};
    input_element(input, index, element_bytes, value);
    memcpy(total, sum, (size_t)element_bytes);
    for (int half = 0; half < 2; half++)
        total[half] += value[half] * times;
    memcpy(sum, &total[0], part);
    if (element_bytes > 8)
        memcpy((char *)sum + 8, &total[1], 8);
}

static void expected_sums(const struct shape *shape, const struct input *input, int64_t first,
                          int count, int element_bytes, void *expected, bool *written)
{
    const struct shape s = *shape;
    memset(expected, 0, (size_t)count * (size_t)element_bytes);
    for (int n = 0; n < count; n++) {
        struct step e = {.lane = (int)((first + n) % LANES), .variant = (int)VARIANT};
        for (e.load = 0; e.load < LOADS; e.load++)
            add_times(input, shared_get(s, e, SHARED_BYTES / element_bytes), element_bytes,
                      (uint64_t)(READS / LOADS), (char *)expected + n * element_bytes);
        written[n] = true;
    }
}

#endif
