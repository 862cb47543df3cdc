/* Patterns that read shared memory repeatedly and add up what they read; each lane rereads the same
 * places. A pattern includes this file in place of usual.h and defines TILE_GET (kernel/tile.h) and
 *
 *   BANK_READS  reads in flight at once, and ...
 *   BANK_SUMS   ... the sums to which they are added cyclically: ten warps keep the shared memory
 *               busy only if each has many reads in flight and waits for few additions */
#ifndef WARPLINE_BANK_READS_H
#define WARPLINE_BANK_READS_H

#include "patterns/kernel/usual.h"

#define TILE_HEIGHT  8
#define PUT_ROWS     0
#define TILE_PUT     0
#define LOAD         0
#define STORE        0
#define SLOTS        (s.workers * LANES)
#define READS        (s.elements / SLOTS)
#define IN_LENGTH    SHARED_BYTES
#define OUT_LENGTH   SLOTS
#define BODY         "patterns/banks/bank_reads.h"
#define WALK         "patterns/banks/bank_reads.h"
#define TAIL         0
#define SCHEDULE     STATIC
#define WORKERS_MOST SHARED_WORKERS

#define TILE_ROWS(unroll, lanes) TILE_HEIGHT

#elif defined BYTES

#include "patterns/kernel/shared.h"

#define add         JOIN(ADD_, BYTES)
#define shared_read JOIN(shared_read_, BYTES)

/* The reads are volatile: otherwise the compiler could compute the sum of equal values with fewer
 * reads. */
INLINED void all_tiles(const struct work w)
{
    element *shared = worker_shared();
    const int64_t slot = w.share.thread / LANE_THREADS * LANES;
    const unsigned long base = shared_address(shared);
    const int64_t reads = w.shape.elements / (w.shape.workers * LANES);
#pragma omp simd
    for (int lane = 0; lane < LANES; lane++)
        for (int row = 0; row < SHARED_BYTES / BYTES / LANES; row++)
            shared[row * LANES + lane] = w.in[row * LANES + lane];
    __asm__ volatile("" ::: "memory");
#pragma omp simd
    for (int lane = 0; lane < LANES; lane++) {
        element sum[BANK_SUMS] = {0};
        for (int64_t done = 0; done < reads; done += BANK_READS) {
#pragma GCC unroll 64
            for (int read = 0; read < BANK_READS; read++) {
                struct step e = staged_step(0, 0, lane, read % LOADS);
                e.variant = w.variant;
                const int64_t place = shared_get(w.shape, e, SHARED_BYTES / BYTES);
                const element value = (element)shared_read(base + (unsigned long)place * BYTES);
                sum[read % BANK_SUMS] = add(sum[read % BANK_SUMS], value);
            }
        }
        for (int other = 1; other < BANK_SUMS; other++)
            sum[0] = add(sum[0], sum[other]);
        w.out[slot + lane] = sum[0];
    }
    __asm__ volatile("" ::: "memory");
}

#else

#include "patterns/kernel/shared.h"

static void requests(const struct walk *w)
{
    for (int read = 0; read < TILE_HEIGHT; read++)
        walk_shared(w, ACCESS_LOAD, read, read % LOADS);
}

#endif
