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
        "Along a row the addresses are neighbours: whole lines for a core, whole sectors for a "
        "warp. What a matrix costs when it is gone through as it lies in memory: a copy.",
    .source = "C: row against column traversal; linearised 2-D array",
    .parameters = {EDGE_FROM(32)},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
