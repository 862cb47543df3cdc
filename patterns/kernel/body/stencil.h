/* Relaxes a grid: each element is the mean of its four neighbours' pairs. Included once for each
 * element size.
 *
 * A lane goes along its block's rows, and one row past either end: what it finds is the neighbour
 * behind one sum and before another. When all that is under way it goes again for the neighbours at
 * the sides, which other lanes have fetched. All loads of a block come before its first store,
 * since no load is moved before a store that might be to the same place.
 *
 *   GRID_BEFORE      the load that is the one from the row before; 3 - GRID_BEFORE is one at a side
 *   RELAXED(type, sum)   what a sum of four neighbours becomes
 *   READ_ONLY        1: the GPU's path for data that no one writes */
#define read_one JOIN(read_one_, BYTES)

INLINED element read_one(const element *place)
{
    union {
        unsigned long word;
        element value;
    } read;
    if (!READ_ONLY)
        return *place;
    read.word = JOIN(read_only_, BYTES)(place);
    return read.value;
}

static inline struct step JOIN(corner_, BYTES)(const struct block block, int row, int lane)
{
    return (struct step){
        .block = block.number, .rows = ROWS, .row = row, .lane = lane, .load = GRID_BEFORE};
}

INLINED void block_of_lane(const struct part p, const struct block block, const int lane)
{
    const struct shape s = p.shape;
    const int rows = ROWS;
    const struct block after = {.number = block.number + p.share.block_step};
    struct step beside = JOIN(corner_, BYTES)(block, 0, 0);
    beside.load = 3 - GRID_BEFORE;
    const int64_t first = address_of_load(s, JOIN(corner_, BYTES)(block, 0, 0));
    const int64_t step = address_of_load(s, JOIN(corner_, BYTES)(block, 1, 0)) - first;
    const int64_t side = address_of_load(s, beside) - first - step;
    const struct step corner = JOIN(corner_, BYTES)(block, 0, lane);
    const element *const start = &p.in[address_of_load(s, corner)], *from = start;
    element *to = &p.out[address_of_store(s, corner)];
    element sum[ROWS + 2];
#pragma GCC unroll 64
    for (int row = 0; row < rows + 2; row++) {
        sum[row] = read_one(&from[OF_ROW(row, step)]);
        from = NEXT_ROW(from, step);
    }
    loads_first();
    from = NEXT_ROW(start, step);
#pragma GCC unroll 64
    for (int row = 0; row < rows; row++) {
        const int64_t at = OF_ROW(row + 1, step);
        sum[row] += sum[row + 2] + read_one(&from[at - side]) + read_one(&from[at + side]);
        from = NEXT_ROW(from, step);
    }
    if (after.number < block.end && lane < rows + 2)
        fetch_ahead(&p.in[address_of_load(s, JOIN(corner_, BYTES)(after, lane, 0))]);
#pragma GCC unroll 64
    for (int row = 0; row < rows; row++) {
        to[OF_ROW(row, step)] = RELAXED(element, sum[row]);
        to = NEXT_ROW(to, step);
    }
}

#undef read_one

#include BY_SIDE("patterns/kernel/cpu/each_lane.h", "patterns/kernel/gpu/each_lane.h")
