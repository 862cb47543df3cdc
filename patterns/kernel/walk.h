/* The third use of a pattern's address expressions: the requests of one tile of its kernel (struct
 * walk). In the program only. The file WALK defines `requests` by means of walk_row below. */
#ifndef WARPLINE_WALK_H
#define WARPLINE_WALK_H

static int tile_rows(const struct shape *shape, int element_bytes, bool lanes_are_threads)
{
    const struct shape s = *shape;
    const int room = lanes_are_threads ? GPU_UNROLL(element_bytes) : CPU_UNROLL(element_bytes);
    const int unroll = IN_FLIGHT(room, element_bytes);
    const int lanes = lanes_are_threads ? LANES : 1, variant = (int)VARIANT;
    (void)s, (void)unroll, (void)lanes, (void)variant;
    return (int)(TILE_ROWS(unroll, lanes));
}

static int64_t tile_count(const struct shape *shape, int rows)
{
    const struct shape s = *shape;
    const int64_t known = WALK_TILES;
    return known > 0 ? known : s.elements / ((int64_t)LANES * rows);
}

enum { WALK_STORE = -1 };

static inline struct step walk_step(const struct walk *w, int row, int lane, int field, int load)
{
    struct step e = step_at(w->thread, w->nth, w->tile, w->rows, row, lane, field,
                            (int)variant_of(w->shape), w->lanes_are_threads);
    e.load = load < 0 ? 0 : load;
    return e;
}

/* A GPU has no non-temporal stores. */
static inline enum access store_access(const struct walk *w)
{
    const enum access access = (enum access)STORE_ACCESS;
    return access == ACCESS_STREAM && w->lanes_are_threads ? ACCESS_STORE : access;
}

/* One row of load `load`, or of the store. The entries of the index array that give its addresses
 * come before it. */
static inline void walk_row(const struct walk *w, int row, int field, int load)
{
    const bool is_store = load == WALK_STORE;
    const int64_t step = walk_step(w, row, 0, field, load).index;
    struct request elements = {.array = is_store ? ARRAY_OUT : ARRAY_IN,
                               .access = is_store ? store_access(w) : ACCESS_LOAD,
                               .element_bytes = w->element_bytes,
                               .step = step,
                               .load = load};
    struct request entries = {.array = ARRAY_INDEX,
                              .access = ACCESS_LOAD,
                              .element_bytes = 4,
                              .step = step,
                              .load = load};
    for (int lane = 0; lane < LANES; lane++) {
        const struct step e = walk_step(w, row, lane, field, load);
        entry_read = NO_ENTRY;
        const bool is_made = is_active(*w->shape, e);
        elements.made |= (uint32_t)is_made << lane;
        elements.element[lane] = !is_made   ? -1
                                 : is_store ? address_of_store(*w->shape, e)
                                            : address_of_load(*w->shape, e);
        entries.made |= (uint32_t)(entry_read != NO_ENTRY) << lane;
        entries.element[lane] = entry_read != NO_ENTRY ? entry_read : -1;
    }
    if (entries.made)
        w->visit(w->with, &entries);
    w->visit(w->with, &elements);
}

#include WALK

#endif
