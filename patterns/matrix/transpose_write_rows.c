/* The kernel of matrix_columns under the name that a transpose has. */
#include "patterns/matrix/columns_to_rows.h"

#define NAME transpose_write_rows

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transpose_write_rows",
    .help = "transpose a matrix, reading columns and writing rows",
    .formula = "out[row][column] = in[column][row], column fastest",
    .lesson =
        "The writes are in order and the reads are strided. Reads that miss delay what depends on "
        "them, but unlike partial-sector writes they never need a merge. Which of the two "
        "transposes is faster depends on the machine.",
    .source = "D: transpose without shared memory",
    .parameters = {EDGE_FROM(64)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
