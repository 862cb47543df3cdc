/* A square matrix in blocks whose rows are equally far apart: 32 columns side by side, `e.rows`
 * rows of them (one on a CPU, which goes row by row). Such a pattern states LOAD and STORE over
 * ROW_OF_BLOCK and COLUMN_OF_BLOCK. */
#ifndef WARPLINE_SQUARE_BLOCKS_H
#define WARPLINE_SQUARE_BLOCKS_H

#include "patterns/matrix/square.h"

#define ACROSS          (EDGE_SHIFT - 5) /* log2 of the blocks side by side */
#define ROW_OF_BLOCK    ((e.block >> ACROSS) * e.rows + e.row)
#define COLUMN_OF_BLOCK ((e.block & ((INT64_C(1) << ACROSS) - 1)) * WARP_LANES + e.lane)
#define BODY            "patterns/kernel/body/rows.h"
#define TAIL            0

#define BLOCK_ROWS(unroll, lanes) ((lanes) == 1 ? 1 : (unroll))

#endif
