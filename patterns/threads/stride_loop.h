/* How a stride loop distributes elements: s.value[0] of them to each thread, a warp's width apart
 * (all threads' where they make no whole warps, as a CPU's). Groups of threads take as many rows
 * each, side by side, and then move on together. */
#ifndef WARPLINE_STRIDE_LOOP_H
#define WARPLINE_STRIDE_LOOP_H

#include "patterns/kernel/usual.h"

#define ROWS_EACH   s.value[0]
#define ROWS_SHIFT  __builtin_ctzll((unsigned long long)ROWS_EACH)
#define GROUP       SIDE_BY_SIDE(s)
#define GROUP_START (e.thread / GROUP * GROUP)
#define IN_STRIDE_LOOP                                                                     \
    ((e.iteration >> ROWS_SHIFT << ROWS_SHIFT) * s.threads + (GROUP_START << ROWS_SHIFT) + \
     (e.iteration & (ROWS_EACH - 1)) * GROUP + (e.thread - GROUP_START))
#define SCHEDULE STATIC

#endif
