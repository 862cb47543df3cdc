/* The core time of a kernel: what it takes with its arrays in a cache, measured. It holds what no
 * model counts: address arithmetic, vector instructions or their absence, the order in which a warp
 * waits, the turns of shared memory.
 *
 * Two passes of the same kernel with the same parameters are measured, neither of them the point's
 * own: a full one, over as many blocks as fit, and a light one over fewer. Where a parameter sets
 * the number of steps (an edge), it is halved or doubled. Where none does but one sets the size of
 * an array, the same steps are made over a small one.
 *
 * On a GPU (core_gpu.c) the arrays lie in the last cache. The light pass has so few blocks that
 * each takes its latency, and in the full one all warps have as many blocks as fit. Each round of
 * blocks takes its part of the full pass, or a latency at least; in one round that is not full, the
 * latency and the part of the round overlap (study/model/gpu/compose_gpu.h).
 *
 * On a CPU (core_cpu.c) they lie in the nearest cache, and all workers run, or one of them where
 * they would store to each other's lines. The time of a pass is a straight line over its blocks,
 * and has a fixed part besides, such as a reduction. */
#ifndef WARPLINE_CORE_H
#define WARPLINE_CORE_H

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

bool core_same_size(const struct shape *a, const struct shape *b);

/* Finds the passes. False if there is no full one, or the kernel is one that the time of small
 * arrays says nothing about: launches, calls of the driver, one worker that does all, atomic
 * additions; on a GPU shared memory alone. */
bool core_gpu_points(const struct point *point, struct core_points *points);
bool core_cpu_points(const struct point *point, struct core_points *points);

/* The core time of the point's blocks from the times of the two passes; light_ns may be NaN. */
double core_gpu_of(const struct core_points *points, double light_ns, double full_ns);
double core_cpu_of(const struct core_points *points, double light_ns, double full_ns);

/* Measures it, in the arrays of the point's target, for cores of that speed index (NaN: as they are
 * meanwhile): *core_ns is NaN if there is none. A GPU's passes are measured once. Returns 0, or an
 * exit status after a message. */
int core_measure(const struct point *point, struct arrays *arrays, uint64_t seed, double index_ns,
                 struct core_passes *passes, double *core_ns);

#endif
