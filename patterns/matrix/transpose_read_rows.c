#include "patterns/matrix/square_blocks.h"

#define NAME       transpose_read_rows
#define LOAD       (ROW_OF_BLOCK * EDGE + COLUMN_OF_BLOCK)
#define STORE      (COLUMN_OF_BLOCK * EDGE + ROW_OF_BLOCK)
#define IN_LENGTH  (EDGE * EDGE)
#define OUT_LENGTH (EDGE * EDGE)
#define MEANING    ((i & (EDGE - 1)) * EDGE + (i >> EDGE_SHIFT))

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transpose_read_rows",
    .help = "transpose a matrix, reading rows and writing columns",
    .formula = "out[column][row] = in[row][column], column fastest",
    .lesson =
        "One side of a transpose is always across the grain. Here the reads are in order and each "
        "write goes to a row of its own: a sector or a line for 4 bytes, unless the cache keeps it "
        "until its neighbours have been written too. With a power of two between rows they fall "
        "into the same sets of a CPU's caches.",
    .source = "D: transpose without shared memory",
    .parameters = {EDGE_FROM(64)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
