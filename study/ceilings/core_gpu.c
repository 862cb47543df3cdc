#include "study/ceilings/core.h"

#include "study/model/gpu/compose_gpu.h"
#include "study/plan/targets.h"
#include "study/plan/walks.h"

#include <math.h>
#include <string.h>

enum {
    KINDS_MOST = 16,  /* of requests that a block makes */
    ROUNDS_MOST = 64, /* blocks of each worker in a full pass */
    FEW_BLOCKS = 4,   /* of a point whose light pass has as few */
    DOUBLINGS = 6,    /* of a parameter that sets the number of steps */
    HALVINGS = 12
};
/* Part of the last cache that the arrays of a full pass may take. */
static const double room_part = 0.625;

/* Whether it may be measured for `point`: it fits the cache, stays inside its arrays, and is not
 * the point itself. */
static bool is_usable(struct point *small, const struct point *point)
{
    struct footprint bytes;
    char problem[TEXT_MAX];
    const struct target_facts *facts = &point->target->facts;
    const double room = room_part * (double)facts->caches[facts->cache_levels - 1].size_bytes;
    small->footprint_bytes =
        arrays_bytes(small->pattern, &small->shape, small->element_bytes, &bytes);
    return small->footprint_bytes > 0 && (double)small->footprint_bytes <= room &&
           !core_same_size(&small->shape, &point->shape) &&
           fitting_check(small->pattern, &small->shape, small->element_bytes, true, problem,
                         sizeof problem) == 0;
}

/* Multiplies by 2^doublings the first parameter that changes the number of steps. */
static bool scale_steps(const struct point *point, int doublings, struct point *small)
{
    const struct pattern *pattern = point->pattern;
    for (int i = 0; i < pattern_parameter_count(pattern); i++) {
        struct shape *shape = &small->shape;
        int64_t *value = &shape->value[i];
        *shape = point->shape;
        *value = doublings < 0 ? *value >> -doublings : *value << doublings;
        if (*value < pattern->parameters[i].low || *value > pattern->parameters[i].high ||
            *value << (doublings < 0 ? -doublings : 0) < point->shape.value[i])
            continue;
        shape->elements = pattern->elements(shape);
        if (doublings == 0 || shape->elements != point->shape.elements)
            return true;
    }
    return false;
}

/* The most blocks of a light pass. A latency grows a little with the number of busy warps, so it is
 * measured with about as many as the point has. */
static int64_t light_most(const struct core_points *points, int64_t workers)
{
    if (points->blocks <= FEW_BLOCKS)
        return FEW_BLOCKS;
    return points->blocks * 16 <= workers * 3 ? workers / 8 : workers / 2;
}

/* Keeps the pass as the light or the full one, if it is nearer to what that should be. */
static void offer(struct core_points *points, const struct point *small, int64_t workers)
{
    const int64_t blocks = point_blocks(small);
    if (blocks > points->full_blocks && blocks * 4 >= workers * 3) {
        points->full = *small;
        points->full_blocks = blocks;
    }
    if (blocks > points->light_blocks && blocks <= light_most(points, workers)) {
        points->light = *small;
        points->light_blocks = blocks;
    }
}

/* Where all parameters leave the number of steps as it is: the same steps over the smallest array
 * that a parameter gives, for example in an L1. */
static void try_smaller_arrays(const struct point *point, struct core_points *points)
{
    const struct pattern *pattern = point->pattern;
    for (int i = 0; i < pattern_parameter_count(pattern); i++) {
        int64_t value = pattern->parameters[i].low;
        for (; value < point->shape.value[i] && points->full_blocks == 0; value *= 2) {
            struct point small = *point;
            small.shape.value[i] = value;
            if (pattern->elements(&small.shape) == point->shape.elements &&
                is_usable(&small, point) && small.footprint_bytes < point->footprint_bytes)
                offer(points, &small, point->shape.workers);
        }
    }
}

static void try_parameters(const struct point *point, struct core_points *points)
{
    for (int doublings = DOUBLINGS; doublings >= -HALVINGS; doublings--) {
        struct point small = *point;
        if (scale_steps(point, doublings, &small) && is_usable(&small, point))
            offer(points, &small, point->shape.workers);
    }
    if (points->full_blocks == 0)
        try_smaller_arrays(point, points);
}

/* A pass of that many blocks, if the pattern supports it. */
static void try_blocks(const struct point *point, int64_t blocks, struct core_points *points)
{
    struct point small = *point;
    struct shape *shape = &small.shape;
    const int rows = point->pattern->rows(shape, point->element_bytes, true);
    shape->elements = blocks * rows * WARP_LANES;
    if (point->pattern->rounding != WHOLE_TURNS)
        shape->elements = point_elements(point->pattern, shape, shape->elements);
    else if (shape->elements % shape->threads != 0)
        return;
    if (is_usable(&small, point))
        offer(points, &small, shape->workers);
}

static void try_counts(const struct point *point, struct core_points *points)
{
    const int64_t workers = point->shape.workers;
    for (int64_t rounds = ROUNDS_MOST; rounds > 0 && points->full_blocks == 0; rounds /= 2)
        try_blocks(point, rounds * workers, points);
    for (int64_t blocks = light_most(points, workers); blocks > 0 && points->light_blocks == 0;
         blocks /= 2)
        try_blocks(point, blocks, points);
}

/* Whether the kernel loads or stores in global memory: the turns of shared memory and of additions
 * are counted exactly. */
static bool has_global_requests(const struct point *point)
{
    struct request requests[KINDS_MOST];
    const int count = walk_first_requests(point->pattern, &point->shape, point->element_bytes, true,
                                          requests, KINDS_MOST);
    for (int i = 0; i < count; i++)
        if (requests[i].access == ACCESS_ATOMIC)
            return false;
    for (int i = 0; i < count; i++)
        if (requests[i].array != ARRAY_TILE)
            return true;
    return false;
}

bool core_gpu_points(const struct point *point, struct core_points *points)
{
    const struct pattern *pattern = point->pattern;
    *points = (struct core_points){.blocks = 0};
    if (!point->kernel || !pattern->walk || pattern->alone || pattern->each_pass_a_launch ||
        pattern->calls_driver || point->target->facts.cache_levels == 0 ||
        !has_global_requests(point))
        return false;
    points->blocks = point_blocks(point);
    points->workers = point->shape.workers;
    if (pattern->elements)
        try_parameters(point, points);
    else
        try_counts(point, points);
    return points->full_blocks > 0 && points->blocks > 0;
}

static double rounds_of(int64_t blocks, int64_t workers)
{
    return ceil((double)blocks / (double)workers);
}

double core_gpu_of(const struct core_points *points, double light_ns, double full_ns)
{
    const double light = isnan(light_ns) ? 0 : light_ns;
    const int64_t workers = points->workers;
    const double round = full_ns / rounds_of(points->full_blocks, workers);
    const double rounds = rounds_of(points->blocks, workers);
    if (points->blocks >= workers)
        return fmax(light, rounds * round);
    const double part = (double)points->blocks / (double)workers;
    return fmin(compose_gpu(light, part * round), fmax(light, round));
}
