/* Ways to work through a share with the worker's tile (offload/tile.h). A pattern with a tile
 * states besides LOAD and STORE
 *
 *   TILE_HEIGHT        rows of WARP_LANES elements that a block stores, as far apart as each other
 *   PUT_ROWS           rows that it loads into the tile, each lane one element of a row; they are
 *                      as far apart as each other, too
 *   BORDER_ROWS, BORDER_ACTIVE   rows after those, of elements that are anywhere, and whether
 *                      a lane loads one in such a row
 *   TILE_PUT           where in the tile a loaded element goes, over `e`
 *   TILE_GET           where in the tile load `e.load` of a stored element comes from, over `e` and
 *                      `room`, the elements that there is room for
 *
 * LOAD and the tile's places see `e.block`, `e.row` and `e.lane`. */
#ifndef WARPLINE_PATTERNS_TILE_H
#define WARPLINE_PATTERNS_TILE_H

#include "offload/tile.h"
#include "pattern.h"

#define BLOCK_ROWS(unroll, lanes, variant) TILE_HEIGHT
#define WORKERS_MOST                       TILE_WORKERS
#define TAIL                               NO_TAIL

#ifndef BORDER_ROWS
#define BORDER_ROWS   0
#define BORDER_ACTIVE true
#endif
#define ADD_1(a, b) ((element_1)((a) + (b)))
#define ADD_2(a, b) ((element_2)((a) + (b)))
#define ADD_4(a, b) ((a) + (b))
#define ADD_8(a, b) ((a) + (b))
/* Blocks from the one that is worked on to the one whose elements the L2 is told to fetch. */
#ifndef BLOCKS_AHEAD
#define BLOCKS_AHEAD 2
#endif
#define GET_ROWS (LOADS * TILE_HEIGHT < 32 ? LOADS * TILE_HEIGHT : 32)

static inline struct step tile_step(int64_t block, int row, int lane, int load)
{
    return (struct step){.block = block, .row = row, .lane = lane, .load = load};
}

/* A row of what goes into the tile, or of what load `load` takes out of it. */
#define TILE_PLACES                                                                    \
    static void walk_tile(const struct walk *w, enum access access, int row, int load) \
    {                                                                                  \
        const struct shape s = *w->shape;                                              \
        const int64_t room = TILE_BYTES / w->element_bytes;                            \
        struct request request = {ARRAY_TILE, access, w->element_bytes, {0}};          \
        (void)s, (void)room;                                                           \
        for (int lane = 0; lane < WARP_LANES; lane++) {                                \
            const struct step e = walk_step(w, row, lane, 0, load);                    \
            request.element[lane] = access == ACCESS_LOAD             ? TILE_GET       \
                                    : row < PUT_ROWS || BORDER_ACTIVE ? TILE_PUT       \
                                                                      : -1;            \
        }                                                                              \
        w->visit(w->with, &request);                                                   \
    }
#define TILE_WALK                                                                       \
    TILE_PLACES                                                                         \
    static void walk_border(const struct walk *w, int row)                              \
    {                                                                                   \
        struct request request = {ARRAY_IN, ACCESS_LOAD, w->element_bytes, {0}};        \
        for (int lane = 0; lane < WARP_LANES; lane++) {                                 \
            const struct step e = walk_step(w, row, lane, 0, 0);                        \
            request.element[lane] = BORDER_ACTIVE ? address_of_load(*w->shape, e) : -1; \
        }                                                                               \
        w->visit(w->with, &request);                                                    \
    }                                                                                   \
    static void walk(const struct walk *w)                                              \
    {                                                                                   \
        for (int row = 0; row < PUT_ROWS; row++)                                        \
            walk_row(w, row, 0, 0);                                                     \
        for (int row = PUT_ROWS; row < PUT_ROWS + BORDER_ROWS; row++)                   \
            walk_border(w, row);                                                        \
        for (int row = 0; row < PUT_ROWS + BORDER_ROWS; row++)                          \
            walk_tile(w, ACCESS_STORE, row, 0);                                         \
        for (int row = 0; row < TILE_HEIGHT; row++) {                                   \
            for (int load = 0; load < LOADS; load++)                                    \
                walk_tile(w, ACCESS_LOAD, row, load);                                   \
            walk_row(w, row, 0, WALK_STORE);                                            \
        }                                                                               \
    }

/* Fills the tile, then stores from it. The empty statements keep the compiler from moving accesses
 * of the tile past the lanes' meeting. */
