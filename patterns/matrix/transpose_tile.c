#include "patterns/matrix/transpose.h"

#define NAME  transpose_tile
#define PITCH 32
/* Its bank conflicts leave time: */
#define TILES_AHEAD 1
#define CHUNK_TILES 8

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transpose_tile",
    .help = "transpose a matrix through tiles of 32 x 32",
    .formula = "tile[r][c] = in[y + r][x + c]; out[x + r][y + c] = tile[c][r]",
    .lesson =
        "Each worker reads 32 short rows into its tile and writes 32 short rows from the tile's "
        "columns, so the memory sees whole sectors and lines on both sides. Only the accesses "
        "inside the tile are strided. With 32 words a row, a column of the tile lies in one bank "
        "of a GPU's shared memory: a 32-way conflict. On a CPU the tile stays in the L1, which has "
        "no such conflict.",
    .source = "B: transpose through shared memory; D: transpose with shared memory; A: tile_static",
    .parameters = {EDGE_FROM(64)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
