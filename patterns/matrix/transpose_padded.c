#include "patterns/matrix/transpose.h"

#define NAME  transpose_padded
#define PITCH 33

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transpose_padded",
    .help = "transpose a matrix through tiles of 32 x 33",
    .formula = "tile[r][c] = in[y + r][x + c]; out[x + r][y + c] = tile[c][r]",
    .lesson =
        "One unused column is added to the tile. The words of a column are now 33 apart, so they "
        "lie in 32 different banks, and no bank conflict is left on the GPU. On a CPU there is "
        "nothing to cure, because the tile's 4 KB do not conflict in its L1. For lines that do "
        "conflict, "
        "see sets and matrix.",
    .source = "B: transpose through a padded tile [B][B + 1]; A: tile_static",
    .parameters = {EDGE_FROM(64)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
