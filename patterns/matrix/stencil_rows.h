/* The grid with the lanes of a block along its rows. */
#ifndef WARPLINE_GRID_ROWS_H
#define WARPLINE_GRID_ROWS_H

#include "grid.h"

#define ACROSS      (EDGE_SHIFT - 5) /* log2 of the blocks side by side */
#define R           ((e.block >> ACROSS) * e.rows + e.row)
#define C           ((e.block & ((INT64_C(1) << ACROSS) - 1)) * WARP_LANES + e.lane)
#define LOAD        (AT(R, C) + NEIGHBOUR(e.load))
#define STORE       AT(R, C)
#define SHARES      OWN /* to take chunks needs registers that make it one warp less in four */
#define BLOCKS      GRID_BLOCKS
#define DEFINE_WALK GRID_WALK
#define BLOCK_ROWS  GRID_ROWS
#define GRID_BEFORE 0

#endif
