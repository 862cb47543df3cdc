#define NAME       intensity_strided
#define ITERATIONS s.value[0]
#define LOAD       (e.index * 2)
#define STORE      e.index
#define IN_LENGTH  (2 * s.elements)
#define OUT_LENGTH s.elements
#define MEANING    (i * 2)
#define NUMBERS
#define SIZES(X)   X(4)
#define BLOCKS     WIDE_BLOCKS
#define BLOCK_ROWS WIDE_ROWS
/* Over all values at once: a multiply-add has to wait for the last one on the same value, not for
 * those on others. */
#define WORK                                           \
    __typeof__(value[0]) first[32];                    \
    PRAGMA(GCC unroll 64)                              \
    for (int i = 0; i < count; i++)                    \
        first[i] = value[i];                           \
    for (int64_t n = 0; n < ITERATIONS; n++) {         \
        PRAGMA(GCC unroll 64)                          \
        for (int i = 0; i < count; i++)                \
            value[i] = value[i] * value[i] + first[i]; \
    }
#include "wide.h"

#include "generate.h"

ROW = {
    .name = "intensity_strided",
    .help = "read every second element, with n multiply-adds on each",
    .formula = "s = f = in[2 * i]; n times: s = s * s + f; out[i] = s",
    .lesson =
        "With half of what moves wasted there is more time to compute in: the arithmetic is free "
        "for "
        "longer, and once it is what limits, the stride costs nothing any more and both curves "
        "meet.",
    .source = "A: stride_test",
    .parameters = {{.name = "iterations",
                    .help = "multiply-adds on each element",
                    .low = 0,
                    .high = 4096,
                    .standard = 8}},
    EXPRESSIONS,
};
