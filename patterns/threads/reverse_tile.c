#include "patterns/kernel/tile.h"

#define NAME        reverse_tile
#define BLOCK       (32 * 32)
#define PLACE       (e.row * 32 + e.lane)
#define TILE_HEIGHT 32
#define PUT_ROWS    32
#define LOAD        (e.tile * BLOCK + PLACE)
#define TILE_PUT    PLACE
#define TILE_GET    (BLOCK - 1 - PLACE)
#define STORE       (s.elements - (e.tile + 1) * BLOCK + PLACE)
#define MEANING     (s.elements - 1 - i)
#define IN_LENGTH   s.elements
#define OUT_LENGTH  s.elements
#define SIZES       (1 | 2 | 4)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "reverse_tile",
    .help = "write an array in reverse order, reversed inside tiles",
    .formula = "tile[k] = in[b + k]; out[n - b - 1024 + k] = tile[1023 - k]",
    .lesson =
        "Each worker reads 1024 elements into its tile, and writes them from the tile's end to its "
        "start. Reads and writes then both go forwards. When a GPU coalesced only lanes in order, "
        "this saved an order of magnitude. Today it is only an extra step.",
    .source = "B: array reversal through shared memory",
    .loads = 1,
    .stores = 1,
    .rounding = WHOLE_BLOCKS,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
