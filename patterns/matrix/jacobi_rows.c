#include "patterns/matrix/stencil_rows.h"

#define NAME jacobi_rows

#include "patterns/kernel/generate.h"

ROW = {
    .name = "jacobi_rows",
    .help = "relax a grid, lanes along its rows",
    .formula = "b[i][j] = 0.5 * (a[i-1][j] + a[i+1][j] + a[i][j-1] + a[i][j+1])",
    .lesson =
        "Each element is the mean of its four neighbours' pairs. With lanes along the rows the "
        "three "
        "rows that a block touches are read in whole sectors, and a row comes from memory once and "
        "twice more from a cache. This is the mapping that the layout asks for, on either side.",
    .source = "B: 2-D Jacobi, 2-D blocks",
    .relaxes = true,
    .parameters = {EDGE_FROM(32)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
