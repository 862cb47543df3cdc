/* Where in the worker's tile elements go, for kernels and models: through_tile.h and tile_reads.h.
 */
#ifndef WARPLINE_TILE_PLACES_H
#define WARPLINE_TILE_PLACES_H

#include BY_SIDE("patterns/kernel/cpu/tile.h", "patterns/kernel/gpu/tile.h")

static inline struct step tile_step(int64_t block, int row, int lane, int load)
{
    return (struct step){.block = block, .row = row, .lane = lane, .load = load};
}

static inline int64_t tile_put(const struct shape s, const struct step e)
{
    (void)s, (void)e;
    return TILE_PUT;
}

static inline int64_t tile_get(const struct shape s, const struct step e, const int64_t room)
{
    (void)s, (void)e, (void)room;
    return TILE_GET;
}

#endif
