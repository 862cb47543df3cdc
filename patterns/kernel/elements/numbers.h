/* Elements that are numbers, with which the pattern computes. */
#define DATA       DATA_NUMBERS
#define EVERY_SIZE (4 | 8)
typedef float element_4;
typedef double element_8;

#define BYTES 4
#include "patterns/kernel/elements/expected_numbers.h"
#undef BYTES
#define BYTES 8
#include "patterns/kernel/elements/expected_numbers.h"
#undef BYTES

/* An output element is RESULT, of elements of the input where MEANING says. */
static inline void expected_by_meaning(const struct shape *shape, const struct input *input,
                                       int64_t first, int count, int element_bytes, void *expected,
                                       bool *written)
{
    if (element_bytes == 4)
        expected_numbers_4(*shape, input, first, count, expected, written);
    else
        expected_numbers_8(*shape, input, first, count, expected, written);
}
