#include "patterns/matrix/square.h"

#define NAME       matrix_rows
#define MAJOR      (e.row_index >> EDGE_SHIFT)
#define MINOR      ((e.row_index & (EDGE - 1)) + e.lane)
#define LOAD       (MAJOR * EDGE + MINOR)
#define STORE      e.index
#define IN_LENGTH  (EDGE * EDGE)
#define OUT_LENGTH (EDGE * EDGE)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "matrix_rows",
    .help = "go through a matrix row by row",
    .formula = "out[k] = in[row * edge + column], column fastest",
    .lesson =
        "Along a row the addresses are consecutive. A core uses whole lines, and a warp uses whole "
        "sectors. A matrix that is read in the order of memory costs as much as a copy.",
    .source = "C: row against column traversal; linearised 2-D array",
    .parameters = {EDGE_FROM(32)},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
