/* The third use of a pattern's address expressions: what a block of its kernel asks of the memory,
 * request by request (struct walk). In the program only. The file WALK defines `requests`, out of
 * walk_row below, beside the body that it is of. */
#ifndef WARPLINE_WALK_H
#define WARPLINE_WALK_H

static int block_rows(const struct shape *shape, int element_bytes, bool lanes_are_threads)
{
    const struct shape s = *shape;
    const int room = lanes_are_threads ? GPU_UNROLL(element_bytes) : CPU_UNROLL(element_bytes);
    const int unroll = IN_FLIGHT(room, element_bytes);
    const int lanes = lanes_are_threads ? WARP_LANES : 1, variant = (int)VARIANT;
    (void)s, (void)unroll, (void)lanes, (void)variant;
    return (int)(BLOCK_ROWS(unroll, lanes));
}

static int64_t block_count(const struct shape *shape, int rows)
{
    const struct shape s = *shape;
    const int64_t known = WALK_BLOCKS;
    return known > 0 ? known : s.elements / ((int64_t)WARP_LANES * rows);
}

enum { WALK_STORE = -1 };

static inline struct step walk_step(const struct walk *w, int row, int lane, int field, int load)
{
    struct step e = block_step(w->thread, w->own, w->block, w->rows, row, lane, field,
                               (int)variant_of(w->shape), w->lanes_are_threads);
    e.load = load < 0 ? 0 : load;
    return e;
}

/* A GPU has no stores past its caches. */
static inline enum access store_access(const struct walk *w)
{
    const enum access access = (enum access)STORE_ACCESS;
    return access == ACCESS_STREAM && w->lanes_are_threads ? ACCESS_STORE : access;
}

/* One row of load `load`, or of the store, after the entries of the index array that say where. */
static inline void walk_row(const struct walk *w, int row, int field, int load)
{
    const bool is_store = load == WALK_STORE;
    struct request elements = {is_store ? ARRAY_OUT : ARRAY_IN,
                               is_store ? store_access(w) : ACCESS_LOAD,
                               w->element_bytes,
                               {0}};
    struct request entries = {ARRAY_INDEX, ACCESS_LOAD, 4, {0}};
    bool indexed = false;
    for (int lane = 0; lane < WARP_LANES; lane++) {
        const struct step e = walk_step(w, row, lane, field, load);
        entry_asked = -1;
        elements.element[lane] = !is_active(*w->shape, e) ? -1
                                 : is_store               ? address_of_store(*w->shape, e)
                                                          : address_of_load(*w->shape, e);
        entries.element[lane] = entry_asked;
        indexed |= entry_asked >= 0;
    }
    if (indexed)
        w->visit(w->with, &entries);
    w->visit(w->with, &elements);
}

#include WALK

#endif
