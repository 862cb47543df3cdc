/* What one worker has of a pass. */
#ifndef WARPLINE_SHARE_H
#define WARPLINE_SHARE_H

#include "patterns/kernel/usual.h"

#include <omp.h>
#include <stddef.h>

/* In blocks. */
struct share {
    int64_t first_block, last_block; /* its blocks: first to last - 1, ... */
    int64_t block_step;              /* ... this far apart */
    int64_t blocks, workers;         /* of the whole pass */
    int64_t tail_first;              /* first step after all whole blocks; only the last worker's */
    int64_t thread;                  /* logical thread of lane 0 */
    int64_t *counter;                /* of the chunks taken; NULL where the share is all there is */
    int64_t chunks, all_chunks;      /* of a pass and of all passes; 1 and 1 without a counter */
};

enum { TEAM_WORKERS_MOST = 1024 };

/* Workers of a team: as many as the pattern has a tile for. */
static inline int workers_of(const struct launch l)
{
    return l.threads < WORKERS_MOST ? l.threads : WORKERS_MOST;
}

/* The region's own word on where it ran and how many workers it was given. */
static inline void note_where(struct notes *notes)
{
    if (omp_get_team_num() > 0 || omp_get_thread_num() > 0)
        return;
    notes->where = omp_is_initial_device() ? RAN_ON_HOST : RAN_ON_DEVICE;
    notes->workers = omp_get_num_teams() * omp_get_num_threads();
}

/* The same where there is no region, by the word of the device. It also waits until all calls to
 * its driver are done. */
static inline void note_device(struct notes *notes, int device)
{
#pragma omp target device(device) is_device_ptr(notes)
    {
        notes->where = omp_is_initial_device() ? RAN_ON_HOST : RAN_ON_DEVICE;
        notes->workers = 1;
    }
}

/* One of the blocks that a worker makes one after another. */
struct block {
    int64_t number; /* in the pass */
    int64_t own;    /* of those that it makes in a row, from 0 on */
    int64_t end;    /* the row ends before this block of the pass */
};

INLINED struct share share_of(const struct shape s, const struct launch l, int64_t block)
{
    int64_t started = (int64_t)omp_get_num_teams() * omp_get_num_threads();
    int64_t workers = l.workers > 0 ? l.workers : started;
    int64_t worker =
        l.first_worker + omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
    int64_t blocks = s.elements / block;
    return (struct share){.first_block = BLOCKS_CYCLIC ? worker : blocks * worker / workers,
                          .last_block = BLOCKS_CYCLIC ? blocks : blocks * (worker + 1) / workers,
                          .block_step = BLOCKS_CYCLIC ? workers : 1,
                          .blocks = blocks,
                          .workers = workers,
                          .tail_first = worker == workers - 1 ? blocks * block : s.elements,
                          .thread = worker * LANE_THREADS,
                          .chunks = 1,
                          .all_chunks = 1};
}

#include BY_SIDE("patterns/kernel/cpu/chunks.h", "patterns/kernel/gpu/chunks.h")

#endif
