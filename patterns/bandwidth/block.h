/* Patterns that are one block operation on the whole array. On a CPU each worker calls the C
 * library for its share; the steps after the last whole tile belong to the last share. On a GPU one
 * call of the driver does all of it (device/driver.h: CALL). A pattern includes this file in place
 * of usual.h and defines
 *
 *   ON_CPU   the call, over `to` and `from`, pointers to the share's elements, and `bytes` */
#ifndef WARPLINE_BLOCK_H
#define WARPLINE_BLOCK_H

#include "patterns/kernel/usual.h"

#include <string.h>

#define SCHEDULE STATIC
#define TAIL     0
#define BODY     "patterns/bandwidth/block.h"
#define KERNEL   CPU_OR_GPU("patterns/kernel/kernel.h", "patterns/device/driver.h")

#elif defined BYTES

INLINED void all_tiles(const struct work w)
{
    const struct share mine = w.share;
    const int variant = w.variant;
    const int64_t tile = (int64_t)LANES * ROWS;
    const int64_t first = mine.first_tile * tile, all = w.shape.elements;
    const int64_t last = mine.tail_first < all ? all : mine.last_tile * tile;
    const element *from = w.in + first;
    element *to = w.out + first;
    const size_t bytes = (size_t)(last - first) * BYTES;
    (void)from, (void)to, (void)bytes, (void)variant;
    ON_CPU;
}

#endif
