/* Pointer chases: an entry of the index array is a pointer to the next entry. All nodes form one
 * cycle, so every load depends on the one before. One worker executes it. A launch continues where
 * the last one stopped: otherwise a chase through more nodes than one launch can visit would find
 * its nodes in the caches from the launch before. A pattern includes this file in place of usual.h
 * and defines
 *
 *   NODES      how many nodes there are, a power of two
 *   ORDER(j)   which of them is number j of the cycle
 *   PLACE(n)   the entry where node n is
 *   CHAINS     independent chases at once; the variant is log2 of it plus 1: each chase is a
 * register
 *
 * Places have 32 bits, since they are results, and none of them may equal the poison: INDEX_LENGTH
 * is 2^31 at most. */
#ifndef WARPLINE_CYCLE_H
#define WARPLINE_CYCLE_H

#include "patterns/kernel/usual.h"

#define IN_RANDOM_ORDER(j) \
    ((int64_t)permuted((uint64_t)(j), __builtin_ctzll((unsigned long long)NODES)))
#define CYCLE(j) PLACE(ORDER((j) & (NODES - 1)))
#ifdef SIDE_LOAD
#define INDEX_COUNT (NODES + MEETING_COUNTERS)
#define INDEX_PLACE ((i) < NODES ? CYCLE(i) : MEETING_PLACE((i)-NODES))
#define INDEX_VALUE ((i) < NODES ? CYCLE((i) + 1) : 0)
#else
#define INDEX_COUNT NODES
#define INDEX_PLACE CYCLE(i)
#define INDEX_VALUE CYCLE((i) + 1)
#endif
#define INDEX_HAS_POINTERS 1
#define START(chain)       ((chain) * (NODES / CHAINS))
#define CHASED             16384 /* steps of a pass, of all chains together */
#define LOAD               0
#define STORE              0
#define IN_LENGTH          0
#define OUT_LENGTH         CHAINS
#define ELEMENTS           CHASED
#define ROUND              NODES
#define WALK_TILES         (CHASED / CHAINS)
#define SCHEDULE           STATIC
#define ALONE              (!SIDE_LOAD)
#define TAIL               0
#define SIZES              4
#define BODY               "patterns/latency/cycle.h"
#define WALK               "patterns/latency/cycle.h"

#elif defined BYTES

/* In each iteration of a loop a GPU's function reloads what its loads need besides an address,
 * which takes as long as a load from the L1. So there an iteration has many steps. A core overlaps
 * this with its loads. */
#define follow JOIN(follow_, BYTES)

INLINED void follow(element *out, const struct shape s, const int variant)
{
    const int chains = 1 << (variant - 1), loads = CPU_OR_GPU(chains, 64);
    const uint32_t *const first = s.index;
    const void *at[32];
#pragma GCC unroll 32
    for (int c = 0; c < chains; c++)
        at[c] = first + (out[c] < (uint64_t)INDEX_LENGTH ? out[c] : (uint32_t)CYCLE(START(c)));
    for (int64_t i = 0; i < CHASED / loads; i++) {
#pragma GCC unroll 64
        for (int load = 0; load < loads; load++)
            at[load % chains] = next_pointer(at[load % chains]);
    }
#pragma GCC unroll 32
    for (int c = 0; c < chains; c++)
        out[c] = (uint32_t)((const uint32_t *)at[c] - first);
}

#ifdef SIDE_LOAD
#include "patterns/latency/side_load.h"
#else
INLINED void load_beside(const struct work w)
{
    (void)w;
}
INLINED void wait_for_loaders(const struct work w)
{
    (void)w;
}
INLINED void end_chase(const struct work w)
{
    (void)w;
}
#endif

INLINED void all_tiles(const struct work w)
{
    if (w.share.thread >= LANE_THREADS) {
        load_beside(w);
        return;
    }
    if (is_first_lane()) {
        wait_for_loaders(w);
        follow(w.out, w.shape, w.variant);
        end_chase(w);
    }
    sync_warp();
}

#else

/* A tile of the walk is one step of each chain. */
static void requests(const struct walk *w)
{
    const struct shape s = *w->shape;
    for (int64_t chain = 0; chain < CHAINS; chain++) {
        struct request request = {.array = ARRAY_INDEX, .access = ACCESS_LOAD, .element_bytes = 4};
        for (int lane = 0; lane < LANES; lane++)
            request.element[lane] = lane ? -1 : CYCLE(START(chain) + w->tile);
        w->visit(w->with, &request);
    }
}

#endif
