/* The intensity patterns: s.value[0] multiply-adds on each element. */
#ifndef WARPLINE_MULTIPLY_ADD_H
#define WARPLINE_MULTIPLY_ADD_H

#include "patterns/kernel/usual.h"

#define MULTIPLY_ADDS (s.elements * s.value[0])
#define NUMBERS
#define SIZES 4
#define BODY  "patterns/bandwidth/multiply_add.h"

/* On a CPU a multiply-add has a latency of four cycles, and two units start one each per cycle.
 * Four rows of two 64-byte vectors keep both units busy. */
#define TILE_ROWS(unroll, lanes) ((lanes) == 1 ? 4 : (unroll))

#define number        float
#define multiply_adds multiply_adds_of_floats
#include "patterns/bandwidth/multiply_adds.h"
#undef number
#undef multiply_adds

/* The result for a step after the last whole tile. */
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

#elif !defined WARPLINE_MODULE_GPU

/* On a CPU a row of LANES elements is one vector variable, which the compiler keeps in registers
 * throughout: it does not vectorise an outer loop. */
typedef element JOIN(wide_, BYTES) __attribute__((vector_size(LANES * BYTES)));
#define number        JOIN(wide_, BYTES)
#define multiply_adds JOIN(multiply_adds_, BYTES)
#include "patterns/bandwidth/multiply_adds.h"

INLINED void tile_by_core(const struct work w, const struct tile tile)
{
    enum { ROW_COUNT = ROWS };
    element lanes[ROW_COUNT][LANES] __attribute__((aligned(64)));
    number value[ROW_COUNT];
    for (int row = 0; row < ROW_COUNT; row++) {
#pragma omp simd
        for (int lane = 0; lane < LANES; lane++)
            lanes[row][lane] = w.in[address_of_load(
                w.shape, step_of(w.share, tile, ROW_COUNT, row, lane, 0, w.variant))];
    }
    memcpy(value, lanes, sizeof value);
    multiply_adds(value, ROW_COUNT, w.shape.value[0]);
    memcpy(lanes, value, sizeof value);
    for (int row = 0; row < ROW_COUNT; row++) {
#pragma omp simd
        for (int lane = 0; lane < LANES; lane++)
            w.out[address_of_store(w.shape, step_of(w.share, tile, ROW_COUNT, row, lane, 0,
                                                    w.variant))] = lanes[row][lane];
    }
}

#undef number
#undef multiply_adds

#define TILE_BY_CORE
#include "patterns/kernel/simd.h"

#else

/* On a GPU each lane has its own values. */
INLINED void tile_by_lane(const struct work w, const struct tile tile, const int lane)
{
    const struct shape s = w.shape;
    element value[ROWS];
#pragma GCC unroll 64
    for (int row = 0; row < ROWS; row++)
        value[row] =
            w.in[address_of_load(s, step_of(w.share, tile, ROWS, row, lane, 0, w.variant))];
    issue_loads();
    multiply_adds_of_floats(value, ROWS, s.value[0]);
    const struct tile stored = {opaque_for_stores(tile.number), tile.nth, tile.end};
#pragma GCC unroll 64
    for (int row = 0; row < ROWS; row++)
        w.out[address_of_store(s, step_of(w.share, stored, ROWS, row, lane, 0, w.variant))] =
            value[row];
}

#include "patterns/kernel/simd.h"

#endif
