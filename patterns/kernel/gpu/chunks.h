/* Chunks of blocks that a GPU's workers take as they become free: kernel/cpu/chunks.h has the same
 * names.
 *
 * A multiprocessor that is far from the memory is some 5 % slower than a near one, and with equal
 * shares the slowest sets the time; a plain CUDA kernel has its blocks given out as multiprocessors
 * become free. So workers take chunks of CHUNK_BLOCKS blocks from a counter, through all passes.
 *
 * How many at a time: additions to the counter keep one slice of the L2 busy, some 2 ns each, and
 * all other traffic waits for the slowest slice; but the more a worker takes, the farther apart all
 * work, and memory likes neighbours. So chunks take turns block by block, CHUNKS_TOGETHER of them:
 * those that work at the same time work side by side. Several counters drift apart, which costs
 * more. */
#ifndef WARPLINE_GPU_CHUNKS_H
#define WARPLINE_GPU_CHUNKS_H

#include "patterns/kernel/share.h"

enum {
    CHUNKS_TOGETHER = 256,
    CHUNKS_EACH = 8 /* of each worker in a pass, at least: passes would overlap too much */
};

/* Not on the host, which has not the counter's instructions. */
static inline bool schedule_is_dynamic(const struct share mine)
{
    return SCHEDULE == DYNAMIC && !omp_is_initial_device() &&
           mine.blocks >= CHUNKS_EACH * CHUNK_BLOCKS * mine.workers;
}

INLINED struct share dynamic_share(struct share mine, struct notes *notes, int64_t passes)
{
    const int64_t together = CHUNK_BLOCKS * CHUNKS_TOGETHER;
    mine.block_step = CHUNKS_TOGETHER;
    mine.counter = &notes->taken;
    mine.chunks = (mine.blocks + together - 1) / together * CHUNKS_TOGETHER;
    mine.all_chunks = mine.chunks * passes;
    return mine;
}

/* The next chunk's number, which its first lane alone knows until from_first_lane. */
INLINED int64_t ask_chunk(int64_t *counter)
{
    return counter ? ask_number(counter) : 1;
}

/* Chunks of the passes before the one that chunk `number` is of. Subtracted from the last known
 * ones, since a division takes longer. */
INLINED int64_t chunks_before(int64_t number, int64_t before, int64_t chunks)
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

/* The first chunk that a worker takes; without a counter it is all of the share. */
INLINED int64_t first_chunk(const struct share mine)
{
    return mine.counter ? from_first_lane(ask_chunk(mine.counter)) : 0;
}

/* The blocks of a chunk of the pass: from the first to before the end, mine.block_step apart. */
INLINED int64_t chunk_first(const struct share mine, int64_t chunk)
{
    return mine.counter ? first_of_chunk(chunk) : mine.first_block;
}

INLINED int64_t chunk_end(const struct share mine, int64_t chunk)
{
    return mine.counter ? end_of_chunk(chunk, mine.blocks) : mine.last_block;
}

#endif
