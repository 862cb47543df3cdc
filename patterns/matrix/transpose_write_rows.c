/* The kernel of matrix_columns under the name that a transpose has. */
#include "patterns/matrix/columns_to_rows.h"

#define NAME transpose_write_rows

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transpose_write_rows",
    .help = "transpose a matrix, reading columns and writing rows",
    .formula = "out[row][column] = in[column][row], column fastest",
    .lesson =
        "The other way round: the writes are in order and the reads are across the grain. Reads "
        "that miss hold up what waits for them, but unlike partial writes they never have to be "
        "merged. Which of the two is better is a question to the machine.",
    .source = "D: transpose without shared memory",
    .parameters = {EDGE_FROM(64)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
