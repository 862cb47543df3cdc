/* Requests for the tile: through_tile_walk.h and tile_reads_walk.h. */
#include "patterns/kernel/body/tile_places.h"

/* A row of what goes into the tile, or of what load `load` takes out of it. */
static inline void walk_tile(const struct walk *w, enum access access, int row, int load)
{
    const struct shape s = *w->shape;
    const int64_t room = TILE_BYTES / w->element_bytes;
    struct request request = {
        .array = ARRAY_TILE, .access = access, .element_bytes = w->element_bytes};
    for (int lane = 0; lane < WARP_LANES; lane++) {
        const struct step e = walk_step(w, row, lane, 0, load);
        request.element[lane] = access == ACCESS_LOAD             ? tile_get(s, e, room)
                                : row < PUT_ROWS || BORDER_ACTIVE ? tile_put(s, e)
                                                                  : -1;
    }
    w->visit(w->with, &request);
}
