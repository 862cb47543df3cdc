/* The host's memory that a device's copies go to and come from: what the host checks of a device's
 * output, and the end of transfers that are measured. */
#ifndef WARPLINE_HOST_MEMORY_H
#define WARPLINE_HOST_MEMORY_H

#include "patterns/target.h"

/* Zero before the first use. It is kept from use to use, as large as any needed it: to touch fresh
 * pages takes longer than to copy. It is on whole large pages. */
struct host_memory {
    void *memory;
    size_t room; /* bytes */
    bool pinned; /* for the target's driver, which goes through a buffer of its own else */
};

/* Copies from the target's memory, pinned where the driver will. What it returns is good until the
 * next call; NULL, with a reason in `problem`, where it could not. */
void *host_copy_of(struct host_memory *copy, struct target *target, const void *from, size_t bytes,
                   char *problem, size_t problem_size);

/* A buffer of so many bytes at least for transfers, all of them touched, and pinned where that is
 * asked for. Good until the next call; NULL, with a reason in `problem`, where there is no memory
 * or the driver won't pin it. */
void *host_end_of(struct host_memory *end, struct target *target, size_t bytes, bool pinned,
                  char *problem, size_t problem_size);

/* Gives the memory back; while the target is open. */
void host_memory_release(struct host_memory *host, struct target *target);

#endif
