/* Blocks of patterns whose rows are equally far apart, in what is read as in what is written: 32
 * columns side by side, `e.rows` rows of them (one on a CPU, which goes row by row). Such a pattern
 * states LOAD and STORE over ROW and COLUMN, and EDGE, a power of two. */
#ifndef WARPLINE_ROWS_H
#define WARPLINE_ROWS_H

#include "side.h"

#define EDGE       s.value[0]
#define EDGE_SHIFT __builtin_ctzll((unsigned long long)EDGE)
/* log2 of the blocks side by side */
#define ACROSS          (EDGE_SHIFT - 5)
#define ROW_OF_BLOCK    ((e.block >> ACROSS) * e.rows + e.row)
#define COLUMN_OF_BLOCK ((e.block & ((INT64_C(1) << ACROSS) - 1)) * WARP_LANES + e.lane)
#define ELEMENTS        (EDGE * EDGE)
#define BLOCKS          ROW_BLOCKS
#define TAIL            NO_TAIL

#define BLOCK_ROWS(unroll, lanes, variant) ((lanes) == 1 ? 1 : (unroll))

/* Whether a lane has the L2 fetch where its first row of the next block is: where the lanes go down
 * a column that is all the lane will load of it. */
#ifndef FETCH_AHEAD
#define FETCH_AHEAD false
#endif

#define ROW_BLOCKS(BYTES)                                                                        \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                            \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s, \
        const struct share mine, const int variant)                                              \
    {                                                                                            \
        const int rows = ROWS(BYTES, 1);                                                         \
        (void)variant;                                                                           \
        BLOCKS_AND_LANES(mine)                                                                   \
        {                                                                                        \
            const struct step first = {.block = block, .rows = rows};                            \
            const struct step second = {.block = block, .rows = rows, .row = 1};                 \
            const int64_t load_step = address_of_load(s, second) - address_of_load(s, first);    \
            const int64_t store_step = address_of_store(s, second) - address_of_store(s, first); \
            element_##BYTES value[ROWS(BYTES, 1)];                                               \
            const struct step e = {.block = block, .rows = rows, .lane = lane};                  \
            const struct step ahead = {                                                          \
                .block = block + mine.block_step, .rows = rows, .lane = lane};                   \
            const element_##BYTES *from = &in[address_of_load(s, e)];                            \
            element_##BYTES *to = &out[address_of_store(s, e)];                                  \
            PRAGMA(GCC unroll 64)                                                                \
            for (int row = 0; row < rows; row++) {                                               \
                value[row] = from[OF_ROW(row, load_step)];                                       \
                from = NEXT_ROW(from, load_step);                                                \
            }                                                                                    \
            if (FETCH_AHEAD && ahead.block < end)                                                \
                fetch_ahead(&in[address_of_load(s, ahead)]);                                     \
            PRAGMA(GCC unroll 64)                                                                \
            for (int row = 0; row < rows; row++) {                                               \
                to[OF_ROW(row, store_step)] = value[row];                                        \
                to = NEXT_ROW(to, store_step);                                                   \
            }                                                                                    \
        }                                                                                        \
    }

#endif
