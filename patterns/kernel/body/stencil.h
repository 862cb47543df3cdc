/* The grid of the 2-D relaxation, b[i][j] = 0.5 * (a[i-1][j] + a[i+1][j] + a[i][j-1] + a[i][j+1]),
 * which the jacobi patterns go through in different ways. Useful are one load and one store an
 * element: a cache, the tile or registers can serve the rest. */
#ifndef WARPLINE_GRID_H
#define WARPLINE_GRID_H

#include "pattern.h"
#include "side.h"

#define EDGE       s.value[0]
#define EDGE_SHIFT __builtin_ctzll((unsigned long long)EDGE)
/* The grid has a border: rows above and below, and 32 columns on either side, so that the inner
 * part's rows start on a line. */
#define PITCH        (EDGE + 64)
#define AT(r, c)     (((r) + 1) * PITCH + (c) + 32)
#define IN_LENGTH    ((EDGE + 2) * PITCH)
#define OUT_LENGTH   IN_LENGTH
#define ELEMENTS     (EDGE * EDGE)
#define NEIGHBOUR(k) ((k) == 0 ? -PITCH : (k) == 1 ? PITCH : (k) == 2 ? -1 : 1)
#define GRID_ROW     (i / PITCH - 1)
#define GRID_COL     (i % PITCH - 32)
#define IS_INNER     (GRID_ROW >= 0 && GRID_ROW < EDGE && GRID_COL >= 0 && GRID_COL < EDGE)
#define MEANING      (IS_INNER ? i + NEIGHBOUR(k) : -1)
#define LOADS        4
#define USEFUL_LOADS 1
/* Of the sum of the four neighbours. */
#define RELAXED(type, sum) ((type)0.5 * (sum))
#define NUMBERS
#define WORK                                     \
    PRAGMA(GCC unroll 64)                        \
    for (int i = 0; i < count; i++)              \
        value[i] = RELAXED(__typeof__(value[0]), \
                           value[4 * i] + value[4 * i + 1] + value[4 * i + 2] + value[4 * i + 3]);

#define GRID_ROWS(unroll, lanes, variant) AT_LEAST(1, (unroll) / 2)

#define GRID_WALK                                        \
    static void walk(const struct walk *w)               \
    {                                                    \
        for (int row = 0; row < w->rows + 2; row++)      \
            walk_row(w, row, 0, GRID_BEFORE);            \
        for (int row = 0; row < w->rows; row++)          \
            for (int side = 2; side < 4; side++)         \
                walk_row(w, row, 0, side - GRID_BEFORE); \
        for (int row = 0; row < w->rows; row++)          \
            walk_row(w, row, 0, WALK_STORE);             \
    }

/* A lane goes along its block's rows, and one row past either end: what it finds is the neighbour
 * behind one sum and before another. When all that is under way it goes again for the neighbours at
 * the sides, which other lanes have fetched. All loads of a block come before its first store,
 * since no load is moved before a store that might be to the same place. Load GRID_BEFORE is the
 * one from the row before; the one at a side is 3 - GRID_BEFORE. */
#define GRID_BLOCKS(BYTES)                                                                        \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                             \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s,  \
        const struct share mine, const int variant)                                               \
    {                                                                                             \
        const int rows = ROWS(BYTES, variant);                                                    \
        BLOCKS_AND_LANES(mine)                                                                    \
        {                                                                                         \
            const int64_t after = block + mine.block_step;                                        \
            const int64_t first = grid_load(s, block, rows, 0, 0, GRID_BEFORE);                   \
            const int64_t step = grid_load(s, block, rows, 1, 0, GRID_BEFORE) - first;            \
            const int64_t side = grid_load(s, block, rows, 0, 0, 3 - GRID_BEFORE) - first - step; \
            element_##BYTES sum[ROWS(BYTES, 1) + 2];                                              \
            const struct step corner = grid_step(block, rows, 0, lane, GRID_BEFORE);              \
            const element_##BYTES *const start = &in[address_of_load(s, corner)], *from = start;  \
            element_##BYTES *to = &out[address_of_store(s, corner)];                              \
            PRAGMA(GCC unroll 64)                                                                 \
            for (int row = 0; row < rows + 2; row++) {                                            \
                sum[row] = READ(BYTES, from[OF_ROW(row, step)]);                                  \
                from = NEXT_ROW(from, step);                                                      \
            }                                                                                     \
            loads_first();                                                                        \
            from = NEXT_ROW(start, step);                                                         \
            PRAGMA(GCC unroll 64)                                                                 \
            for (int row = 0; row < rows; row++) {                                                \
                const int64_t at = OF_ROW(row + 1, step);                                         \
                sum[row] +=                                                                       \
                    sum[row + 2] + READ(BYTES, from[at - side]) + READ(BYTES, from[at + side]);   \
                from = NEXT_ROW(from, step);                                                      \
            }                                                                                     \
            if (after < end && lane < rows + 2)                                                   \
                fetch_ahead(&in[grid_load(s, after, rows, lane, 0, GRID_BEFORE)]);                \
            PRAGMA(GCC unroll 64)                                                                 \
            for (int row = 0; row < rows; row++) {                                                \
                to[OF_ROW(row, step)] = RELAXED(element_##BYTES, sum[row]);                       \
                to = NEXT_ROW(to, step);                                                          \
            }                                                                                     \
        }                                                                                         \
        (void)variant;                                                                            \
    }

static inline struct step grid_step(int64_t block, int rows, int row, int lane, int load)
{
    return (struct step){.block = block, .rows = rows, .row = row, .lane = lane, .load = load};
}
#define grid_load(s, block, rows, row, lane, load) \
    address_of_load(s, grid_step(block, rows, row, lane, load))

#endif
