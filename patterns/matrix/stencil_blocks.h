/* The grid in blocks that need no tile: body/stencil.h. */
#ifndef WARPLINE_STENCIL_BLOCKS_H
#define WARPLINE_STENCIL_BLOCKS_H

#include "patterns/matrix/relaxed_grid.h"

#define ACROSS (EDGE_SHIFT - 5) /* log2 of the blocks in a row of blocks */
#define LOAD   (AT(R, C) + NEIGHBOUR(e.load))
#define STORE  AT(R, C)
#define SIZES  (4 | 8)
#define BODY   "patterns/kernel/body/stencil.h"
#define WALK   "patterns/kernel/body/stencil_walk.h"

#define BLOCK_ROWS(unroll, lanes) AT_LEAST(1, (unroll) / 2)

#endif
