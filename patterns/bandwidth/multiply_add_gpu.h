/* Multiply-adds on a GPU, where each lane has values of its own. Included once for each element
 * size. */
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
