/* Points on a GPU that need none. */
#ifndef TESTS_GPU_SHAPE_H
#define TESTS_GPU_SHAPE_H

#include "study/model/predict.h"
#include "study/plan/point.h"

static const struct gpu_caches h200 = {
    .multiprocessors = 132, .l1_bytes = 248 << 10, .l2_bytes = 60 << 20};

/* `value` is the first parameter's; -1: the standard one. */
static inline struct shape gpu_shape(const struct pattern *pattern, int64_t value, int64_t elements,
                                     int64_t warps)
{
    struct shape shape = shape_standard(pattern, elements, warps * WARP_LANES);
    shape.workers = warps;
    if (value >= 0)
        shape.value[0] = value;
    shape.elements = point_elements(pattern, &shape, elements);
    return shape;
}

#endif
