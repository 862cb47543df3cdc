/* The host's end of transfers to and from a device: a buffer that kernels are given. */
#ifndef WARPLINE_HOST_END_H
#define WARPLINE_HOST_END_H

#include "patterns/target.h"

/* Zero before the first use. It is kept from point to point, as large as any needed it. */
struct host_end {
    void *memory;
    size_t room; /* bytes */
    bool pinned;
};

/* A buffer of so many bytes at least, on whole large pages, all of them touched, and pinned for the
 * target's driver where that is asked for. Good until the next call; NULL, with a reason in
 * `problem`, where there is no memory or the driver won't pin it. */
void *host_end_of(struct host_end *end, struct target *target, size_t bytes, bool pinned,
                  char *problem, size_t problem_size);

/* Gives the memory back; while the target is open. */
void host_end_release(struct host_end *end, struct target *target);

#endif
