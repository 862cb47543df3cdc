/* What one worker has of a pass, and how it goes through it: block by block, and on a GPU in chunks
 * of blocks that it takes as it becomes free. A file of conditions. */
#ifndef WARPLINE_SHARE_H
#define WARPLINE_SHARE_H

#include "offload/global.h"
#include "pattern.h"
#include "side.h"

#include <omp.h>
#include <stddef.h>

/* How a pattern wants its blocks handed out: taken by whichever worker is free, or each thread's
 * own whatever it takes. */
enum { TAKEN, OWN };

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

static inline struct share share_of(const struct shape s, const struct launch l, int64_t block)
{
    int64_t started = (int64_t)omp_get_num_teams() * omp_get_num_threads();
    int64_t workers = l.workers > 0 ? l.workers : started;
    int64_t worker =
        l.first_worker + omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
    int64_t blocks = s.elements / block;
    return (struct share){.first_block = BLOCKS_DEALT ? worker : blocks * worker / workers,
                          .last_block = BLOCKS_DEALT ? blocks : blocks * (worker + 1) / workers,
                          .block_step = BLOCKS_DEALT ? workers : 1,
                          .blocks = blocks,
                          .workers = workers,
                          .tail_first = worker == workers - 1 ? blocks * block : s.elements,
                          .thread = worker * LANE_THREADS,
                          .chunks = 1,
                          .all_chunks = 1};
}

/* The compiler makes a block's addresses from its number, not each from the last block's: as many
 * variables as there are addresses would not fit into registers. */
#define EACH_BLOCK(mine)                                                          \
    for (int64_t block, next = CHUNK_FIRST(mine), end = CHUNK_END(mine), own = 0; \
         block = opaque_turn(next), next < end; next += (mine).block_step, own++)

#ifdef WARPLINE_MODULE_GPU

/* A multiprocessor that is far from the memory is some 5 % slower than a near one, and with equal
 * shares the slowest sets the time; a plain CUDA kernel has its blocks dealt out as multiprocessors
 * become free. So workers take chunks of blocks from a counter, through all passes.
 *
 * How many at a time: additions to the counter keep one slice of the L2 busy, some 2 ns each, and
 * all other traffic waits for the slowest slice; but the more a worker takes, the farther apart all
 * work, and memory likes neighbours. So chunks take turns block by block, CHUNKS_TOGETHER of them:
 * those that work at the same time work side by side. Several counters drift apart, which costs
 * more. */
#ifndef CHUNK_BLOCKS
#define CHUNK_BLOCKS 4
#endif
enum {
    CHUNKS_TOGETHER = 256,
    CHUNKS_EACH = 8 /* of each worker in a pass, at least: passes would overlap too much */
};

/* Not on the host, which has not the counter's instructions. */
static inline bool chunks_are_taken(const struct share mine)
{
    return SHARES == TAKEN && !omp_is_initial_device() &&
           mine.blocks >= CHUNKS_EACH * CHUNK_BLOCKS * mine.workers;
}

static inline struct share share_taken(struct share mine, struct notes *notes, int64_t passes)
{
    const int64_t together = CHUNK_BLOCKS * CHUNKS_TOGETHER;
    mine.block_step = CHUNKS_TOGETHER;
    mine.counter = &notes->taken;
    mine.chunks = (mine.blocks + together - 1) / together * CHUNKS_TOGETHER;
    mine.all_chunks = mine.chunks * passes;
    return mine;
}

/* The next chunk's number, which its first lane alone knows until from_first_lane. */
static inline int64_t ask_chunk(int64_t *counter)
{
    return counter ? ask_number(counter) : 1;
}

/* Chunks of the passes before the one that chunk `number` is of. Subtracted from the last known
 * ones, since a division takes longer. */
static inline int64_t chunks_before(int64_t number, int64_t before, int64_t chunks)
{
    while (number - before >= chunks)
        before += chunks;
    return before;
}

/* Where a chunk of the pass begins. */
static inline int64_t first_of_chunk(int64_t chunk)
{
    return chunk / CHUNKS_TOGETHER * CHUNKS_TOGETHER * (CHUNK_BLOCKS - 1) + chunk;
}

static inline int64_t end_of_chunk(int64_t chunk, int64_t blocks)
{
    const int64_t end = first_of_chunk(chunk) + CHUNK_BLOCKS * CHUNKS_TOGETHER;
    return end < blocks ? end : blocks;
}

/* The chunks of all passes that a worker takes, or the one that its share is. The next one's number
 * is asked for before there is work to do on this one: the counter is as far away as memory. */
#define EACH_CHUNK(mine)                                                                    \
    for (int64_t number = (mine).counter ? from_first_lane(ask_chunk((mine).counter)) : 0,  \
                 asked = ask_chunk((mine).counter), before = 0;                             \
         before = chunks_before(number, before, (mine).chunks), before < (mine).all_chunks; \
         number = from_first_lane(asked), asked = ask_chunk((mine).counter))
#define CHUNK_FIRST(mine) ((mine).counter ? first_of_chunk(number - before) : (mine).first_block)
#define CHUNK_END(mine) \
    ((mine).counter ? end_of_chunk(number - before, (mine).blocks) : (mine).last_block)

/* All blocks and, of each, a warp's lanes. Here the lanes are the loop around: to enter and leave a
 * simd loop costs a warp a load from its stack, which waits for all its stores. */
#define BLOCKS_AND_LANES(mine)                    \
    PRAGMA(omp simd)                              \
    for (int lane = 0; lane < WARP_LANES; lane++) \
    EACH_CHUNK(mine) EACH_BLOCK(mine)

#else

static inline bool chunks_are_taken(const struct share mine)
{
    (void)mine;
    return false;
}

static inline struct share share_taken(struct share mine, struct notes *notes, int64_t passes)
{
    (void)notes, (void)passes;
    return mine;
}

#define EACH_CHUNK(mine)  /* one, all of the share */
#define CHUNK_FIRST(mine) ((mine).first_block)
#define CHUNK_END(mine)   ((mine).last_block)

/* The innermost loop is what becomes vectors. */
#define BLOCKS_AND_LANES(mine) \
    EACH_BLOCK(mine)           \
    PRAGMA(omp simd)           \
    for (int lane = 0; lane < WARP_LANES; lane++)

#endif

#endif
