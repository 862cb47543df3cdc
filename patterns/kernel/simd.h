/* The loop of a worker's lanes over its tiles. Included once for each element size, at the end of a
 * body that has defined tile_by_lane(w, tile, lane), the work of one lane in one tile.
 *
 *   TILE_BY_CORE  defined: instead there is tile_by_core(w, tile), the work of a core in one tile
 */
#define chunk_by_lane JOIN(chunk_by_lane_, BYTES)
#define tiles_of_warp JOIN(tiles_of_warp_, BYTES)
#define tiles_of_core JOIN(tiles_of_core_, BYTES)

#ifndef TILE_BY_CORE
/* One lane's part of a chunk. The compiler computes a tile's addresses from its number. It cannot
 * update them from tile to tile: one variable for each address would not fit into the registers. */
INLINED void chunk_by_lane(const struct work w, const int64_t chunk, const int lane)
{
    const struct share mine = w.share;
    const int64_t end = chunk_end(mine, chunk);
    int64_t nth = 0;
    int64_t next = chunk_first(mine, chunk), number;
    while (number = opaque(next), next < end) {
        tile_by_lane(w, (struct tile){number, nth, end}, lane);
        next += mine.tile_step;
        nth++;
    }
}

/* On a GPU the loop over the lanes is the outer one: entering and leaving a simd loop costs a warp
 * a load from its stack, which waits for all its stores. The number of the next chunk is requested
 * before the work on this one begins. */
INLINED void tiles_of_warp(const struct work w)
{
    const struct share mine = w.share;
#pragma omp simd
    for (int lane = 0; lane < LANES; lane++) {
        int64_t number = first_chunk(mine), requested = request_chunk(mine.counter), before = 0;
        while (before = chunks_before(number, before, mine.chunks), before < mine.all_chunks) {
            chunk_by_lane(w, number - before, lane);
            number = from_first_lane(requested);
            requested = request_chunk(mine.counter);
        }
    }
}

/* On a CPU the loop over the lanes is the innermost one, which the compiler vectorises. */
INLINED void tiles_of_core(const struct work w)
{
    const struct share mine = w.share;
    int64_t nth = 0;
    for (int64_t next = mine.first_tile; next < mine.last_tile; next += mine.tile_step, nth++) {
        const struct tile tile = {opaque(next), nth, mine.last_tile};
#pragma omp simd
        for (int lane = 0; lane < LANES; lane++)
            tile_by_lane(w, tile, lane);
    }
}

#else
INLINED void tiles_of_core(const struct work w)
{
    const struct share mine = w.share;
    for (int64_t tile = mine.first_tile; tile < mine.last_tile; tile += mine.tile_step) {
        const int64_t nth = tile - mine.first_tile;
        tile_by_core(w, (struct tile){tile, nth, mine.last_tile});
    }
}
#endif

INLINED void all_tiles(const struct work w)
{
    CPU_OR_GPU(tiles_of_core, tiles_of_warp)(w);
}
