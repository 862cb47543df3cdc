/* How a warp goes through the chunks of blocks that it takes, where a body has block_of_lane.
 * Included once for each element size; kernel/cpu/each_lane.h has the other way.
 *
 * The lanes are the loop around: to enter and leave a simd loop costs a warp a load from its stack,
 * which waits for all its stores. The next chunk's number is asked for before there is work to do
 * on this one: the counter is as far away as memory. */
INLINED void chunk_of_lane(const struct part p, const int64_t chunk, const int lane)
{
    const struct share mine = p.share;
    const int64_t end = chunk_end(mine, chunk);
    int64_t own = 0;
    /* The compiler makes a block's addresses from its number, not each from the last block's: as
     * many variables as there are addresses would not fit into registers. */
    int64_t next = chunk_first(mine, chunk), number;
    while (number = opaque_turn(next), next < end) {
        block_of_lane(p, (struct block){number, own, end}, lane);
        next += mine.block_step;
        own++;
    }
}

INLINED void whole_blocks(const struct part p)
{
    const struct share mine = p.share;
#pragma omp simd
    for (int lane = 0; lane < WARP_LANES; lane++) {
        int64_t number = first_chunk(mine), asked = ask_chunk(mine.counter), before = 0;
        while (before = chunks_before(number, before, mine.chunks), before < mine.all_chunks) {
            chunk_of_lane(p, number - before, lane);
            number = from_first_lane(asked);
            asked = ask_chunk(mine.counter);
        }
    }
}
