/* The different sectors that the requests of a part of a pass touch. If the L2 keeps them that
 * long, each comes from memory or goes there once.
 *
 * Memory is read in units of two sectors: on an H200, reading every 16th of 4-byte elements takes
 * as long as every 8th would in units of one (study stride, 2370 and 4485 GB/s of sectors). Stores
 * to them take as long as if only the reads for merging came in such units. */
#ifndef OFFLOAD_SECTOR_SET_H
#define OFFLOAD_SECTOR_SET_H

#include "study/model/gpu/traffic.h"

enum { MEMORY_UNIT_BYTES = 64 };

struct sector_set {
    uint64_t slots;          /* a power of two */
    uint64_t *number;        /* plus 1; 0: free */
    uint32_t *read, *stored; /* whether it was loaded; which bytes were stored */
    uint64_t *used;          /* slots in use, so that only these are freed */
    uint64_t count;
};

/* In bytes, except the lines. */
struct sector_bytes {
    double read, written; /* different sectors that were loaded, and stored to */
    double partial;       /* of those stored to, the partially written ones */
    double units; /* units of memory that are read, for loads or to merge partial-sector writes */
    double partial_lines; /* lines with partially written sectors; a number */
};

/* Makes room for what that number of requests (a power of two) can touch, and grows when there are
 * more. The caller closes it. */
void sector_set_open(struct sector_set *set, int requests);
void sector_set_close(struct sector_set *set);

/* Adds a request's sectors, loaded or stored. */
void sector_set_add(struct sector_set *set, const struct sectors *sectors, bool stored);

/* Adds the set's bytes to `bytes`, and empties the set. */
void sector_set_count(struct sector_set *set, struct sector_bytes *bytes);

#endif
