#define NAME jacobi_tile
#include "grid.h"

#define SPAN       34 /* columns of a tile: 32 and a border on either side */
#define BLOCK_ROWS 16
#define PUT_ROWS   20               /* 32 lanes take the 18 * 34 elements of a tile in 20 goes */
#define ACROSS     (EDGE_SHIFT - 5) /* log2 of the tiles in a row */
#define TILE_ROW   ((e.block >> ACROSS) * BLOCK_ROWS)
#define TILE_COL   ((e.block & ((INT64_C(1) << ACROSS) - 1)) * 32)
#define PLACE      (e.row * 32 + e.lane)
#define PUT_ACTIVE (PLACE < (BLOCK_ROWS + 2) * SPAN)
#define LOAD       AT(TILE_ROW - 1 + PLACE / SPAN, TILE_COL - 1 + PLACE % SPAN)
#define TILE_PUT   PLACE
#define TILE_NEXT  (e.load == 0 ? -SPAN : e.load == 1 ? SPAN : e.load == 2 ? -1 : 1)
#define TILE_GET   ((e.row + 1) * SPAN + e.lane + 1 + TILE_NEXT)
#define STORE      AT(TILE_ROW + e.row, TILE_COL + e.lane)
#define BLOCKS     TILE_BLOCKS
#define SIZES(X)   X(4)
#include "tile.h"

#include "generate.h"

ROW = {
    .name = "jacobi_tile",
    .help = "relax a grid through tiles of 16 x 32",
    .formula = "tile = 18 x 34 of a; b[i][j] = 0.5 * (sum of four neighbours in the tile)",
    .lesson =
        "Each element comes from memory once, into the tile, and is read from there four times; "
        "the "
        "border of a tile, 100 of its 612 elements, is read again by its neighbours. Before GPUs "
        "had caches this was how a stencil was written. With an L1 that does the same unasked it "
        "has to earn the way through the tile.",
    .source = "B: 2-D Jacobi; A: tile_static",
    .relaxes = true,
    .parameters = {{.name = "edge",
                    .help = "rows and columns",
                    .low = 32,
                    .high = 65536,
                    .standard = 4096,
                    .power_of_two = true}},
    EXPRESSIONS,
};
