/* Fills the worker's tile, then stores from it. Included once for each element size.
 *
 *   TILE_HEIGHT        rows of WARP_LANES elements that a block stores, as far apart as each other
 *   PUT_ROWS           rows that it loads into the tile, each lane one element of a row; they are
 *                      as far apart as each other, too
 *   BORDER_ROWS, BORDER_ACTIVE   rows after those, of elements that are anywhere, and whether
 *                      a lane loads one in such a row
 *   TILE_PUT           where in the tile a loaded element goes, over `e`
 *   TILE_GET           where in the tile load `e.load` of a stored element comes from, over `e` and
 *                      `room`, the elements that there is room for
 *   BLOCKS_AHEAD       blocks from the one that is worked on to the one whose elements the L2 is
 *                      told to fetch
 *
 * LOAD and the tile's places see `e.block`, `e.row` and `e.lane`. */
#include "patterns/kernel/body/tile_places.h"

#define fill_tile  JOIN(fill_tile_, BYTES)
#define store_tile JOIN(store_tile_, BYTES)

/* What lanes have stands in the simd loop itself, but functions are called in the loops inside it
 * alone: see README.md. */
INLINED void fill_tile(const struct part p, const struct shape s, element *tile,
                       const int64_t block)
{
    const int64_t step = address_of_load(s, tile_step(block, 1, 0, 0)) -
                         address_of_load(s, tile_step(block, 0, 0, 0));
#pragma omp simd
    for (int lane = 0; lane < WARP_LANES; lane++) {
        element value[PUT_ROWS + BORDER_ROWS];
        const element *from = p.in;
#pragma GCC unroll 64
        for (int row = 0; row < PUT_ROWS; row++) {
            if (row == 0)
                from += address_of_load(s, tile_step(block, 0, lane, 0));
            value[row] = from[OF_ROW(row, step)];
            from = NEXT_ROW(from, step);
        }
#pragma GCC unroll 64
        for (int row = PUT_ROWS; row < PUT_ROWS + BORDER_ROWS; row++) {
            const struct step e = tile_step(block, row, lane, 0);
            if (BORDER_ACTIVE)
                value[row] = p.in[address_of_load(s, e)];
        }
#pragma GCC unroll 64
        for (int row = 0; row < PUT_ROWS + BORDER_ROWS; row++) {
            const struct step e = tile_step(block, row, lane, 0);
            if (row < PUT_ROWS || BORDER_ACTIVE)
                tile[tile_put(s, e)] = value[row];
        }
    }
}

INLINED void store_tile(const struct part p, const struct shape s, const element *tile,
                        const struct block block)
{
    enum { GET_ROWS = LOADS * TILE_HEIGHT < 32 ? LOADS * TILE_HEIGHT : 32 };
    const int64_t number = block.number, ahead = number + BLOCKS_AHEAD * p.share.block_step;
    const int64_t step = address_of_store(s, tile_step(number, 1, 0, 0)) -
                         address_of_store(s, tile_step(number, 0, 0, 0));
#pragma omp simd
    for (int lane = 0; lane < WARP_LANES; lane++) {
        element value[GET_ROWS];
        element *to = p.out;
#pragma GCC unroll 64
        for (int first = 0; first < TILE_HEIGHT; first += GET_ROWS / LOADS) {
            if (first == 0)
                to += address_of_store(s, tile_step(number, 0, lane, 0));
            if (first == 0 && lane < PUT_ROWS && ahead < block.end)
                fetch_ahead(&p.in[address_of_load(s, tile_step(ahead, lane, 0, 0))]);
#pragma GCC unroll 64
            for (int v = 0; v < GET_ROWS; v++)
                value[v] = tile[tile_get(s, tile_step(number, first + v / LOADS, lane, v % LOADS),
                                         TILE_BYTES / BYTES)];
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

/* The empty statements keep the compiler from moving accesses of the tile past the lanes' meeting.
 */
INLINED void block_of_tile(const struct part p, element *tile, const struct block block)
{
    fill_tile(p, p.shape, tile, block.number);
    __asm__ volatile("" ::: "memory");
    store_tile(p, p.shape, tile, block);
    __asm__ volatile("" ::: "memory");
}

#undef fill_tile
#undef store_tile

#include BY_SIDE("patterns/kernel/cpu/each_tile.h", "patterns/kernel/gpu/each_tile.h")
