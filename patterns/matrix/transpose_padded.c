#include "patterns/matrix/transpose.h"

#define NAME  transpose_padded
#define PITCH 33

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transpose_padded",
    .help = "transpose a matrix through tiles of 32 x 33",
    .formula = "tile[r][c] = in[row + r][column + c]; out[column + r][row + c] = tile[c][r]",
    .lesson =
        "The same with one unused column in the tile: now the words of a column are 33 apart, in "
        "32 "
        "different banks, and all lanes are served at once. One column of padding is the cure for "
        "bank conflicts on a GPU. On a CPU there is nothing to cure, since the tile's 4 KB do not "
        "collide with each other in its L1, and it costs: rows that begin anywhere are gathered "
        "element by element where the compiler shuffles whole vectors of the plain tile. Where "
        "lines do collide, see sets and matrix.",
    .source = "B: transpose through a padded tile [B][B + 1]; A: tile_static",
    .parameters = {EDGE_FROM(64)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
