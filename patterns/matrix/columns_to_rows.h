/* Reads columns and writes rows: matrix_columns and transpose_write_rows are one kernel with two
 * names. */
#ifndef WARPLINE_COLUMNS_TO_ROWS_H
#define WARPLINE_COLUMNS_TO_ROWS_H

#include "patterns/matrix/square_tiles.h"

#define LOAD       (COLUMN_OF_TILE * EDGE + ROW_OF_TILE)
#define STORE      (ROW_OF_TILE * EDGE + COLUMN_OF_TILE)
#define IN_LENGTH  (EDGE * EDGE)
#define OUT_LENGTH (EDGE * EDGE)
#define MEANING    ((i & (EDGE - 1)) * EDGE + (i >> EDGE_SHIFT))

#endif
