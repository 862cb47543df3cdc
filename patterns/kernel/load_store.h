/* The body of most patterns: loads, then stores. */
#ifdef BYTES

/* A lane loads all its elements of a tile before its first store. On a GPU this keeps enough bytes
 * in flight; on a CPU the elements form a group of vector registers. w.variant is a compile-time
 * number in every instance, and so are the lengths of the loops. */
INLINED void tile_by_lane(const struct work w, const struct tile tile, const int lane)
{
    const struct shape s = w.shape;
    const int variant = w.variant, used = FIELDS, rows = ROWS;
    const int loads = AT_LEAST(1, LOADS), values = rows * used * LOADS;
    element value[VALUES];
    uint32_t place[PLACES_FIRST ? VALUES : 1];
#pragma GCC unroll 64
    for (int v = 0; v < values; v++) {
        struct step e =
            step_of(w.share, tile, rows, v / loads / used, lane, v / loads % used, variant);
        e.load = v % loads;
        if (is_active(s, e))
            value[v] = w.in[address_of_load(s, e)];
    }
    issue_loads();
#pragma GCC unroll 64
    for (int i = 0; i < (STORED_AS_LOADED ? 0 : rows * used); i++)
        value[i] = RESULT;
    const struct tile stored = {opaque_for_stores(tile.number), tile.nth, tile.end};
#pragma GCC unroll 64
    for (int v = 0; v < (PLACES_FIRST ? rows * used : 0); v++)
        place[v] = (uint32_t)address_of_store(
            s, step_of(w.share, stored, rows, v / used, lane, v % used, variant));
    if (PLACES_FIRST)
        issue_loads();
#pragma GCC unroll 64
    for (int v = 0; v < rows * used; v++) {
        const struct step e = step_of(w.share, stored, rows, v / used, lane, v % used, variant);
        if (is_active(s, e))
            store_element(&w.out[PLACES_FIRST ? place[v] : address_of_store(s, e)], value[v]);
        if (v % used == used - 1 && used > 1)
            keep_stores_here();
    }
    fence(SEEN_BY);
}

#include "patterns/kernel/simd.h"

#else

/* The requests of this body: a tile's loads, then its stores. Other bodies use it, too. */
static void requests(const struct walk *w)
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

#endif
