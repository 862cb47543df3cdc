/* The grid of the 2-D relaxation, b[i][j] = 0.5 * (a[i-1][j] + a[i+1][j] + a[i][j-1] + a[i][j+1]).
 * The jacobi patterns traverse it in different orders. One load and one store an element are
 * useful: a cache, shared memory or registers can serve the other loads. */
#ifndef WARPLINE_STENCIL_H
#define WARPLINE_STENCIL_H

#include "patterns/matrix/square.h"

/* The grid has a border of one row above and below and of 32 columns on either side, so that the
 * rows of the inner part start on a line. */
#define PITCH        (EDGE + 64)
#define AT(r, c)     (((r) + 1) * PITCH + (c) + 32)
#define IN_LENGTH    ((EDGE + 2) * PITCH)
#define OUT_LENGTH   IN_LENGTH
#define NEIGHBOUR(k) ((k) == 0 ? -PITCH : (k) == 1 ? PITCH : (k) == 2 ? -1 : 1)
#define GRID_ROW     (i / PITCH - 1)
#define GRID_COL     (i % PITCH - 32)
#define IS_INNER     (GRID_ROW >= 0 && GRID_ROW < EDGE && GRID_COL >= 0 && GRID_COL < EDGE)
#define MEANING      (IS_INNER ? i + NEIGHBOUR(k) : -1)
#define LOADS        4
/* The new value from the sum of the four neighbours. */
#define RELAXED(type, sum) ((type)0.5 * (sum))
#define NUMBERS
#define RESULT RELAXED(element, VALUE(0) + VALUE(1) + VALUE(2) + VALUE(3))

#endif
