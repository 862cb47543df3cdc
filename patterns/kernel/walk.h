/* The third use of a pattern's address expressions: what a block of its kernel asks of the memory,
 * request by request (struct walk). In the program only.
 *
 * A pattern whose kernel is no list of loads and then stores names its own way, which stands beside
 * its BLOCKS: DEFINE_WALK defines `block_walk walk`, out of walk_row below. NO_WALK: the kernel
 * makes no accesses of its own. WALK_BLOCKS is how many blocks a pass has where that does not
 * follow from its elements, STORE_ACCESS the enum access of its stores. */
#ifndef WARPLINE_WALK_H
#define WARPLINE_WALK_H

#ifdef WARPLINE_MODULE

#define block_rows  NULL
#define block_count NULL
#define WALKER      NULL

#else

#include "side.h"

#ifndef STORE_ACCESS
#define STORE_ACCESS ACCESS_STORE
#endif
#ifndef WALK_BLOCKS
#define WALK_BLOCKS (s.elements / ((int64_t)WARP_LANES * rows))
#endif

static int block_rows(const struct shape *shape, int element_bytes, bool lanes_are_threads)
{
    const struct shape s = *shape;
    const int unroll = lanes_are_threads ? GPU_UNROLL(element_bytes) : CPU_UNROLL(element_bytes);
    const int in_flight = IN_FLIGHT(unroll, element_bytes);
    const int lanes = lanes_are_threads ? WARP_LANES : 1, variant = (int)VARIANT;
    (void)s, (void)in_flight, (void)lanes, (void)variant;
    return (int)(BLOCK_ROWS(in_flight, lanes, variant));
}

static int64_t block_count(const struct shape *shape, int rows)
{
    const struct shape s = *shape;
    (void)s, (void)rows;
    return WALK_BLOCKS;
}

#ifdef NO_WALK
#define WALKER NULL
#else

enum { WALK_STORE = -1 };

static inline struct step walk_step(const struct walk *w, int row, int lane, int field, int load)
{
    struct step e = block_step(w->thread, w->own, w->block, w->rows, row, lane, field,
                               (int)variant(w->shape), w->lanes_are_threads);
    e.load = load < 0 ? 0 : load;
    return e;
}

/* One row of load `load`, or of the store, after the entries of the index array that say where. */
static inline void walk_row(const struct walk *w, int row, int field, int load)
{
    const bool is_store = load == WALK_STORE;
    struct request elements = {is_store ? ARRAY_OUT : ARRAY_IN,
                               is_store ? STORE_ACCESS : ACCESS_LOAD,
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

#ifndef DEFINE_WALK
/* A block's loads, then its stores (SIMD_BLOCKS, ROW_BLOCKS, WIDE_BLOCKS). */
static void walk(const struct walk *w)
{
    const int used = (int)fields(w->shape);
    for (int row = 0; row < w->rows; row++)
        for (int field = 0; field < used; field++)
            for (int load = 0; load < LOADS; load++)
                walk_row(w, row, field, load);
    for (int row = 0; row < w->rows; row++)
        for (int field = 0; field < used; field++)
            walk_row(w, row, field, WALK_STORE);
}
#else
DEFINE_WALK
#endif
#define WALKER walk

#endif
#endif
#endif
