#define NAME       transpose_read_rows
#define EDGE       s.value[0]
#define EDGE_SHIFT __builtin_ctzll((unsigned long long)EDGE)
#define ACROSS     (EDGE_SHIFT - 5) /* log2 of the blocks side by side */
#define R          ((e.block >> ACROSS) * e.rows + e.row)
#define C          ((e.block & ((INT64_C(1) << ACROSS) - 1)) * WARP_LANES + e.lane)
#define LOAD       (R * EDGE + C)
#define STORE      (C * EDGE + R)
#define IN_LENGTH  (EDGE * EDGE)
#define OUT_LENGTH (EDGE * EDGE)
#define ELEMENTS   (EDGE * EDGE)
#define MEANING    ((i & (EDGE - 1)) * EDGE + (i >> EDGE_SHIFT))
#include "generate.h"

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
    .parameters = {{.name = "edge",
                    .help = "rows and columns",
                    .low = 64,
                    .high = 65536,
                    .standard = 4096,
                    .power_of_two = true}},
    EXPRESSIONS,
};
