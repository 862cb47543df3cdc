/* Pointer chases (body/follow.h) through nodes that are all in one cycle, so that every load has to
 * wait for the one before. A pattern states NODES, how many there are, a power of two, ORDER(j),
 * which of them the chase comes to as number j of its cycle, PLACE(n), the entry where node n is,
 * and CHAINS.
 *
 * Places have 32 bits, as the results that they are, and poison must not be among the places:
 * INDEX_LENGTH is 2^31 at most. */
#ifndef WARPLINE_CYCLE_H
#define WARPLINE_CYCLE_H

#include "patterns/kernel/usual.h"

#define IN_RANDOM_ORDER(j) \
    ((int64_t)permuted((uint64_t)(j), __builtin_ctzll((unsigned long long)NODES)))
#define INDEX_COUNT        NODES
#define CYCLE(j)           PLACE(ORDER((j) & (NODES - 1)))
#define INDEX_PLACE        CYCLE(i)
#define INDEX_VALUE        CYCLE(i + 1)
#define INDEX_HAS_POINTERS 1
#define START(chain)       ((chain) * (NODES / CHAINS))
#define CHASED             16384
#define LOAD               0
#define STORE              0
#define IN_LENGTH          0
#define OUT_LENGTH         CHAINS
#define ELEMENTS           CHASED
#define ROUND              NODES
#define WALK_BLOCKS        (CHASED / CHAINS)
#define SCHEDULE           STATIC
#define ALONE              1
#define TAIL               0
#define SIZES              4
#define BODY               "patterns/kernel/body/follow.h"
#define WALK               "patterns/kernel/body/follow_walk.h"

#endif
