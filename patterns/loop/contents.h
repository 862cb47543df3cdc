/* What the arrays of a loop contain before its first iteration, unless its file has a function
 * `init`. The same for the traced loop, for a CPU and for a GPU. An array is filled by the type of
 * its elements:
 *
 *   float, double   whole numbers from 1 to 16, so that sums are exact in any order
 *   integers        random indices: 0 to n - 1, or as far as the type goes
 *   structs         numbers as float, or as double if the struct is aligned to 8 bytes */
#ifndef WARPLINE_CONTENTS_H
#define WARPLINE_CONTENTS_H

#include "patterns/random.h"

#include <stdint.h>

enum loop_fill { FILL_FLOAT, FILL_DOUBLE, FILL_BOOL, FILL_1, FILL_2, FILL_4, FILL_8 };

/* Of an array's elements. */
struct loop_type {
    int bytes, align;
    enum loop_fill fill;
};

/* By size, of what gcc and clang classify as an integer. */
#define LOOP_IS_INTEGER(x)      (__builtin_classify_type(x) == 1 && sizeof(x) <= 8)
#define LOOP_FILL_OF_INTEGER(x) (FILL_1 + (sizeof(x) > 1) + (sizeof(x) > 2) + (sizeof(x) > 4))
#define LOOP_FILL_OF(x)                                                                  \
    _Generic((x), float                                                                  \
             : FILL_FLOAT, double                                                        \
             : FILL_DOUBLE, _Bool                                                        \
             : FILL_BOOL, default                                                        \
             : (enum loop_fill)(LOOP_IS_INTEGER(x)             ? LOOP_FILL_OF_INTEGER(x) \
                                : _Alignof(__typeof__(x)) >= 8 ? FILL_DOUBLE             \
                                                               : FILL_FLOAT))

/* The type of what a pointer points to. */
#define LOOP_TYPE_OF(pointer)                                                         \
    {                                                                                 \
        sizeof *(pointer), _Alignof(__typeof__(*(pointer))), LOOP_FILL_OF(*(pointer)) \
    }

/* Several random numbers below `most` in a word: as many as there are fields of `bits` bits. */
static inline uint64_t loop_indices(uint64_t random, int bits, uint64_t most, uint64_t n)
{
    const uint64_t below = n < most ? (n ? n : 1) : most, mask = (UINT64_C(1) << bits) - 1;
    uint64_t word = 0;
    for (int at = 0; at < 64; at += bits)
        word |= ((random >> at & mask) * below >> bits) << at;
    return word;
}

/* Word `place` (of 8 bytes) of array number `array` in a loop of `n` iterations. */
static inline uint64_t loop_word(enum loop_fill fill, int array, uint64_t place, uint64_t n)
{
    const uint64_t random = random_word(((uint64_t)(array + 1) << 40) + place);
    const float low = 1 + (float)(random & 15), high = 1 + (float)(random >> 32 & 15);
    const double wide = 1 + (double)(random & 15);
    uint32_t bits, more;
    uint64_t word;
    switch (fill) {
    case FILL_FLOAT: /* not in an array, which a GPU's simd loop has no room for */
        __builtin_memcpy(&bits, &low, 4);
        __builtin_memcpy(&more, &high, 4);
        return (uint64_t)more << 32 | bits;
    case FILL_DOUBLE:
        __builtin_memcpy(&word, &wide, 8);
        return word;
    case FILL_BOOL:
        return random & UINT64_C(0x0101010101010101);
    case FILL_1:
        return loop_indices(random, 8, 128, n);
    case FILL_2:
        return loop_indices(random, 16, 32768, n);
    case FILL_4:
        return loop_indices(random, 32, INT32_MAX, n);
    default:
        return (uint64_t)((unsigned __int128)random * (n ? n : 1) >> 64);
    }
}

#endif
