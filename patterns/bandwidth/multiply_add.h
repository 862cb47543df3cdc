/* The work of the intensity patterns: s.value[0] multiply-adds on each element. */
#ifndef WARPLINE_MULTIPLY_ADD_H
#define WARPLINE_MULTIPLY_ADD_H

#include "wide.h"

#define ITERATIONS s.value[0]
#define NUMBERS
#define MULTIPLY_ADDS                      (s.elements * ITERATIONS)
#define SIZES(X)                           X(4)
#define BLOCKS                             WIDE_BLOCKS
#define BLOCK_ROWS(unroll, lanes, variant) WIDE_ROWS(unroll, lanes)
/* Over all values at once: a multiply-add has to wait for the last one on the same value, not for
 * those on others. */
#define WORK                                                                           \
    __typeof__(value[0]) first[32];                                                    \
    PRAGMA(GCC unroll 64)                                                              \
    for (int i = 0; i < count; i++)                                                    \
        first[i] = value[i];                                                           \
    const int64_t even = ITERATIONS / 2 * 2;                                           \
    for (int64_t n = 0; n < even; n += 2) {                                            \
        PRAGMA(GCC unroll 128)                                                         \
        for (int i = 0; i < 2 * count; i++)                                            \
            value[i % count] = value[i % count] * value[i % count] + first[i % count]; \
    }                                                                                  \
    for (int64_t n = even; n < ITERATIONS; n++) {                                      \
        PRAGMA(GCC unroll 64)                                                          \
        for (int i = 0; i < count; i++)                                                \
            value[i] = value[i] * value[i] + first[i];                                 \
    }

#endif
