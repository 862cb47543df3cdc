/* The distribution of a stride loop: each thread gets s.value[0] elements, a warp's width apart (or
 * the number of all threads apart, if they do not form whole warps, as on a CPU). Each group of
 * threads processes s.value[0] rows next to each other; then all groups move on together. */
#ifndef WARPLINE_STRIDE_LOOP_H
#define WARPLINE_STRIDE_LOOP_H

#include "patterns/kernel/usual.h"

#define ROWS_EACH   s.value[0]
#define ROWS_SHIFT  __builtin_ctzll((unsigned long long)ROWS_EACH)
#define GROUP       SIDE_BY_SIDE(s)
#define GROUP_START (e.thread / GROUP * GROUP)
#define IN_STRIDE_LOOP                                                              \
    ((THIS >> ROWS_SHIFT << ROWS_SHIFT) * s.threads + (GROUP_START << ROWS_SHIFT) + \
     (THIS & (ROWS_EACH - 1)) * GROUP + (e.thread - GROUP_START))
/* Scattered elements of a line that two cores share took 3 times as long as single stores. */
#define THIS     one_at_a_time(e.iteration)
#define SCHEDULE STATIC

#endif
