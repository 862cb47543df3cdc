/* Atomic additions of all threads to a set of cells. A pattern defines CELLS, the number of cells;
 * CELL, the cell of thread `e.thread`, which is that number modulo CELLS; and SPACING, the elements
 * from one cell to the next. */
#ifndef WARPLINE_CELLS_H
#define WARPLINE_CELLS_H

#include "patterns/kernel/usual.h"

#define LOADS        0
#define LOAD         0
#define STORE        (CELL * SPACING)
#define STORE_ACCESS ACCESS_ATOMIC
#define IN_LENGTH    0
#define OUT_LENGTH   (CELLS * SPACING)
#define HITS(cell)   (s.threads / CELLS + ((cell) < s.threads % CELLS))
#define SCHEDULE     STATIC
#define ELEMENTS     (s.threads * INT64_C(1024))
#define SIZES        (4 | 8)

#define CELLS_PARAMETER                                                                           \
    {                                                                                             \
        .name = "cells", .help = "cells that the threads share; thread t adds to cell t % cells", \
        .low = 1, .high = 1 << 20, .standard = 1                                                  \
    }

#endif
