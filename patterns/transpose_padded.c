#define NAME        transpose_padded
#define EDGE        s.value[0]
#define EDGE_SHIFT  __builtin_ctzll((unsigned long long)EDGE)
#define PITCH       33
#define ACROSS      (EDGE_SHIFT - 5) /* log2 of the tiles in a row */
#define TILE_ROW    (e.block >> ACROSS)
#define TILE_COL    (e.block & ((INT64_C(1) << ACROSS) - 1))
#define TILE_HEIGHT 32
#define PUT_ROWS    32
#define LOAD        ((TILE_ROW * 32 + e.row) * EDGE + TILE_COL * 32 + e.lane)
#define TILE_PUT    (e.lane + e.row * PITCH)
#define TILE_GET    (e.lane * PITCH + e.row)
#define STORE       ((TILE_COL * 32 + e.row) * EDGE + TILE_ROW * 32 + e.lane)
#define IN_LENGTH   (EDGE * EDGE)
#define OUT_LENGTH  (EDGE * EDGE)
#define ELEMENTS    (EDGE * EDGE)
#define MEANING     ((i & (EDGE - 1)) * EDGE + (i >> EDGE_SHIFT))
#define BLOCKS      TILE_BLOCKS
#define SIZES(X)    X(1) X(2) X(4)
#include "tile.h"

#include "generate.h"

ROW = {
    .name = "transpose_padded",
    .help = "transpose a matrix through tiles of 32 x 33",
    .formula = "tile[r][c] = in[row + r][column + c]; out[column + r][row + c] = tile[c][r]",
    .lesson =
        "The same with one unused column in the tile: now the words of a column are 33 apart, in "
        "32 "
        "different banks, and all lanes are served at once. One column of padding is the cure for "
        "bank conflicts on a GPU and for set conflicts on a CPU.",
    .source = "B: transpose through a padded tile [B][B + 1]; A: tile_static",
    .parameters = {{.name = "edge",
                    .help = "rows and columns",
                    .low = 64,
                    .high = 65536,
                    .standard = 4096,
                    .power_of_two = true}},
    EXPRESSIONS,
};
