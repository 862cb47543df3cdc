/* Repeated reads of 32 lines that are DISTANCE elements apart. */
#ifndef WARPLINE_LINES_H
#define WARPLINE_LINES_H

#include "patterns/kernel/usual.h"

#define LINES      32  /* more than the ways of any L1 */
#define STORED     256 /* elements that a thread rewrites repeatedly: they stay in the L1 */
#define THREADS    (s.threads / s.workers)
#define WORKER     (e.thread / THREADS)
#define LOAD       ((e.iteration % LINES) * DISTANCE)
#define STORE      ((WORKER * STORED + e.iteration % STORED) * THREADS + e.thread % THREADS)
#define IN_LENGTH  ((LINES - 1) * DISTANCE + 1)
#define OUT_LENGTH (s.threads * STORED)
#define MEANING    (i / THREADS % STORED % LINES * DISTANCE)
#define SCHEDULE   STATIC
#define SIZES      4

#define DISTANCE_PARAMETER                                                        \
    {                                                                             \
        .name = "distance", .help = "bytes from one line to the next", .low = 64, \
        .high = INT64_C(1) << 24, .standard = 4096, .power_of_two = true          \
    }

#endif
