/* Kernels that are no regions but calls to the GPU's driver, as libgomp or libcuda makes them:
 * copies and transfers. A pattern states BEFORE, DRIVER_CALL and AFTER, statements over `s`,
 * `args`, `bytes` (of one array) and `device`: what comes before a pass that is only checked, a
 * pass, and what comes after a pass that is only checked. */
#ifndef WARPLINE_DRIVER_H
#define WARPLINE_DRIVER_H

#include "pattern.h"

#include <omp.h>

/* The word of the device itself that it is one. It also waits until all calls are done. */
static inline void note_device(struct notes *notes, int device)
{
#pragma omp target device(device) is_device_ptr(notes)
    {
        notes->where = omp_is_initial_device() ? RAN_ON_HOST : RAN_ON_DEVICE;
        notes->workers = 1;
    }
}

#define DRIVER_KERNEL(BYTES)                                   \
    static void kernel_##BYTES(const struct kernel_args *args) \
    {                                                          \
        const struct shape s = args->shape;                    \
        const size_t bytes = (size_t)s.elements * BYTES;       \
        const int device = args->launch.device;                \
        (void)bytes;                                           \
        if (args->only_checked) {                              \
            BEFORE                                             \
        }                                                      \
        for (int64_t pass = 0; pass < args->passes; pass++) {  \
            DRIVER_CALL                                        \
        }                                                      \
        note_device(args->notes, device);                      \
        if (args->only_checked) {                              \
            AFTER                                              \
        }                                                      \
    }

#endif
