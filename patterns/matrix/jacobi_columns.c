#include "patterns/matrix/stencil_tiles.h"

#define NAME        jacobi_columns
#define C           ((e.tile >> ACROSS) * e.rows + e.row)
#define R           ((e.tile & ((INT64_C(1) << ACROSS) - 1)) * LANES + e.lane)
#define GRID_BEFORE 2

#include "patterns/kernel/generate.h"

ROW = {
    .name = "jacobi_columns",
    .help = "relax a grid, lanes along its columns",
    .formula = "b[i][j] = 0.5 * (a[i-1][j] + a[i+1][j] + a[i][j-1] + a[i][j+1])",
    .lesson =
        "The sums are those of jacobi_rows, with the two loops exchanged. The lanes of a warp are "
        "a row apart and need 32 sectors or lines where 4 would do. A cache helps if it still "
        "holds them when the next columns need the rest. With a power of two between rows a CPU's "
        "cache does not, because the lines fall into the same few sets.",
    .source = "B: 2-D Jacobi, 1-D blocks with a loop",
    .relaxes = true,
    .parameters = {EDGE_FROM(32)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
