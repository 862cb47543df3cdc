/* How a core goes through its blocks, where a body has block_of_worker. Included once for each
 * element size. */
INLINED void whole_blocks(const struct part p)
{
    const struct share mine = p.share;
    for (int64_t block = mine.first_block; block < mine.last_block; block += mine.block_step) {
        const int64_t own = block - mine.first_block;
        block_of_worker(p, (struct block){block, own, mine.last_block});
    }
}
