/* The body of patterns that stage their tiles through shared memory: a worker loads a tile into it,
 * then stores the tile from it. A pattern includes this file in place of usual.h and defines
 *
 *   TILE_HEIGHT        rows of LANES elements that a tile stores, equally far apart
 *   PUT_ROWS           rows that it loads, equally far apart, too; each lane loads one element of
 *                      a row
 *   BORDER_ROWS, BORDER_ACTIVE   further rows, whose elements may be anywhere, and whether a lane
 *                      loads one in such a row
 *   TILE_PUT           the place in shared memory of a loaded element, over `e`
 *   TILE_GET           the place in shared memory of load `e.load` of a stored element, over `e`
 *                      and `room`, the capacity in elements
 *   TILES_AHEAD        prefetch distance in tiles, into the L2
 *
 * LOAD and these places see `e.tile`, `e.row` and `e.lane`. */
#ifndef WARPLINE_TILE_H
#define WARPLINE_TILE_H

#include "patterns/kernel/usual.h"

#define BODY         "patterns/kernel/tile.h"
#define WALK         "patterns/kernel/tile.h"
#define TAIL         0
#define WORKERS_MOST SHARED_WORKERS

#define TILE_ROWS(unroll, lanes) TILE_HEIGHT

#elif defined BYTES

#include "patterns/kernel/shared.h"

#define fill_tile          JOIN(fill_tile_, BYTES)
#define store_tile         JOIN(store_tile_, BYTES)
#define stage_tile         JOIN(stage_tile_, BYTES)
#define store_tile_of_core JOIN(store_tile_of_core_, BYTES)

/* A lane's variables are declared in the simd loop itself, but functions are called only in loops
 * inside it: README.md says why. */
INLINED void fill_tile(const struct work w, const struct shape s, element *shared,
                       const int64_t number)
{
    const int64_t step = address_of_load(s, staged_step(number, 1, 0, 0)) -
                         address_of_load(s, staged_step(number, 0, 0, 0));
#pragma omp simd
    for (int lane = 0; lane < LANES; lane++) {
        element value[PUT_ROWS + BORDER_ROWS];
        const element *from = w.in;
#pragma GCC unroll 64
        for (int row = 0; row < PUT_ROWS; row++) {
            if (row == 0)
                from += address_of_load(s, staged_step(number, 0, lane, 0));
            value[row] = from[OF_ROW(row, step)];
            from = NEXT_ROW(from, step);
        }
#pragma GCC unroll 64
        for (int row = PUT_ROWS; row < PUT_ROWS + BORDER_ROWS; row++) {
            const struct step e = staged_step(number, row, lane, 0);
            if (BORDER_ACTIVE)
                value[row] = w.in[address_of_load(s, e)];
        }
#pragma GCC unroll 64
        for (int row = 0; row < PUT_ROWS + BORDER_ROWS; row++) {
            const struct step e = staged_step(number, row, lane, 0);
            if (row < PUT_ROWS || BORDER_ACTIVE)
                shared[shared_put(s, e)] = value[row];
        }
    }
}

INLINED void store_tile(const struct work w, const struct shape s, const element *shared,
                        const struct tile tile)
{
    enum { GET_ROWS = LOADS * TILE_HEIGHT < 32 ? LOADS * TILE_HEIGHT : 32 };
    const int64_t number = tile.number, ahead = number + TILES_AHEAD * w.share.tile_step;
    const int64_t step = address_of_store(s, staged_step(number, 1, 0, 0)) -
                         address_of_store(s, staged_step(number, 0, 0, 0));
#pragma omp simd
    for (int lane = 0; lane < LANES; lane++) {
        element value[GET_ROWS];
        element *to = w.out;
#pragma GCC unroll 64
        for (int first = 0; first < TILE_HEIGHT; first += GET_ROWS / LOADS) {
            if (first == 0)
                to += address_of_store(s, staged_step(number, 0, lane, 0));
            if (first == 0 && lane < PUT_ROWS && ahead < tile.end)
                prefetch_l2(&w.in[address_of_load(s, staged_step(ahead, lane, 0, 0))]);
#pragma GCC unroll 64
            for (int v = 0; v < GET_ROWS; v++)
                value[v] =
                    shared[shared_get(s, staged_step(number, first + v / LOADS, lane, v % LOADS),
                                      SHARED_BYTES / BYTES)];
#pragma GCC unroll 64
            for (int i = 0; i < (STORED_AS_LOADED ? 0 : GET_ROWS / LOADS); i++)
                value[i] = RESULT;
#pragma GCC unroll 64
            for (int v = 0; v < GET_ROWS / LOADS; v++) {
                to[OF_ROW(first + v, step)] = value[v];
                to = NEXT_ROW(to, step);
            }
        }
    }
}

