/* Stores of one warp on their way to the L2: what follows closely to the same sector goes there
 * together with it.
 *
 * A multiprocessor holds back some 64 lines of stores, of all its warps together: three stores of 4
 * bytes to each struct of 12 reach the L2 as whole sectors with 8 warps, and one by one with 24; so
 * do eight stores to runs of 8 words of each lane, and no longer sixteen to runs of 16 (H200,
 * patterns vec3_clear, aos_write and order).
 */
#ifndef OFFLOAD_STORE_MERGE_H
#define OFFLOAD_STORE_MERGE_H

#include "study/model/gpu/traffic.h"

enum { STORE_LINES = 64 };

/* Zero at first, but for `room`. */
struct store_merge {
    int room; /* lines that this warp's stores may be held back in, 1 to STORE_LINES */
    int held;
    struct held_line {
        uint64_t number;
        uint32_t bytes[SECTORS_OF_LINE]; /* bit b: byte b of that sector was stored */
    } lines[STORE_LINES];                /* the last one used first */
    double whole, parts; /* sectors that have gone to the L2, stored whole and in part */
};

/* A store, or an atomic access (`atomic`), which is not held back. */
void store_merge_add(struct store_merge *merge, const struct sectors *sectors, bool atomic);

/* Sends what is held back. */
void store_merge_flush(struct store_merge *merge);

#endif
