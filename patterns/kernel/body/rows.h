/* Blocks of rows that are equally far apart, in what is read as in what is written. Included once
 * for each element size. Where each row is follows from the last one, or from the first and the
 * distance, whichever the side's compiler makes less of.
 *
 *   FETCH_AHEAD   1: a lane has the L2 fetch where its first row of the next block is: where the
 *                 lanes go down a column that is all the lane will load of it */
INLINED void block_of_lane(const struct part p, const struct block block, const int lane)
{
    const struct shape s = p.shape;
    const int rows = ROWS;
    /* A CPU's vectoriser would make a vector of four elements of 16 bytes from four rows, which
     * takes longer than to move each. */
    const int own_lane = BYTES == 16 ? (int)one_at_a_time(lane) : lane;
    const struct step e = {.block = block.number, .rows = rows, .lane = own_lane};
    const struct step first = {.block = block.number, .rows = rows};
    const struct step second = {.block = block.number, .rows = rows, .row = 1};
    const struct step ahead = {
        .block = block.number + p.share.block_step, .rows = rows, .lane = lane};
    const int64_t load_step = address_of_load(s, second) - address_of_load(s, first);
    const int64_t store_step = address_of_store(s, second) - address_of_store(s, first);
    element value[ROWS];
    const element *from = &p.in[address_of_load(s, e)];
    element *to = &p.out[address_of_store(s, e)];
#pragma GCC unroll 64
    for (int row = 0; row < rows; row++) {
        value[row] = from[OF_ROW(row, load_step)];
        from = NEXT_ROW(from, load_step);
    }
    if (FETCH_AHEAD && ahead.block < block.end)
        fetch_ahead(&p.in[address_of_load(s, ahead)]);
#pragma GCC unroll 64
    for (int row = 0; row < rows; row++) {
        to[OF_ROW(row, store_step)] = value[row];
        to = NEXT_ROW(to, store_step);
    }
}

#include BY_SIDE("patterns/kernel/cpu/each_lane.h", "patterns/kernel/gpu/each_lane.h")
