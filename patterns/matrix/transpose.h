/* A transpose through tiles of 32 x 32 elements whose rows are PITCH elements apart. */
#ifndef WARPLINE_TRANSPOSE_H
#define WARPLINE_TRANSPOSE_H

#include "patterns/kernel/tile.h"
#include "patterns/matrix/square.h"

#define ACROSS      (EDGE_SHIFT - 5) /* log2 of the tiles in a row */
#define TILE_ROW    (e.tile >> ACROSS)
#define TILE_COL    (e.tile & ((INT64_C(1) << ACROSS) - 1))
#define TILE_HEIGHT 32
#define PUT_ROWS    32
#define LOAD        ((TILE_ROW * 32 + e.row) * EDGE + TILE_COL * 32 + e.lane)
#define TILE_PUT    (e.lane + e.row * PITCH)
#define TILE_GET    (e.lane * PITCH + e.row)
#define STORE       ((TILE_COL * 32 + e.row) * EDGE + TILE_ROW * 32 + e.lane)
#define IN_LENGTH   (EDGE * EDGE)
#define OUT_LENGTH  (EDGE * EDGE)
#define MEANING     ((i & (EDGE - 1)) * EDGE + (i >> EDGE_SHIFT))
#define SIZES       (1 | 2 | 4)

#endif
