/* A square matrix of s.value[0] rows and columns, a power of two. */
#ifndef WARPLINE_SQUARE_H
#define WARPLINE_SQUARE_H

#include "patterns/kernel/usual.h"

#define EDGE       s.value[0]
#define EDGE_SHIFT __builtin_ctzll((unsigned long long)EDGE)
#define ELEMENTS   (EDGE * EDGE)
#define EDGE_FROM(least)                                                           \
    {                                                                              \
        .name = "edge", .help = "rows and columns", .low = (least), .high = 65536, \
        .standard = 4096, .power_of_two = true                                     \
    }

#endif
