/* Ways to work through a share with the worker's tile (offload/tile.h). A pattern with a tile
 * states besides LOAD and STORE
 *
 *   TILE_HEIGHT        rows of WARP_LANES elements that a block stores
 *   PUT_ROWS           rows that it loads into the tile, each lane one element of a row
 *   PUT_ACTIVE         whether a lane loads its element of a row (all do)
 *   TILE_PUT           where in the tile a loaded element goes, over `e`
 *   TILE_GET           where in the tile load `e.load` of a stored element comes from, over `e` and
 *                      `room`, the elements that there is room for
 *
 * LOAD and the tile's places see `e.block`, `e.row` and `e.lane`. */
#ifndef WARPLINE_PATTERNS_TILE_H
#define WARPLINE_PATTERNS_TILE_H

#include "offload/tile.h"
#include "pattern.h"

#define BLOCK_ROWS(BYTES) TILE_HEIGHT
#define WORKERS_MOST      TILE_WORKERS
#define TAIL              NO_TAIL

#ifndef PUT_ACTIVE
#define PUT_ACTIVE true
#endif
#define ADD_1(a, b) ((element_1)((a) + (b)))
#define ADD_2(a, b) ((element_2)((a) + (b)))
#define ADD_4(a, b) ((a) + (b))
#define ADD_8(a, b) ((a) + (b))
#ifndef BANK_READS
#define BANK_READS 8
#endif
#define GET_ROWS (LOADS * TILE_HEIGHT < 32 ? LOADS * TILE_HEIGHT : 32)

static inline struct step tile_step(int64_t block, int row, int lane, int load)
{
    return (struct step){.block = block, .row = row, .lane = lane, .load = load};
}

/* Fills the tile, then stores from it. The empty statements keep the compiler from moving accesses
 * of the tile past the lanes' meeting. */
#define TILE_BLOCKS(BYTES)                                                                         \
    static inline int64_t tile_put_##BYTES(const struct shape s, const struct step e)              \
    {                                                                                              \
        (void)s, (void)e;                                                                          \
        return TILE_PUT;                                                                           \
    }                                                                                              \
    static inline int64_t tile_get_##BYTES(const struct shape s, const struct step e)              \
    {                                                                                              \
        const int64_t room = TILE_BYTES / BYTES;                                                   \
        (void)s, (void)e, (void)room;                                                              \
        return TILE_GET;                                                                           \
    }                                                                                              \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                              \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s,   \
        const struct share mine, const int variant)                                                \
    {                                                                                              \
        element_##BYTES *tile = worker_tile();                                                     \
        for (int64_t block = mine.first_block; block < mine.last_block;                            \
             block += mine.block_step) {                                                           \
            PRAGMA(omp simd)                                                                       \
            for (int lane = 0; lane < WARP_LANES; lane++) {                                        \
                element_##BYTES value[PUT_ROWS];                                                   \
                PRAGMA(GCC unroll 64)                                                              \
                for (int row = 0; row < PUT_ROWS; row++) {                                         \
                    const struct step e = tile_step(block, row, lane, 0);                          \
                    if (PUT_ACTIVE)                                                                \
                        value[row] = in[address_of_load(s, e)];                                    \
                }                                                                                  \
                PRAGMA(GCC unroll 64)                                                              \
                for (int row = 0; row < PUT_ROWS; row++) {                                         \
                    const struct step e = tile_step(block, row, lane, 0);                          \
                    if (PUT_ACTIVE)                                                                \
                        tile[tile_put_##BYTES(s, e)] = value[row];                                 \
                }                                                                                  \
            }                                                                                      \
            __asm__ volatile("" ::: "memory");                                                     \
            PRAGMA(omp simd)                                                                       \
            for (int lane = 0; lane < WARP_LANES; lane++) {                                        \
                element_##BYTES value[GET_ROWS];                                                   \
                PRAGMA(GCC unroll 64)                                                              \
                for (int first = 0; first < TILE_HEIGHT; first += GET_ROWS / LOADS) {              \
                    PRAGMA(GCC unroll 64)                                                          \
                    for (int v = 0; v < GET_ROWS; v++)                                             \
                        value[v] = tile[tile_get_##BYTES(                                          \
                            s, tile_step(block, first + v / LOADS, lane, v % LOADS))];             \
                    work_##BYTES(s, value, value, GET_ROWS / LOADS);                               \
                    PRAGMA(GCC unroll 64)                                                          \
                    for (int v = 0; v < GET_ROWS / LOADS; v++)                                     \
                        out[address_of_store(s, tile_step(block, first + v, lane, 0))] = value[v]; \
                }                                                                                  \
            }                                                                                      \
            __asm__ volatile("" ::: "memory");                                                     \
        }                                                                                          \
        (void)variant;                                                                             \
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
            element_##BYTES sum = {0};                                                           \
            for (int64_t turn = 0; turn < turns; turn += BANK_READS) {                           \
                PRAGMA(GCC unroll 64)                                                            \
                for (int read = 0; read < BANK_READS; read++) {                                  \
                    struct step e = tile_step(0, 0, lane, read % LOADS);                         \
                    e.variant = variant;                                                         \
                    const element_##BYTES value = (element_##BYTES)tile_read_##BYTES(            \
                        base + (unsigned long)tile_get_##BYTES(s, e) * BYTES);                   \
                    sum = ADD_##BYTES(sum, value);                                               \
                }                                                                                \
            }                                                                                    \
            out[slot + lane] = sum;                                                              \
        }                                                                                        \
        __asm__ volatile("" ::: "memory");                                                       \
    }

#endif
