/* The different sectors that the requests of a stretch touch: what has to come from memory and go
 * there, once each, if the L2 keeps them for as long as the stretch lasts.
 *
 * Memory is read in units of two sectors: reading every 16th of 4-byte elements takes an H200 as
 * long as every 8th would in units of one (study stride, 2370 and 4485 GB/s of sectors), and stores
 * to them as if only what is read to be merged came in such units. */
#ifndef OFFLOAD_SECTOR_SET_H
#define OFFLOAD_SECTOR_SET_H

#include "study/model/gpu/traffic.h"

enum { MEMORY_UNIT_BYTES = 64 };

struct sector_set {
    uint64_t slots;          /* a power of two */
    uint64_t *number;        /* plus 1; 0: free */
    uint32_t *read, *stored; /* whether it was loaded; which bytes were stored */
    uint64_t *used;          /* slots in use, to be freed one by one */
    uint64_t count;
};

/* In bytes. */
struct sector_bytes {
    double read, written; /* different sectors that were loaded, stored to */
    double partial;       /* of those stored to, the ones of which a part was not */
    double units; /* of memory that are read, for loads or to merge what is stored in part */
};

/* Room for what so many requests (a power of two) can touch. False where there is no memory. Either
 * way it is to be closed. */
bool sector_set_open(struct sector_set *set, int requests);
void sector_set_close(struct sector_set *set);

/* Adds a request's sectors, loaded or stored. */
void sector_set_add(struct sector_set *set, const struct sectors *sectors, bool stored);

/* Adds what the set holds to `bytes`, and empties the set. */
void sector_set_count(struct sector_set *set, struct sector_bytes *bytes);

#endif
