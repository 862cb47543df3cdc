/* The intensity patterns: s.value[0] multiply-adds on each element. */
#ifndef WARPLINE_MULTIPLY_ADD_H
#define WARPLINE_MULTIPLY_ADD_H

#include "patterns/kernel/usual.h"

#define MULTIPLY_ADDS (s.elements * s.value[0])
#define NUMBERS
#define SIZES 4
#define BODY \
    CPU_OR_GPU("patterns/bandwidth/multiply_add_cpu.h", "patterns/bandwidth/multiply_add_gpu.h")

/* A multiply-add takes a CPU four cycles and two units take a new one in every cycle: four rows of
 * two vectors of 64 bytes each keep them busy. */
#define TILE_ROWS(unroll, lanes) ((lanes) == 1 ? 4 : (unroll))

#define number        float
#define multiply_adds multiply_adds_of_floats
#include "patterns/bandwidth/multiply_adds.h"
#undef number
#undef multiply_adds

/* For the steps after all whole tiles. */
static inline float multiplied(float value, int64_t iterations)
{
    multiply_adds_of_floats(&value, 1, iterations);
    return value;
}
#define RESULT multiplied(VALUE(0), s.value[0])

#define ITERATIONS_PARAMETER                                                                   \
    {                                                                                          \
        .name = "iterations", .help = "multiply-adds on each element", .low = 0, .high = 4096, \
        .standard = 8                                                                          \
    }

#endif
