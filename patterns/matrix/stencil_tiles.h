/* The grid in tiles that need no shared memory: each element is the mean of its four neighbours. A
 * pattern includes this file and defines R and C, row and column of a step, and
 *
 *   GRID_BEFORE   the number of the load from the row before; 3 - GRID_BEFORE is one at a side
 *   READ_ONLY     1: the GPU's path for read-only data */
#ifndef WARPLINE_STENCIL_TILES_H
#define WARPLINE_STENCIL_TILES_H

#include "patterns/matrix/relaxed_grid.h"

#define ACROSS (EDGE_SHIFT - 5) /* log2 of the tiles side by side */
#define LOAD   (AT(R, C) + NEIGHBOUR(e.load))
#define STORE  AT(R, C)
#define SIZES  (4 | 8)
#define BODY   "patterns/matrix/stencil_tiles.h"
#define WALK   "patterns/matrix/stencil_tiles.h"

#define TILE_ROWS(unroll, lanes) AT_LEAST(1, (unroll) / 2)

#elif defined BYTES

/* A lane walks along its tile's rows, and one row beyond either end: each loaded value serves two
 * sums, as the neighbour after one element and before another. When these loads are in flight it
 * loads the neighbours at the sides, which other lanes have already fetched. All loads of a tile
 * come before its first store, since the compiler moves no load before a store that may alias. */
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

static inline struct step JOIN(corner_, BYTES)(const struct tile tile, int row, int lane)
{
    return (struct step){
        .tile = tile.number, .rows = ROWS, .row = row, .lane = lane, .load = GRID_BEFORE};
}

INLINED void tile_by_lane(const struct work w, const struct tile tile, const int lane)
{
    const struct shape s = w.shape;
    const int rows = ROWS;
    const struct tile after = {.number = tile.number + w.share.tile_step};
    struct step at_side = JOIN(corner_, BYTES)(tile, 0, 0);
    at_side.load = 3 - GRID_BEFORE;
    const int64_t first = address_of_load(s, JOIN(corner_, BYTES)(tile, 0, 0));
    const int64_t step = address_of_load(s, JOIN(corner_, BYTES)(tile, 1, 0)) - first;
    const int64_t side = address_of_load(s, at_side) - first - step;
    const struct step corner = JOIN(corner_, BYTES)(tile, 0, lane);
    const element *const start = &w.in[address_of_load(s, corner)], *from = start;
    element *to = &w.out[address_of_store(s, corner)];
    element sum[ROWS + 2];
#pragma GCC unroll 64
    for (int row = 0; row < rows + 2; row++) {
        sum[row] = read_one(&from[OF_ROW(row, step)]);
        from = NEXT_ROW(from, step);
    }
    issue_loads();
    from = NEXT_ROW(start, step);
#pragma GCC unroll 64
    for (int row = 0; row < rows; row++) {
        const int64_t at = OF_ROW(row + 1, step);
        sum[row] += sum[row + 2] + read_one(&from[at - side]) + read_one(&from[at + side]);
        from = NEXT_ROW(from, step);
    }
    if (after.number < tile.end && lane < rows + 2)
        prefetch_l2(&w.in[address_of_load(s, JOIN(corner_, BYTES)(after, lane, 0))]);
#pragma GCC unroll 64
    for (int row = 0; row < rows; row++) {
        to[OF_ROW(row, step)] = RELAXED(element, sum[row]);
        to = NEXT_ROW(to, step);
    }
}

#include "patterns/kernel/simd.h"

#else

static void requests(const struct walk *w)
{
    for (int row = 0; row < w->rows + 2; row++)
        walk_row(w, row, 0, GRID_BEFORE);
    for (int row = 0; row < w->rows; row++)
        for (int side = 2; side < 4; side++)
            walk_row(w, row, 0, side - GRID_BEFORE);
    for (int row = 0; row < w->rows; row++)
        walk_row(w, row, 0, WALK_STORE);
}

#endif