/* The empty statements prevent the compiler from moving accesses of shared memory across the end of
 * a simd loop, where the warp is synchronized. */
INLINED void stage_tile(const struct work w, element *shared, const struct tile tile)
{
    fill_tile(w, w.shape, shared, tile.number);
    __asm__ volatile("" ::: "memory");
    store_tile(w, w.shape, shared, tile);
    __asm__ volatile("" ::: "memory");
}

#define tiles_of_warp JOIN(tiles_of_warp_, BYTES)
#define tiles_of_core JOIN(tiles_of_core_, BYTES)

/* On a GPU: the chunks that a warp takes (work.h). */
INLINED void tiles_of_warp(const struct work w)
{
    const struct share mine = w.share;
    element *shared = worker_shared();
    int64_t number = first_chunk(mine), requested = request_chunk(mine.counter), before = 0;
    while (before = chunks_before(number, before, mine.chunks), before < mine.all_chunks) {
        const int64_t end = chunk_end(mine, number - before);
        for (int64_t tile = chunk_first(mine, number - before); tile < end; tile += mine.tile_step)
            stage_tile(w, shared, (struct tile){.number = tile, .end = end});
        number = from_first_lane(requested);
        requested = request_chunk(mine.counter);
    }
}

/* On a CPU row by row: a compiler may have store_tile store all rows of a lane before the next
 * lane's, and rows that are 4 KiB apart meet in one set of the L1. */
INLINED void store_tile_of_core(const struct work w, const struct shape s, const element *shared,
                                const int64_t number)
{
    for (int row = 0; row < TILE_HEIGHT; row++)
#pragma omp simd
        for (int lane = 0; lane < LANES; lane++) {
            element value[LOADS];
            const int i = 0;
#pragma GCC unroll 64
            for (int v = 0; v < LOADS; v++)
                value[v] =
                    shared[shared_get(s, staged_step(number, row, lane, v), SHARED_BYTES / BYTES)];
            w.out[address_of_store(s, staged_step(number, row, lane, 0))] = RESULT;
        }
}

INLINED void tiles_of_core(const struct work w)
{
    const struct share mine = w.share;
    element *shared = worker_shared();
    for (int64_t tile = mine.first_tile; tile < mine.last_tile; tile += mine.tile_step) {
        fill_tile(w, w.shape, shared, tile);
        store_tile_of_core(w, w.shape, shared, tile);
    }
}

INLINED void all_tiles(const struct work w)
{
    CPU_OR_GPU(tiles_of_core, tiles_of_warp)(w);
}

#else

#include "patterns/kernel/shared.h"

static void walk_border(const struct walk *w, int row)
{
    struct request request = {
        .array = ARRAY_IN, .access = ACCESS_LOAD, .element_bytes = w->element_bytes};
    for (int lane = 0; lane < LANES; lane++) {
        const struct step e = walk_step(w, row, lane, 0, 0);
        request.element[lane] = BORDER_ACTIVE ? address_of_load(*w->shape, e) : -1;
    }
    w->visit(w->with, &request);
}

static void requests(const struct walk *w)
{
    for (int row = 0; row < PUT_ROWS; row++)
        walk_row(w, row, 0, 0);
    for (int row = PUT_ROWS; row < PUT_ROWS + BORDER_ROWS; row++)
        walk_border(w, row);
    for (int row = 0; row < PUT_ROWS + BORDER_ROWS; row++)
        walk_shared(w, ACCESS_STORE, row, 0);
    for (int row = 0; row < TILE_HEIGHT; row++) {
        for (int load = 0; load < LOADS; load++)
            walk_shared(w, ACCESS_LOAD, row, load);
        walk_row(w, row, 0, WALK_STORE);
    }
}

#endif
