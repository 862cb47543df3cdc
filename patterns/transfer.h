/* Transfers between the host, whose end is args->host, and the GPU. */
#ifndef WARPLINE_TRANSFER_H
#define WARPLINE_TRANSFER_H

#include "driver.h"

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

#endif
