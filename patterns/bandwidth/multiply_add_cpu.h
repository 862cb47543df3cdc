/* Multiply-adds on a CPU: a row of LANES elements is one variable, which the compiler keeps in
 * vector registers throughout, since it does not vectorise a loop around another. Included once for
 * each element size. */
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