#define TILE_BLOCKS(BYTES)                                                                       \
    static inline int64_t tile_put_##BYTES(const struct shape s, const struct step e)            \
    {                                                                                            \
        (void)s, (void)e;                                                                        \
        return TILE_PUT;                                                                         \
    }                                                                                            \
    static inline int64_t tile_get_##BYTES(const struct shape s, const struct step e)            \
    {                                                                                            \
        const int64_t room = TILE_BYTES / BYTES;                                                 \
        (void)s, (void)e, (void)room;                                                            \
        return TILE_GET;                                                                         \
    }                                                                                            \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                            \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s, \
        const struct share mine, const int variant)                                              \
    {                                                                                            \
        element_##BYTES *tile = worker_tile();                                                   \
        EACH_CHUNK(mine)                                                                         \
        for (int64_t block = CHUNK_FIRST(mine), end = CHUNK_END(mine); block < end;              \
             block += mine.block_step) {                                                         \
            const int64_t ahead = block + BLOCKS_AHEAD * mine.block_step;                        \
            const int64_t load_step = address_of_load(s, tile_step(block, 1, 0, 0)) -            \
                                      address_of_load(s, tile_step(block, 0, 0, 0));             \
            const int64_t store_step = address_of_store(s, tile_step(block, 1, 0, 0)) -          \
                                       address_of_store(s, tile_step(block, 0, 0, 0));           \
            PRAGMA(omp simd)                                                                     \
            for (int lane = 0; lane < WARP_LANES; lane++) {                                      \
                element_##BYTES value[PUT_ROWS + BORDER_ROWS];                                   \
                const element_##BYTES *from =                                                    \
                    &in[address_of_load(s, tile_step(block, 0, lane, 0))];                       \
                PRAGMA(GCC unroll 64)                                                            \
                for (int row = 0; row < PUT_ROWS; row++) {                                       \
                    value[row] = from[OF_ROW(row, load_step)];                                   \
                    from = NEXT_ROW(from, load_step);                                            \
                }                                                                                \
                PRAGMA(GCC unroll 64)                                                            \
                for (int row = PUT_ROWS; row < PUT_ROWS + BORDER_ROWS; row++) {                  \
                    const struct step e = tile_step(block, row, lane, 0);                        \
                    if (BORDER_ACTIVE)                                                           \
                        value[row] = in[address_of_load(s, e)];                                  \
                }                                                                                \
                PRAGMA(GCC unroll 64)                                                            \
                for (int row = 0; row < PUT_ROWS + BORDER_ROWS; row++) {                         \
                    const struct step e = tile_step(block, row, lane, 0);                        \
                    if (row < PUT_ROWS || BORDER_ACTIVE)                                         \
                        tile[tile_put_##BYTES(s, e)] = value[row];                               \
                }                                                                                \
            }                                                                                    \
            __asm__ volatile("" ::: "memory");                                                   \
            PRAGMA(omp simd)                                                                     \
            for (int lane = 0; lane < WARP_LANES; lane++) {                                      \
                element_##BYTES value[GET_ROWS];                                                 \
                element_##BYTES *to = &out[address_of_store(s, tile_step(block, 0, lane, 0))];   \
                if (lane < PUT_ROWS && ahead < end)                                              \
                    fetch_ahead(&in[address_of_load(s, tile_step(ahead, lane, 0, 0))]);          \
                PRAGMA(GCC unroll 64)                                                            \
                for (int first = 0; first < TILE_HEIGHT; first += GET_ROWS / LOADS) {            \
                    PRAGMA(GCC unroll 64)                                                        \
                    for (int v = 0; v < GET_ROWS; v++)                                           \
                        value[v] = tile[tile_get_##BYTES(                                        \
                            s, tile_step(block, first + v / LOADS, lane, v % LOADS))];           \
                    DO_WORK(BYTES, GET_ROWS / LOADS)                                             \
                    PRAGMA(GCC unroll 64)                                                        \
                    for (int v = 0; v < GET_ROWS / LOADS; v++) {                                 \
                        to[OF_ROW(first + v, store_step)] = value[v];                            \
                        to = NEXT_ROW(to, store_step);                                           \
                    }                                                                            \
                }                                                                                \
            }                                                                                    \
            __asm__ volatile("" ::: "memory");                                                   \
        }                                                                                        \
        (void)variant;                                                                           \
    }

#define BANK_WALK                                          \
    TILE_PLACES                                            \
    static void walk(const struct walk *w)                 \
    {                                                      \
        for (int read = 0; read < TILE_HEIGHT; read++)     \
            walk_tile(w, ACCESS_LOAD, read, read % LOADS); \
    }

/* Reads the tile over and over, each lane from the same places, and keeps the sum. Volatile,
 * because the sum of equal values could be had with fewer reads. */
#define BANK_BLOCKS(BYTES)                                                                       \
    static inline int64_t tile_get_##BYTES(const struct shape s, const struct step e)            \
    {                                                                                            \
        const int64_t room = TILE_BYTES / BYTES;                                                 \
        (void)s, (void)room;                                                                     \
        return TILE_GET;                                                                         \
    }                                                                                            \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                            \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s, \
        const struct share mine, const int variant)                                              \
    {                                                                                            \
        element_##BYTES *tile = worker_tile();                                                   \
        const int64_t slot = mine.thread / LANE_THREADS * WARP_LANES;                            \
        const unsigned long base = tile_place(tile);                                             \
        const int64_t turns = s.elements / (s.workers * WARP_LANES);                             \
        PRAGMA(omp simd)                                                                         \
        for (int lane = 0; lane < WARP_LANES; lane++)                                            \
            for (int row = 0; row < TILE_BYTES / BYTES / WARP_LANES; row++)                      \
                tile[row * WARP_LANES + lane] = in[row * WARP_LANES + lane];                     \
        __asm__ volatile("" ::: "memory");                                                       \
        PRAGMA(omp simd)                                                                         \
        for (int lane = 0; lane < WARP_LANES; lane++) {                                          \
            element_##BYTES sum[BANK_SUMS] = {0};                                                \
            for (int64_t turn = 0; turn < turns; turn += BANK_READS) {                           \
                PRAGMA(GCC unroll 64)                                                            \
                for (int read = 0; read < BANK_READS; read++) {                                  \
                    struct step e = tile_step(0, 0, lane, read % LOADS);                         \
                    e.variant = variant;                                                         \
                    const element_##BYTES value = (element_##BYTES)tile_read_##BYTES(            \
                        base + (unsigned long)tile_get_##BYTES(s, e) * BYTES);                   \
                    sum[read % BANK_SUMS] = ADD_##BYTES(sum[read % BANK_SUMS], value);           \
                }                                                                                \
            }                                                                                    \
            for (int other = 1; other < BANK_SUMS; other++)                                      \
                sum[0] = ADD_##BYTES(sum[0], sum[other]);                                        \
            out[slot + lane] = sum[0];                                                           \
        }                                                                                        \
        __asm__ volatile("" ::: "memory");                                                       \
    }

#endif
