/* Distributes elements over threads in runs of s.value[0] consecutive ones.
 *
 * Iteration k of thread t is element (k / run) * run * threads + t * run + k % run, written so that
 * the compiler sees its regular part. The run length is a power of two, because a 64-bit division
 * takes a GPU some 100 instructions and would dominate the measurement. Runs of at least LANES put
 * the 32 iterations of a CPU's row next to each other (variant 3). For runs longer than 1 and
 * shorter than LANES gcc would gather and scatter, which a CPU executes more slowly than single
 * accesses (variant 2). */
#ifndef WARPLINE_RUNS_H
#define WARPLINE_RUNS_H

#include "patterns/kernel/usual.h"

#define RUN               s.value[0]
#define RUN_SHIFT         __builtin_ctzll((unsigned long long)RUN)
#define FIRST_OF_ROW      (e.variant == 3 ? e.row_iteration : one_at_a_time(e.iteration))
#define RUN_NUMBER        (FIRST_OF_ROW >> RUN_SHIFT)
#define CYCLIC            (e.iteration * s.threads + e.thread)
#define IN_RUNS           (e.iteration + (e.thread << RUN_SHIFT) + RUNS_OF_OTHERS)
#define RUNS_OF_OTHERS    (RUN_NUMBER * ((s.threads - 1) << RUN_SHIFT))
#define IN_RUNS_OR_CYCLIC (e.variant == 1 ? CYCLIC : IN_RUNS)
#define VARIANT           (RUN == 1 ? 1 : RUN < LANES ? 2 : 3)
#define VARIANTS          3
#define SCHEDULE          STATIC

#endif
