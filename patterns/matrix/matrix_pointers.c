#include "patterns/matrix/square.h"

#define NAME         matrix_pointers
#define INDEX_VALUE  ((int64_t)permuted((uint64_t)i, EDGE_SHIFT) * EDGE)
#define INDEX_LENGTH EDGE
#define LOAD         (INDEX(e.row_index >> EDGE_SHIFT) + (e.row_index & (EDGE - 1)) + e.lane)
#define STORE        e.index
#define IN_LENGTH    (EDGE * EDGE)
#define OUT_LENGTH   (EDGE * EDGE)

#define BODY CPU_OR_GPU("patterns/matrix/neighbours.h", "patterns/kernel/load_store.h")

#define TILE_ROWS(unroll, lanes) ((lanes) == 1 ? 1 : (unroll))

#include "patterns/kernel/generate.h"

ROW = {
    .name = "matrix_pointers",
    .help = "go row by row through a matrix whose rows are found through pointers",
    .formula = "out[k] = row[k / edge][k % edge], row[r] anywhere",
    .lesson =
        "The matrix is an array of pointers to rows, which lie in any order. Each access first "
        "loads its row's pointer, and the element's load has to wait for it. The pointer is the "
        "same for a whole row, so it comes from the nearest cache. What remains are extra "
        "instructions and a jump to a new place at the end of each row.",
    .source = "C: 2-D array linearised against an array of row pointers",
    .parameters = {EDGE_FROM(32)},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
