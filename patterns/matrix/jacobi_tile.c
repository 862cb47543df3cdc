#include "patterns/kernel/tile.h"
#include "patterns/matrix/relaxed_grid.h"

#define NAME jacobi_tile

/* A tile is 18 rows of 34: 32 columns with a border on either side. In 18 goes the lanes load the
 * rows' 32 middle columns, in two more the 36 elements of the borders. */
#define SPAN          34
#define TILE_HEIGHT   16
#define PUT_ROWS      (TILE_HEIGHT + 2)
#define BORDER_ROWS   2
#define ACROSS        (EDGE_SHIFT - 5) /* log2 of the tiles in a row */
#define TILE_ROW      ((e.tile >> ACROSS) * TILE_HEIGHT)
#define TILE_COL      ((e.tile & ((INT64_C(1) << ACROSS) - 1)) * 32)
#define IS_BORDER     (e.row >= PUT_ROWS)
#define BORDER        ((e.row - PUT_ROWS) * 32 + e.lane)
#define BORDER_ACTIVE (BORDER < 2 * PUT_ROWS)
#define BORDER_COL    (BORDER % 2 * (SPAN - 1))
#define LOAD                                                              \
    (IS_BORDER ? AT(TILE_ROW - 1 + BORDER / 2, TILE_COL - 1 + BORDER_COL) \
               : AT(TILE_ROW - 1 + e.row, TILE_COL + e.lane))
#define TILE_PUT  (IS_BORDER ? BORDER / 2 * SPAN + BORDER_COL : e.lane + (e.row * SPAN + 1))
#define TILE_NEXT (e.load == 0 ? -SPAN : e.load == 1 ? SPAN : e.load == 2 ? -1 : 1)
#define TILE_GET  (e.lane + ((e.row + 1) * SPAN + 1 + TILE_NEXT))
#define STORE     AT(TILE_ROW + e.row, TILE_COL + e.lane)
#define SIZES     4

#include "patterns/kernel/generate.h"

ROW = {
    .name = "jacobi_tile",
    .help = "relax a grid through tiles of 16 x 32",
    .formula = "tile = 18 x 34 of a; b[i][j] = 0.5 * (sum of four neighbours in the tile)",
    .lesson =
        "Each element comes from memory once, into the tile, and is read from there four times. "
        "The border of a tile, 100 of its 612 elements, is read again by the neighbouring tiles. "
        "Before GPUs had caches, stencils were written this way. Today the L1 does the same "
        "without extra code, so the tile has to save more time than staging costs.",
    .source = "B: 2-D Jacobi; A: tile_static",
    .relaxes = true,
    .parameters = {EDGE_FROM(32)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
