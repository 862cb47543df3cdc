/* The grid of the 2-D relaxation, b[i][j] = 0.5 * (a[i-1][j] + a[i+1][j] + a[i][j-1] + a[i][j+1]),
 * which the jacobi patterns go through in different ways. Useful are one load and one store an
 * element: a cache, the tile or registers can serve the rest. */
#ifndef WARPLINE_GRID_H
#define WARPLINE_GRID_H

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
#define NUMBERS
#define WORK                                   \
    PRAGMA(GCC unroll 64)                      \
    for (int i = 0; i < count; i++)            \
        stored[i] = (__typeof__(*stored))0.5 * \
                    (loaded[4 * i] + loaded[4 * i + 1] + loaded[4 * i + 2] + loaded[4 * i + 3]);

#endif
