/* Host memory for copies from and to a device: the device's output that the host checks, and the
 * host's end of measured transfers. */
#ifndef WARPLINE_HOST_MEMORY_H
#define WARPLINE_HOST_MEMORY_H

#include "patterns/target.h"

/* Zero before the first use. It is reused and grows to the largest need, because touching fresh
 * pages takes longer than copying. It consists of whole large pages. */
struct host_memory {
    void *memory;
    size_t room; /* bytes */
    bool pinned; /* for the target's driver, which otherwise copies through a separate buffer */
    int node;    /* 1 + the NUMA node of its pages; 0: that of the thread that touched them */
};

/* Copies from the target's memory, pinned if the driver allows it. The result is valid until the
 * next call; NULL, with a reason in `problem`, on failure. */
void *host_copy_of(struct host_memory *copy, struct target *target, const void *from, size_t bytes,
                   char *problem, size_t problem_size);

/* A buffer of at least `bytes` bytes for transfers, all of them touched, on NUMA node `node` - 1
 * unless that is 0, and pinned if requested. Valid until the next call; NULL, with a reason in
 * `problem`, without memory or if the driver refuses to pin it. */
void *host_end_of(struct host_memory *end, struct target *target, size_t bytes, int node,
                  bool pinned, char *problem, size_t problem_size);

/* Frees the memory; the target must be open. */
void host_memory_release(struct host_memory *host, struct target *target);

#endif
