/* A square matrix in tiles whose rows are equally far apart. A tile has 32 columns and `e.rows`
 * rows (one on a CPU, which goes row by row). A pattern includes this file and defines LOAD and
 * STORE over ROW_OF_TILE and COLUMN_OF_TILE, and
 *
 *   FETCH_AHEAD   1: a lane prefetches its first row of the next tile into the L2; if the lanes go
 *                down a column, that is all the lane will load of the tile */
#ifndef WARPLINE_SQUARE_TILES_H
#define WARPLINE_SQUARE_TILES_H

#include "patterns/matrix/square.h"

#define ACROSS         (EDGE_SHIFT - 5) /* log2 of the tiles side by side */
#define ROW_OF_TILE    ((e.tile >> ACROSS) * e.rows + e.row)
#define COLUMN_OF_TILE ((e.tile & ((INT64_C(1) << ACROSS) - 1)) * LANES + e.lane)
#define BODY           "patterns/matrix/square_tiles.h"
#define TAIL           0

#define TILE_ROWS(unroll, lanes) ((lanes) == 1 ? 1 : (unroll))

#elif defined BYTES

/* The address of each row is computed from the last row's, or from the first row and the distance,
 * whichever takes fewer instructions (NEXT_ROW, OF_ROW). */
INLINED void tile_by_lane(const struct work w, const struct tile tile, const int lane)
{
    const struct shape s = w.shape;
    const int rows = ROWS;
    /* A CPU's vectoriser would combine four 16-byte elements of four rows into a vector, which
     * takes longer than moving each of them. */
    const int own_lane = BYTES == 16 ? (int)one_at_a_time(lane) : lane;
    const struct step e = {.tile = tile.number, .rows = rows, .lane = own_lane};
    const struct step first = {.tile = tile.number, .rows = rows};
    const struct step second = {.tile = tile.number, .rows = rows, .row = 1};
    const struct step ahead = {.tile = tile.number + w.share.tile_step, .rows = rows, .lane = lane};
    const int64_t load_step = address_of_load(s, second) - address_of_load(s, first);
    const int64_t store_step = address_of_store(s, second) - address_of_store(s, first);
    element value[ROWS];
    const element *from = &w.in[address_of_load(s, e)];
    element *to = &w.out[address_of_store(s, e)];
#pragma GCC unroll 64
    for (int row = 0; row < rows; row++) {
        value[row] = from[OF_ROW(row, load_step)];
        from = NEXT_ROW(from, load_step);
    }
    if (FETCH_AHEAD && ahead.tile < tile.end)
        prefetch_l2(&w.in[address_of_load(s, ahead)]);
#pragma GCC unroll 64
    for (int row = 0; row < rows; row++) {
        to[OF_ROW(row, store_step)] = value[row];
        to = NEXT_ROW(to, store_step);
    }
}

#include "patterns/kernel/simd.h"

#endif
