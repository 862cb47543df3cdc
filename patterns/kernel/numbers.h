/* Types of elements, and the expected output. Included once, and once more for each element size
 * whose results the host computes. */
#ifndef WARPLINE_NUMBERS_H
#define WARPLINE_NUMBERS_H

#ifdef NUMBERS
/* Elements are numbers: the pattern computes with them. */
#define DATA       DATA_NUMBERS
#define EVERY_SIZE (4 | 8)
typedef float element_4;
typedef double element_8;

#define BYTES 4
#include "patterns/kernel/numbers.h"
#undef BYTES
#define BYTES 8
#include "patterns/kernel/numbers.h"
#undef BYTES

/* An output element is RESULT, computed from the input elements that MEANING names. */
static inline void expected_by_meaning(const struct shape *shape, const struct input *input,
                                       int64_t first, int count, int element_bytes, void *expected,
                                       bool *written)
{
    if (element_bytes == 4)
        expected_4(*shape, input, first, count, expected, written);
    else
        expected_8(*shape, input, first, count, expected, written);
}

#else
/* Elements are words, whose bits are only copied. element_16 is in cpu.h and gpu.h: the two
 * compilers need different types to move 16 bytes in one access. */
#define DATA       DATA_WORDS
#define EVERY_SIZE (1 | 2 | 4 | 8 | 16)
typedef uint8_t element_1;
typedef uint16_t element_2;
typedef uint32_t element_4;
typedef uint64_t element_8;

/* An output element equals the input element that MEANING names. */
static inline void expected_by_meaning(const struct shape *shape, const struct input *input,
                                       int64_t first, int count, int element_bytes, void *expected,
                                       bool *written)
{
    for (int n = 0; n < count; n++) {
        const int64_t from = meaning(*shape, first + n, 0);
        written[n] = from >= 0;
        if (written[n])
            input_element(input, from, element_bytes,
                          (unsigned char *)expected + n * element_bytes);
    }
}
#endif

#else /* one size */
#define element          JOIN(element_, BYTES)
#define expected_of_size JOIN(expected_, BYTES)
#define result_of_step   JOIN(result_, BYTES)
#define load_is_used     JOIN(load_is_used_, BYTES)

/* The expected output elements, several at once: a value depends on its own last result, but not on
 * those of others. */
static inline void expected_of_size(const struct shape s, const struct input *input, int64_t first,
                                    int count, void *expected, bool *written)
{
    element value[EXPECT_MOST * AT_LEAST(1, LOADS)] = {0};
    for (int n = 0; n < count; n++) {
        written[n] = meaning(s, first + n, 0) >= 0;
        for (int k = 0; k < LOADS && written[n]; k++)
            input_element(input, meaning(s, first + n, k), BYTES, &value[n * LOADS + k]);
    }
    for (int i = 0; i < count; i++)
        if (written[i])
            ((element *)expected)[i] = RESULT;
}

/* What a step stores. */
static inline void result_of_step(const struct shape s, struct step e, const struct input *input,
                                  void *result)
{
    element value[AT_LEAST(1, LOADS)];
    const int i = 0;
    for (e.load = 0; e.load < LOADS; e.load++)
        input_element(input, address_of_load(s, e), BYTES, &value[e.load]);
    *(element *)result = RESULT;
}

/* Whether what a step stores depends on its load k. If other values of that load never change the
 * result, the compiler removes the load. */
static inline bool load_is_used(const struct shape s, const struct input *input, int k)
{
    element value[AT_LEAST(1, LOADS)] = {0};
    const struct step e = {0};
    const int i = 0;
    bool differs = false;
    (void)s, (void)e;
    for (int64_t trial = 0; trial < 64 && !differs; trial++) {
        for (int load = 0; load < LOADS; load++)
            input_element(input, trial * (LOADS + 1) + load, BYTES, &value[load]);
        const element before = RESULT;
        input_element(input, trial * (LOADS + 1) + LOADS, BYTES, &value[k]);
        const element after = RESULT;
        differs = memcmp(&before, &after, sizeof before) != 0;
    }
    return differs;
}

#undef element
#endif
