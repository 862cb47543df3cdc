/* The kernel of transpose_write_rows: what a transpose reads down a column and writes along a row
 * is what going through a matrix column by column means. Both names are kept, since courses ask
 * both questions. */
#include "patterns/matrix/columns_to_rows.h"

#define NAME matrix_columns

#include "patterns/kernel/generate.h"

ROW = {
    .name = "matrix_columns",
    .help = "go through a matrix column by column",
    .formula = "out[k] = in[row * edge + column], row fastest",
    .lesson =
        "Down a column each element is a whole row away from the last. On a CPU each access moves "
        "a line and needs a page of its own; with a power of two between rows the lines also "
        "fall into the same few sets of the caches, and are gone before the next column wants "
        "them. On a GPU the lanes of a warp are on 32 different sectors, seven eighths of each "
        "wasted unless the L2 still has it when the next column comes.",
    .source = "C: row against column traversal",
    .parameters = {EDGE_FROM(64)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
