#include "patterns/matrix/square_tiles.h"

#define NAME        matrix_columns_padded
#define PAD         16 /* a line of 64 bytes, of 4-byte elements */
#define LOAD        (COLUMN_OF_TILE * (EDGE + PAD) + ROW_OF_TILE)
#define STORE       (ROW_OF_TILE * EDGE + COLUMN_OF_TILE)
#define IN_LENGTH   (EDGE * (EDGE + PAD))
#define OUT_LENGTH  (EDGE * EDGE)
#define MEANING     ((i & (EDGE - 1)) * (EDGE + PAD) + (i >> EDGE_SHIFT))
#define FETCH_AHEAD true

#include "patterns/kernel/generate.h"

ROW = {
    .name = "matrix_columns_padded",
    .help = "go column by column through a matrix whose rows are padded",
    .formula = "out[k] = in[row * (edge + 16) + column], row fastest",
    .lesson =
        "The rows are 16 elements longer than a power of two. Neighbours in a column now fall into "
        "different sets of a CPU's caches, and stay there until the next column needs them. A GPU "
        "distributes addresses over its L2 by a hash, so it gains little from padding.",
    .source = "C: row against column traversal; set conflicts",
    .parameters = {EDGE_FROM(64)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
