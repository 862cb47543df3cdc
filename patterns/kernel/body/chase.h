/* Pointer chases: where the index array is used it holds a pointer to the next such place, all of
 * them in one cycle, so that every load has to wait for the one before. One worker does it, the
 * others wait. A pattern states NODES, how many there are, ORDER(j), which of them the chase comes
 * to as number j of its cycle, and PLACE(n), the entry where node n is.
 *
 * A launch goes on where the last one stopped: only so does a chase through more than it can visit
 * in one launch find places that are not in the caches from the last time.
 *
 * Places have 32 bits, as the results that they are, and poison must not be among the places:
 * INDEX_LENGTH is 2^31 at most. */
#ifndef WARPLINE_CHASE_H
#define WARPLINE_CHASE_H

#include "offload/global.h"

#define INDEX_COUNT  NODES
#define CYCLE(j)     PLACE(ORDER((j) & (NODES - 1)))
#define INDEX_PLACE  CYCLE(i)
#define INDEX_VALUE  CYCLE(i + 1)
#define START(chain) ((chain) * (NODES / CHAINS))
#define CHASED       16384 /* steps of a pass, of all chains together */
#define LOAD         0
#define STORE        0
#define IN_LENGTH    0
#define OUT_LENGTH   CHAINS
#define ELEMENTS     CHASED
#define STORES       0
#define SHARES       OWN
#define ALONE        true
#define LONE         1
#define SIZES(X)     X(4)
#define BLOCKS       CHASE_BLOCKS
#define TAIL         NO_TAIL
#define EXPECT                                                          \
    const uint32_t place = (uint32_t)CYCLE(START(i) + CHASED / CHAINS); \
    memcpy(expected, &place, sizeof place);                             \
    return true;

#define WALK_BLOCKS (CHASED / CHAINS)
/* A block of the walk is one step of each chain. */
#define DEFINE_WALK                                                                 \
    static void walk(const struct walk *w)                                          \
    {                                                                               \
        const struct shape s = *w->shape;                                           \
        for (int64_t chain = 0; chain < CHAINS; chain++) {                          \
            struct request request = {ARRAY_INDEX, ACCESS_LOAD, 4, {0}};            \
            for (int lane = 0; lane < WARP_LANES; lane++)                           \
                request.element[lane] = lane ? -1 : CYCLE(START(chain) + w->block); \
            w->visit(w->with, &request);                                            \
        }                                                                           \
    }

/* An entry is where the next one is: one load a step, whose address is what the last one brought.
 */
#define PUT_INDEX(index, place, value) (*(const void **)(void *)&(index)[place] = &(index)[value])

/* In each turn of a loop a GPU's function fetches anew what its loads need besides an address,
 * which takes as long as a load from the L1: there a turn is many steps. A core does that
 * meanwhile. */
#define LOADS_OF_TURN(chains) BY_SIDE(chains, 64)

/* `variant` is one more than log2 of the chains, so that each is a register. */
#define CHASE_BLOCKS(BYTES)                                                                      \
    static inline __attribute__((always_inline)) void chase_##BYTES(                             \
        element_##BYTES *out, const struct shape s, const int variant)                           \
    {                                                                                            \
        const int chains = 1 << (variant - 1), loads = LOADS_OF_TURN(chains);                    \
        const uint32_t *const first = s.index;                                                   \
        const void *at[32];                                                                      \
        PRAGMA(GCC unroll 32)                                                                    \
        for (int c = 0; c < chains; c++)                                                         \
            at[c] =                                                                              \
                first + (out[c] < (uint64_t)INDEX_LENGTH ? out[c] : (uint32_t)CYCLE(START(c)));  \
        for (int64_t turn = 0; turn < CHASED / loads; turn++) {                                  \
            PRAGMA(GCC unroll 64)                                                                \
            for (int load = 0; load < loads; load++)                                             \
                at[load % chains] = next_pointer(at[load % chains]);                             \
        }                                                                                        \
        PRAGMA(GCC unroll 32)                                                                    \
        for (int c = 0; c < chains; c++)                                                         \
            out[c] = (uint32_t)((const uint32_t *)at[c] - first);                                \
    }                                                                                            \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                            \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s, \
        const struct share mine, const int variant)                                              \
    {                                                                                            \
        (void)in;                                                                                \
        if (mine.thread != 0)                                                                    \
            return;                                                                              \
        if (is_first_lane())                                                                     \
            chase_##BYTES(out, s, variant);                                                      \
        lanes_meet();                                                                            \
    }

#endif
