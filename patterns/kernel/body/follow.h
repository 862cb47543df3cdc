/* Pointer chases: where the index array is used it holds a pointer to the next such place. One
 * worker does it, the others wait. A launch goes on where the last one stopped: only so does a
 * chase through more than it can visit in one launch find places that are not in the caches from
 * the last time. Included once for each element size.
 *
 *   CHAINS, CHASED     chases at once, and steps of a pass, of all chains together
 *   CYCLE(j), START(chain)   the place that is number `j` of the cycle, and where a chain begins
 *
 * The variant is one more than log2 of the chains, so that each is a register. In each turn of a
 * loop a GPU's function fetches anew what its loads need besides an address, which takes as long as
 * a load from the L1: there a turn is many steps. A core does that meanwhile. */
#define chase JOIN(chase_, BYTES)

INLINED void chase(element *out, const struct shape s, const int variant)
{
    const int chains = 1 << (variant - 1), loads = BY_SIDE(chains, 64);
    const uint32_t *const first = s.index;
    const void *at[32];
#pragma GCC unroll 32
    for (int c = 0; c < chains; c++)
        at[c] = first + (out[c] < (uint64_t)INDEX_LENGTH ? out[c] : (uint32_t)CYCLE(START(c)));
    for (int64_t turn = 0; turn < CHASED / loads; turn++) {
#pragma GCC unroll 64
        for (int load = 0; load < loads; load++)
            at[load % chains] = next_pointer(at[load % chains]);
    }
#pragma GCC unroll 32
    for (int c = 0; c < chains; c++)
        out[c] = (uint32_t)((const uint32_t *)at[c] - first);
}

INLINED void whole_blocks(const struct part p)
{
    if (p.share.thread != 0)
        return;
    if (is_first_lane())
        chase(p.out, p.shape, p.variant);
    lanes_meet();
}

#undef chase
