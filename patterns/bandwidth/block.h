/* Patterns that are one block operation on everything: on a CPU each worker calls the C library for
 * its own stretch (ON_CPU, an expression over `to`, `from`, element pointers, and `bytes`), on a
 * GPU the driver is called for all of it (ON_GPU, statements as driver.h says). A file of
 * conditions. */
#ifndef WARPLINE_BLOCK_H
#define WARPLINE_BLOCK_H

#include <string.h>

#define SHARES       OWN
#define CALLS_DRIVER true

#ifdef WARPLINE_MODULE_GPU
#include "driver.h"
#define BEFORE
#define AFTER
#define DRIVER_CALL ON_GPU
#define KERNEL      DRIVER_KERNEL
#define NO_WALK
#else
#define BLOCKS STRETCHES
#define TAIL   NO_TAIL
#endif

/* The worker's stretch, with what is left over after whole blocks. */
#define STRETCHES(BYTES)                                                                          \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                             \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s,  \
        const struct share mine, const int variant)                                               \
    {                                                                                             \
        const int64_t block = (int64_t)WARP_LANES * ROWS(BYTES, variant);                         \
        const int64_t first = mine.first_block * block;                                           \
        const int64_t last = mine.tail_first < s.elements ? s.elements : mine.last_block * block; \
        const element_##BYTES *from = in + first;                                                 \
        element_##BYTES *to = out + first;                                                        \
        const size_t bytes = (size_t)(last - first) * BYTES;                                      \
        (void)from, (void)to, (void)bytes, (void)variant;                                         \
        ON_CPU;                                                                                   \
    }

#endif
