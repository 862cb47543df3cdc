/* How a core goes through its blocks, where a body has block_of_lane. Included once for each
 * element size; kernel/gpu/each_lane.h has the other way. */
INLINED void whole_blocks(const struct part p)
{
    const struct share mine = p.share;
    int64_t own = 0;
    for (int64_t next = mine.first_block; next < mine.last_block; next += mine.block_step, own++) {
        /* The compiler makes a block's addresses from its number, not each from the last block's:
         * as many variables as there are addresses would not fit into registers. */
        const struct block block = {opaque_turn(next), own, mine.last_block};
        /* The innermost loop is what becomes vectors. */
#pragma omp simd
        for (int lane = 0; lane < WARP_LANES; lane++)
            block_of_lane(p, block, lane);
    }
}
