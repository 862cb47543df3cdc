#define NAME       transpose_write_rows
#define LOAD       (COLUMN_OF_BLOCK * EDGE + ROW_OF_BLOCK)
#define STORE      (ROW_OF_BLOCK * EDGE + COLUMN_OF_BLOCK)
#define IN_LENGTH  (EDGE * EDGE)
#define OUT_LENGTH (EDGE * EDGE)
#define MEANING    ((i & (EDGE - 1)) * EDGE + (i >> EDGE_SHIFT))
#include "rows.h"

#include "generate.h"

ROW = {
    .name = "transpose_write_rows",
    .help = "transpose a matrix, reading columns and writing rows",
    .formula = "out[row][column] = in[column][row], column fastest",
    .lesson =
        "The other way round: the writes are in order and the reads are across the grain. Reads "
        "that miss hold up what waits for them, but unlike partial writes they never have to be "
        "merged. Which of the two is better is a question to the machine.",
    .source = "D: transpose without shared memory",
    .parameters = {{.name = "edge",
                    .help = "rows and columns",
                    .low = 64,
                    .high = 65536,
                    .standard = 4096,
                    .power_of_two = true}},
    EXPRESSIONS,
};
