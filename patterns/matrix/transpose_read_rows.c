#include "patterns/matrix/square_tiles.h"

#define NAME       transpose_read_rows
#define LOAD       (ROW_OF_TILE * EDGE + COLUMN_OF_TILE)
#define STORE      (COLUMN_OF_TILE * EDGE + ROW_OF_TILE)
#define IN_LENGTH  (EDGE * EDGE)
#define OUT_LENGTH (EDGE * EDGE)
#define MEANING    ((i & (EDGE - 1)) * EDGE + (i >> EDGE_SHIFT))

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transpose_read_rows",
    .help = "transpose a matrix, reading rows and writing columns",
    .formula = "out[column][row] = in[row][column], column fastest",
    .lesson =
        "A transpose crosses the memory layout on one side. Here the reads are in order and each "
        "write goes to another row: it moves a sector or a line for 4 bytes, unless the cache "
        "keeps it until its neighbours are written too. With a power of two between rows, these "
        "lines fall into the same sets of a CPU's caches.",
    .source = "D: transpose without shared memory",
    .parameters = {EDGE_FROM(64)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
