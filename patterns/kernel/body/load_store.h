/* Loads, then stores: what most patterns do. Included once for each element size.
 *
 * A lane loads all its elements of a block before it stores any: on a GPU that is what keeps enough
 * bytes in flight, on a CPU it is a group of vector registers. p.variant is a compile-time number
 * in every instance, and with it the loops' lengths. */
INLINED void block_of_lane(const struct part p, const struct block block, const int lane)
{
    const struct shape s = p.shape;
    const int variant = p.variant, used = FIELDS, rows = ROWS;
    const int loads = AT_LEAST(1, LOADS), values = rows * used * LOADS;
    element value[VALUES];
    uint32_t place[PLACES_FIRST ? VALUES : 1];
#pragma GCC unroll 64
    for (int v = 0; v < values; v++) {
        struct step e =
            step_of(p.share, block, rows, v / loads / used, lane, v / loads % used, variant);
        e.load = v % loads;
        if (is_active(s, e))
            value[v] = p.in[address_of_load(s, e)];
    }
    loads_first();
#pragma GCC unroll 64
    for (int i = 0; i < (STORED_AS_LOADED ? 0 : rows * used); i++)
        value[i] = RESULT;
    const struct block stored = {opaque_again(block.number), block.own, block.end};
#pragma GCC unroll 64
    for (int v = 0; v < (PLACES_FIRST ? rows * used : 0); v++)
        place[v] = (uint32_t)address_of_store(
            s, step_of(p.share, stored, rows, v / used, lane, v % used, variant));
    if (PLACES_FIRST)
        loads_first();
#pragma GCC unroll 64
    for (int v = 0; v < rows * used; v++) {
        const struct step e = step_of(p.share, stored, rows, v / used, lane, v % used, variant);
        if (is_active(s, e))
            put(&p.out[PLACES_FIRST ? place[v] : address_of_store(s, e)], value[v]);
        if (v % used == used - 1 && used > 1)
            keep_stores_here();
    }
    wait_for_stores(SEEN_BY);
}

#include BY_SIDE("patterns/kernel/cpu/each_lane.h", "patterns/kernel/gpu/each_lane.h")
