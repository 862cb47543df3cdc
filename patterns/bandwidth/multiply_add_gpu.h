/* Multiply-adds on a GPU, where each lane has values of its own. Included once for each element
 * size; multiply_add_cpu.h has the other way. */
INLINED void block_of_lane(const struct part p, const struct block block, const int lane)
{
    const struct shape s = p.shape;
    element value[ROWS];
#pragma GCC unroll 64
    for (int row = 0; row < ROWS; row++)
        value[row] =
            p.in[address_of_load(s, step_of(p.share, block, ROWS, row, lane, 0, p.variant))];
    loads_first();
    multiply_adds_of_floats(value, ROWS, s.value[0]);
    const struct block stored = {opaque_again(block.number), block.own, block.end};
#pragma GCC unroll 64
    for (int row = 0; row < ROWS; row++)
        p.out[address_of_store(s, step_of(p.share, stored, ROWS, row, lane, 0, p.variant))] =
            value[row];
}

#include "patterns/kernel/gpu/each_lane.h"
