/* The kernel of transpose_write_rows: what a transpose reads down a column and writes along a row
 * is what going through a matrix column by column means. Both names remain, since courses ask
 * both questions. */
#include "patterns/matrix/columns_to_rows.h"

#define NAME matrix_columns

#include "patterns/kernel/generate.h"

ROW = {
    .name = "matrix_columns",
    .help = "go through a matrix column by column",
    .formula = "out[k] = in[row * edge + column], row fastest",
    .lesson =
        "Down a column, each element is a whole row away from the one before. On a CPU each access "
        "moves a line and needs another page. With a power of two between rows, the lines also "
        "fall into the same few cache sets, and are evicted before the next column needs them. On "
        "a GPU the lanes of a warp touch 32 different sectors; seven eighths of each are wasted "
        "unless the L2 still holds them for the next column.",
    .source = "C: row against column traversal",
    .parameters = {EDGE_FROM(64)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
