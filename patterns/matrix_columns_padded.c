#define NAME       matrix_columns_padded
#define EDGE       s.value[0]
#define EDGE_SHIFT __builtin_ctzll((unsigned long long)EDGE)
#define PAD        16 /* a line of 64 bytes, of 4-byte elements */
#define MAJOR      (e.index >> EDGE_SHIFT)
#define MINOR      (e.index & (EDGE - 1))
#define LOAD       (MINOR * (EDGE + PAD) + MAJOR)
#define STORE      e.index
#define IN_LENGTH  (EDGE * (EDGE + PAD))
#define OUT_LENGTH (EDGE * EDGE)
#define ELEMENTS   (EDGE * EDGE)
#include "generate.h"

ROW = {
    .name = "matrix_columns_padded",
    .help = "go column by column through a matrix whose rows are padded",
    .formula = "out[k] = in[row * (edge + 16) + column], row fastest",
    .lesson = "The same columns, with rows 16 elements longer than a power of two: neighbours in a "
              "column "
              "now fall into different sets of a CPU's caches and stay until the next column needs "
              "them. A GPU spreads addresses over its L2 by a hash and gains little from it.",
    .source = "C: row against column traversal; set conflicts",
    .parameters = {{.name = "edge",
                    .help = "rows and columns",
                    .low = 32,
                    .high = 65536,
                    .standard = 4096,
                    .power_of_two = true}},
    EXPRESSIONS,
};
