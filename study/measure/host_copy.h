/* The host's memory beside another device's: a copy of what it wrote, to be checked, and a buffer
 * that it transfers from or to. */
#ifndef WARPLINE_HOST_COPY_H
#define WARPLINE_HOST_COPY_H

#include "patterns/target.h"

/* Zero before the first use. Its pages are kept from copy to copy, pinned where the target's driver
 * will: touching fresh ones takes longer than copying, and the driver goes through a buffer of its
 * own to those that may move. */
struct host_copy {
    void *memory;
    size_t room; /* bytes */
    bool pinned;
};

/* Copies from the target's memory. What it returns is good until the next call; NULL, with a reason
 * in `problem`, where it could not. */
void *host_copy_of(struct host_copy *copy, struct target *target, const void *from, size_t bytes,
                   char *problem, size_t problem_size);

/* Gives the memory back; while the target is open. */
void host_copy_release(struct host_copy *copy, struct target *target);

/* Zero before the first use. Its pages are kept from point to point. */
struct host_room {
    void *memory;
    size_t bytes;
    enum host_buffer kind;
};

/* Makes the buffer that large at least, pinned or pageable. 0, or -1 with a reason. */
int host_room_take(struct host_room *room, struct target *target, enum host_buffer kind,
                   size_t bytes, char *problem, size_t problem_size);

void host_room_release(struct host_room *room, struct target *target);

#endif
