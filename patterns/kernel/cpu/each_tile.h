/* How a core goes through its blocks with its tile, where a body has block_of_tile. Included once
 * for each element size; kernel/gpu/each_tile.h has the other way. */
INLINED void whole_blocks(const struct part p)
{
    const struct share mine = p.share;
    element *tile = worker_tile();
    for (int64_t block = mine.first_block; block < mine.last_block; block += mine.block_step)
        block_of_tile(p, tile, (struct block){.number = block, .end = mine.last_block});
}
