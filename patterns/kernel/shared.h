/* The places of elements in a worker's shared memory, for kernels and models: tile.h and
 * patterns/banks/bank_reads.h. */
#ifndef WARPLINE_SHARED_H
#define WARPLINE_SHARED_H

static inline struct step staged_step(int64_t tile, int row, int lane, int load)
{
    return (struct step){.tile = tile, .row = row, .lane = lane, .load = load};
}

static inline int64_t shared_put(const struct shape s, const struct step e)
{
    (void)s, (void)e;
    return TILE_PUT;
}

static inline int64_t shared_get(const struct shape s, const struct step e, const int64_t room)
{
    (void)s, (void)e, (void)room;
    return TILE_GET;
}

#ifndef WARPLINE_MODULE
/* One row of the accesses to shared memory: of the stores to it, or of load `load` from it. */
static inline void walk_shared(const struct walk *w, enum access access, int row, int load)
{
    const struct shape s = *w->shape;
    const int64_t room = SHARED_BYTES / w->element_bytes;
    struct request request = {
        .array = ARRAY_TILE, .access = access, .element_bytes = w->element_bytes};
    for (int lane = 0; lane < LANES; lane++) {
        const struct step e = walk_step(w, row, lane, 0, load);
        request.element[lane] = access == ACCESS_LOAD             ? shared_get(s, e, room)
                                : row < PUT_ROWS || BORDER_ACTIVE ? shared_put(s, e)
                                                                  : -1;
    }
    w->visit(w->with, &request);
}
#endif

#endif
