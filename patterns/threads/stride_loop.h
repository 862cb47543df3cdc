/* How a stride loop deals elements to threads: s.value[0] of them to each, a warp's width apart
 * (all threads' where they make no whole warps, as a CPU's). Groups of threads take as many rows
 * each, side by side, and then move on together. */
#ifndef WARPLINE_STRIDE_LOOP_H
#define WARPLINE_STRIDE_LOOP_H

#include "patterns/kernel/usual.h"

#define DEALT_RUN   s.value[0]
#define DEALT_SHIFT __builtin_ctzll((unsigned long long)DEALT_RUN)
#define GROUP       SIDE_BY_SIDE(s)
#define GROUP_START (e.thread / GROUP * GROUP)
#define IN_STRIDE_LOOP                                                                   \
    ((e.turn >> DEALT_SHIFT << DEALT_SHIFT) * s.threads + (GROUP_START << DEALT_SHIFT) + \
     (e.turn & (DEALT_RUN - 1)) * GROUP + (e.thread - GROUP_START))
#define SHARES OWN

#endif
