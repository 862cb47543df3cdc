/* The time that a GPU's kernel takes with its arrays in the last cache: its core time. It holds
 * what no model counts: address arithmetic, the order in which a warp waits, camping on a few
 * slices of the cache, the turns of shared memory.
 *
 * Two passes of the same kernel with the same parameters are measured, neither of them the point's
 * own: a light one, with so few blocks that each takes its latency, and a full one, in which all
 * warps have as many blocks as fit. Each round of blocks takes its part of the full pass, or a
 * latency at least; in one round that is not full, the latency and the part of the round overlap
 * (compose_gpu.h). Parameters that set the number of steps (an edge) are halved or doubled. */
#ifndef WARPLINE_CORE_GPU_H
#define WARPLINE_CORE_GPU_H

#include "study/measure/arrays.h"
#include "study/plan/point.h"

enum { CORE_PASSES_MAX = 2048 };

/* Passes measured so far; zero at first. The points of a study share most of them. */
struct core_passes {
    struct core_pass {
        const struct pattern *pattern;
        int element_bytes;
        struct shape shape; /* without its index */
        double ns;          /* NaN: it could not be measured */
    } passes[CORE_PASSES_MAX];
    int count;
};

/* The two passes, where there are any; blocks is 0 where there is none. */
struct core_points {
    struct point light, full;
    int64_t light_blocks, full_blocks;
    int64_t blocks, workers; /* the point's own */
};

/* Finds them. False if there is no full one, or the kernel is one that the time of small arrays
 * says nothing about: launches, calls of the driver, one worker that does all, atomic additions,
 * shared memory alone. */
bool core_gpu_points(const struct point *point, struct core_points *points);

/* The core time of `blocks` blocks from those of the two passes; light_ns may be NaN. */
double core_gpu_of(const struct core_points *points, double light_ns, double full_ns);

/* Measures it, in the arrays of the point's target: *core_ns is NaN if there is none. Returns 0, or
 * an exit status after a message. */
int core_gpu_measure(const struct point *point, struct arrays *arrays, uint64_t seed,
                     struct core_passes *passes, double *core_ns);

#endif
