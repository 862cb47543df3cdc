#include "patterns/matrix/stencil_rows.h"

#define NAME jacobi_rows

#include "patterns/kernel/generate.h"

ROW = {
    .name = "jacobi_rows",
    .help = "relax a grid, lanes along its rows",
    .formula = "b[i][j] = 0.5 * (a[i-1][j] + a[i+1][j] + a[i][j-1] + a[i][j+1])",
    .lesson =
        "Each element becomes half the sum of its four neighbours. With lanes along the rows, the "
        "three rows that a block touches are read in whole sectors and lines. A row comes from "
        "memory once and from a cache twice more. This mapping suits the memory "
        "layout on both sides.",
    .source = "B: 2-D Jacobi, 2-D blocks",
    .relaxes = true,
    .parameters = {EDGE_FROM(32)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
