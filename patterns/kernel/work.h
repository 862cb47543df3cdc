/* The distribution of work. A pass is divided into tiles of LANES * rows steps; a worker (a warp,
 * or a core's thread) processes one tile after another. The workers are persistent: as many are
 * started as fit on the machine, once, and they stay for all passes, since starting the teams takes
 * longer than a pass over a cache.
 *
 * On a CPU the schedule is static: each worker has a contiguous block of the tiles. On a GPU it is
 * dynamic: a multiprocessor that is far from the memory is some 5 % slower than a near one, and
 * with equal shares the slowest one determines the time. So warps take chunks of CHUNK_TILES tiles
 * from a counter in global memory, through all passes.
 *
 * The size of a chunk is a compromise. Atomic additions to the counter keep one slice of the L2
 * busy, about 2 ns each, and all other traffic waits for the slowest slice. But with larger chunks
 * the warps work farther apart, and neighbouring accesses are faster in memory. So the tiles of
 * CHUNKS_TOGETHER chunks are interleaved: warps that work at the same time work next to each other.
 * Several counters would drift apart, which costs more. */
#ifndef WARPLINE_WORK_H
#define WARPLINE_WORK_H

#include "patterns/kernel/usual.h"

#include <omp.h>
#include <stddef.h>

enum { TEAM_WORKERS_MOST = 1024, CHUNKS_TOGETHER = 256 };

/* One worker's share of a pass, in tiles. */
struct share {
    int64_t first_tile, last_tile; /* its tiles: first to last - 1, ... */
    int64_t tile_step;             /* ... this far apart */
    int64_t tiles, workers;        /* of the whole pass */
    int64_t tail_first;            /* first step after all whole tiles; only the last worker's */
    int64_t thread;                /* logical thread of lane 0 */
    int64_t *counter; /* of the chunks taken, or of the bytes of a SIDE_LOAD; NULL: neither */
    int64_t chunks, all_chunks; /* of a pass and of all passes; 1 and 1 without a counter */
};

/* One of the tiles that a worker processes one after another. */
struct tile {
    int64_t number; /* in the pass */
    int64_t nth;    /* among those that the worker processes in a row, from 0 */
    int64_t end;    /* the row ends before this tile of the pass */
};

/* Workers of a team, limited by the pattern's shared memory. */
static inline int workers_of(const struct launch l)
{
    return l.threads < WORKERS_MOST ? l.threads : WORKERS_MOST;
}

/* The region itself records where it ran and how many workers were started. */
static inline void note_where(struct notes *notes)
{
    if (omp_get_team_num() > 0 || omp_get_thread_num() > 0)
        return;
    notes->where = omp_is_initial_device() ? RAN_ON_HOST : RAN_ON_DEVICE;
    notes->workers = omp_get_num_teams() * omp_get_num_threads();
}

/* The same for a pattern without a region: this starts a separate region. It also waits until all
 * calls of the driver are complete. */
static inline void note_device(struct notes *notes, int device)
{
#pragma omp target device(device) is_device_ptr(notes)
    {
        notes->where = omp_is_initial_device() ? RAN_ON_HOST : RAN_ON_DEVICE;
        notes->workers = 1;
    }
}

/* The static share of the calling worker, for tiles of `tile` steps. */
INLINED struct share share_of(const struct shape s, const struct launch l, int64_t tile)
{
    int64_t started = (int64_t)omp_get_num_teams() * omp_get_num_threads();
    int64_t workers = l.workers > 0 ? l.workers : started;
    int64_t worker =
        l.first_worker + omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
    int64_t tiles = s.elements / tile;
    return (struct share){.first_tile = TILES_CYCLIC ? worker : tiles * worker / workers,
                          .last_tile = TILES_CYCLIC ? tiles : tiles * (worker + 1) / workers,
                          .tile_step = TILES_CYCLIC ? workers : 1,
                          .tiles = tiles,
                          .workers = workers,
                          .tail_first = worker == workers - 1 ? tiles * tile : s.elements,
                          .thread = worker * LANE_THREADS,
                          .chunks = 1,
                          .all_chunks = 1};
}

/* False on a CPU and in the host's code of a GPU's kernel: neither has the instructions for the
 * counter. */
static inline bool dynamic_on_cpu(const struct share mine)
{
    (void)mine;
    return false;
}

static inline bool dynamic_on_gpu(const struct share mine)
{
    return SCHEDULE == DYNAMIC && !omp_is_initial_device() &&
           mine.tiles >= CHUNKS_EACH * CHUNK_TILES * mine.workers;
}

static inline struct share dynamic_share_on_cpu(struct share mine, struct notes *notes,
                                                int64_t passes)
{
    (void)notes, (void)passes;
    return mine;
}

INLINED struct share dynamic_share_on_gpu(struct share mine, struct notes *notes, int64_t passes)
{
    const int64_t together = CHUNK_TILES * CHUNKS_TOGETHER;
    mine.tile_step = CHUNKS_TOGETHER;
    mine.counter = &notes->taken;
    mine.chunks = (mine.tiles + together - 1) / together * CHUNKS_TOGETHER;
    mine.all_chunks = mine.chunks * passes;
    return mine;
}

#define schedule_is_dynamic CPU_OR_GPU(dynamic_on_cpu, dynamic_on_gpu)
#define dynamic_share       CPU_OR_GPU(dynamic_share_on_cpu, dynamic_share_on_gpu)

/* Requests the number of the next chunk. Only the first lane receives it, and not before
 * from_first_lane: the counter is as far away as memory. */
INLINED int64_t request_chunk(int64_t *counter)
{
    return counter ? request_number(counter) : 1;
}

/* The first chunk that a worker takes; without a counter it is the whole share. */
INLINED int64_t first_chunk(const struct share mine)
{
    return mine.counter ? from_first_lane(request_chunk(mine.counter)) : 0;
}

/* The number of chunks in the passes before that of chunk `number`. It is updated by subtraction,
 * since a division takes longer. */
INLINED int64_t chunks_before(int64_t number, int64_t before, int64_t chunks)
{
    while (number - before >= chunks)
        before += chunks;
    return before;
}

static inline int64_t first_of_chunk(int64_t chunk)
{
    return chunk / CHUNKS_TOGETHER * CHUNKS_TOGETHER * (CHUNK_TILES - 1) + chunk;
}

static inline int64_t end_of_chunk(int64_t chunk, int64_t tiles)
{
    const int64_t end = first_of_chunk(chunk) + CHUNK_TILES * CHUNKS_TOGETHER;
    return end < tiles ? end : tiles;
}

/* The tiles of a chunk of the pass: from the first to before the end, mine.tile_step apart. */
INLINED int64_t chunk_first(const struct share mine, int64_t chunk)
{
    return mine.counter ? first_of_chunk(chunk) : mine.first_tile;
}

INLINED int64_t chunk_end(const struct share mine, int64_t chunk)
{
    return mine.counter ? end_of_chunk(chunk, mine.tiles) : mine.last_tile;
}

#endif
