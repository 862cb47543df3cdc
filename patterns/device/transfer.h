/* Transfers between the host and the GPU. The host's end is a buffer that the module keeps from
 * call to call, pinned where PINNED is 1. */
#ifndef WARPLINE_TRANSFER_H
#define WARPLINE_TRANSFER_H

#include "driver.h"
#include "offload/cuda.h"

#include <stdlib.h>
#include <string.h>

#define KERNEL DRIVER_KERNEL
#define NO_WALK
#define CALLS_DRIVER true
#define LOAD         e.index
#define STORE        e.index
#define IN_LENGTH    s.elements
#define OUT_LENGTH   s.elements
#define SIZES(X)     X(4)
#define STORES       0 /* a transfer's bytes are counted once, as anyone does */
#define HOST         omp_get_initial_device()

/* A buffer of at least that size; the program ends where there is none, as it does where a region
 * gets no memory. */
static inline void *host_buffer(size_t bytes, bool pinned)
{
    static void *buffer;
    static size_t room;
    if (bytes <= room)
        return buffer;
    if (pinned && buffer)
        cuda_unpin(buffer);
    free(buffer);
    room = bytes;
    if (posix_memalign(&buffer, 1 << 21, bytes) || (memset(buffer, 0, bytes), false) ||
        (pinned && !cuda_pin(buffer, bytes)))
        abort();
    return buffer;
}

#endif
