/* The grid, with the lanes of a tile along the grid's rows. */
#ifndef WARPLINE_STENCIL_ROWS_H
#define WARPLINE_STENCIL_ROWS_H

#include "patterns/matrix/stencil_tiles.h"

#define R ((e.tile >> ACROSS) * e.rows + e.row)
#define C ((e.tile & ((INT64_C(1) << ACROSS) - 1)) * LANES + e.lane)
/* A dynamic schedule needs more registers, which costs one warp in four. */
#define SCHEDULE    STATIC
#define GRID_BEFORE 0

#endif
