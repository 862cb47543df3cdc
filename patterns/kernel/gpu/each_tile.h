/* How a warp goes through the chunks of blocks that it takes with its tile, where a body has
 * block_of_tile. Included once for each element size; kernel/cpu/each_tile.h has the other way. */
INLINED void whole_blocks(const struct part p)
{
    const struct share mine = p.share;
    element *tile = worker_tile();
    int64_t number = first_chunk(mine), asked = ask_chunk(mine.counter), before = 0;
    while (before = chunks_before(number, before, mine.chunks), before < mine.all_chunks) {
        const int64_t end = chunk_end(mine, number - before);
        for (int64_t block = chunk_first(mine, number - before); block < end;
             block += mine.block_step)
            block_of_tile(p, tile, (struct block){.number = block, .end = end});
        number = from_first_lane(asked);
        asked = ask_chunk(mine.counter);
    }
}
