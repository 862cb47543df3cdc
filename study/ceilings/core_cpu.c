#include "study/ceilings/core.h"

#include "study/base/message.h"
#include "study/plan/walks.h"

#include <math.h>
#include <stdlib.h>

/* VALUE_LEAST: values from here on give the same instructions, smaller ones may not (stride 1).
 * STORES_MOST: longer passes over small arrays (the memory mountain's) store sums alone. */
enum {
    ROUNDS_MOST = 64,
    HALVINGS_MOST = 40,
    VALUE_LEAST = 2,
    STORES_MOST = 1 << 20,
    LINE_BYTES = 64,
    SEVERAL = -1
};

/* Part of the nearest cache that the arrays may take: hidden siblings may own half of it, but not
 * of the only worker's. Tiles do not shrink with a pass; they may take all of it. */
static const double room_part = 0.25, room_part_of_one = 0.85;
/* Part of the stored lines that workers may share. */
static const double shared_most = 0.25;
/* Part of a light pass's time that its blocks take at least. If the fixed part seems to be more,
 * the light pass was disturbed: on a shared host, intensity had a core time of 9.6 ms at 256
 * iterations, and 117 and 214 at 192 and 384. */
static const double each_least = 0.25;

/* The lines of the output that a pass stores to, and those that several workers store to. */
struct owners {
    const struct walk *walk; /* its thread is the worker */
    int64_t *of;             /* of each line: a worker, plus 1; SEVERAL */
    int64_t lines, shared;
};

static void note_stores(void *with, const struct request *request)
{
    struct owners *owners = with;
    const int64_t worker = owners->walk->thread + 1;
    for (int lane = 0; lane < WARP_LANES; lane++) {
        if (request->array != ARRAY_OUT || request->access == ACCESS_LOAD ||
            request->element[lane] < 0)
            continue;
        int64_t *owner = &owners->of[request->element[lane] * request->element_bytes / LINE_BYTES];
        owners->lines += *owner == 0;
        owners->shared += *owner > 0 && *owner != worker;
        *owner = *owner == 0 || *owner == worker ? worker : SEVERAL;
    }
}

/* Workers whose stores share lines slow each other down in small arrays as in no large ones: 16
 * workers that have four columns each of a matrix took 6 times as long as with a line each. */
static bool share_lines(const struct point *small, int64_t out_bytes)
{
    const struct pattern *pattern = small->pattern;
    const int64_t blocks = point_blocks(small);
    struct walk walk =
        walk_of(&small->shape, pattern->rows(&small->shape, small->element_bytes, false),
                small->element_bytes, false);
    if (small->shape.workers < 2 || small->shape.elements > STORES_MOST)
        return false;
    struct owners owners = {
        .walk = &walk,
        .of = needed(calloc((size_t)(out_bytes / LINE_BYTES + 1), sizeof *owners.of))};
    walk.visit = note_stores;
    walk.with = &owners;
    walk_stretch(pattern, &walk, 0, blocks, blocks);
    free(owners.of);
    return owners.shared > shared_most * (double)owners.lines;
}

/* Whether it may be measured for `point`: it fits the level, stays inside its arrays, occupies all
 * workers, and is not the point itself. */
static bool is_usable(struct point *small, const struct point *point, int level)
{
    struct footprint bytes;
    char problem[TEXT_MAX];
    const struct cache_level *cache = &small->target->facts.caches[level];
    const double room = small->shape.workers > 1 ? room_part * (double)cache->size_bytes
                                                 : room_part_of_one * (double)cache->one_bytes;
    small->footprint_bytes =
        arrays_bytes(small->pattern, &small->shape, small->element_bytes, &bytes);
    const bool fits = (double)small->footprint_bytes <= room ||
                      (small->footprint_bytes == point->footprint_bytes &&
                       small->footprint_bytes <= cache->size_bytes);
    return small->footprint_bytes > 0 && fits && !core_same_size(&small->shape, &point->shape) &&
           point_blocks(small) >= small->shape.workers &&
           fitting_check(small->pattern, &small->shape, small->element_bytes, false, problem,
                         sizeof problem) == 0 &&
           !share_lines(small, bytes.out);
}

/* Sets the elements of about that many blocks; `few`: fewer than a loop's passes have. */
static void set_blocks(struct point *small, int64_t blocks, bool few)
{
    const struct pattern *pattern = small->pattern;
    struct shape *shape = &small->shape;
    const int rows = pattern->rows(shape, small->element_bytes, false);
    const int64_t run = shape->value[0] > 1 ? shape->value[0] : 1;
    shape->elements = pattern->elements ? pattern->elements(shape) : blocks * rows * WARP_LANES;
    if (pattern->rounding == WHOLE_TURNS) {
        const int64_t runs = shape->elements / shape->threads / run;
        shape->elements = shape->threads * run * (runs > 0 ? runs : 1);
    } else if (few) {
        shape->elements = power_of_two_from(shape->elements);
    } else {
        shape->elements = point_elements(pattern, shape, shape->elements);
    }
}

/* Whether a value may be halved. Where a pattern says how many elements a pass has, one that the
 * arrays' size does not depend on selects the instructions, as a stride's does. */
static bool may_halve(const struct point *point, int i)
{
    struct footprint bytes;
    struct shape half = point->shape;
    half.value[i] /= 2;
    return !point->pattern->elements || arrays_bytes(point->pattern, &half, point->element_bytes,
                                                     &bytes) < point->footprint_bytes;
}

/* The parameters' values, halved so often; false if none can be halved any more. */
static bool halve(const struct point *point, int halvings, struct shape *shape)
{
    bool any = halvings == 0;
    for (int i = 0; i < pattern_parameter_count(point->pattern); i++) {
        const int64_t value = point->shape.value[i] >> halvings,
                      low = point->pattern->parameters[i].low;
        const int64_t least = low > VALUE_LEAST ? low : VALUE_LEAST;
        if (point->shape.value[i] <= least || !may_halve(point, i))
            continue;
        any |= value >= least;
        shape->value[i] = value >= least ? value : least;
    }
    return any;
}

/* The first pass that is usable becomes the full one, and the next smaller one the light one. */
static void offer(struct core_points *points, const struct point *small)
{
    const int64_t blocks = point_blocks(small);
    if (points->full_blocks == 0) {
        points->full = *small;
        points->full_blocks = blocks;
    } else if (blocks < points->full_blocks / 2) {
        points->light = *small;
        points->light_blocks = blocks;
    }
}

/* On all workers, or on one of them where they would store to each other's lines. */
static void find_passes(const struct point *point, int level, bool one, bool few,
                        struct core_points *points)
{
    for (int halvings = 0; halvings < HALVINGS_MOST && points->light_blocks == 0; halvings++) {
        struct point small = *point;
        if (one)
            small.shape.workers = small.shape.threads = 1;
        if ((points->full_blocks > 0 && !point->pattern->elements) ||
            !halve(point, halvings, &small.shape))
            break;
        for (int64_t rounds = ROUNDS_MOST; rounds > 0 && points->light_blocks == 0; rounds /= 2) {
            set_blocks(&small, rounds * small.shape.workers, few);
            if (is_usable(&small, point, level))
                offer(points, &small);
        }
    }
}

bool core_cpu_points(const struct point *point, struct core_points *points)
{
    const struct pattern *pattern = point->pattern;
    *points = (struct core_points){.blocks = 0};
    if (!point->kernel || !pattern->walk || pattern->alone || pattern->each_pass_a_launch ||
        pattern->chooses_launch || point->target->facts.cache_levels == 0 ||
        walk_has_atomics(pattern, &point->shape, point->element_bytes))
        return false;
    points->blocks = point_blocks(point);
    points->workers = walk_workers(pattern, &point->shape);
    /* The smallest matrix of tiles for all workers may not fit the L1: then it is in the L2. */
    const int levels =
        point->target->facts.cache_levels < 2 ? point->target->facts.cache_levels : 2;
    /* Where a loop's iterations are long, its fewest take more: then some of them do. */
    const int tries = pattern->loop ? 2 * levels : levels;
    for (int i = 0; i < tries && points->full_blocks == 0; i++) {
        find_passes(point, i % levels, false, i >= levels, points);
        if (points->full_blocks == 0)
            find_passes(point, i % levels, true, i >= levels, points);
    }
    return points->full_blocks > 0 && points->blocks > 0;
}

double core_cpu_of(const struct core_points *points, double light_ns, double full_ns)
{
    const double workers = (double)points->full.shape.workers,
                 rounds = ceil((double)points->blocks / (double)points->workers),
                 full = ceil((double)points->full_blocks / workers),
                 light = ceil((double)points->light_blocks / workers);
    const double each_ns = (full_ns - light_ns) / (full - light);
    if (points->light_blocks == 0 || !(full > light) || !(each_ns > each_least * light_ns / light))
        return full_ns * rounds / full;
    return fmax(light_ns + (rounds - light) * each_ns, fmin(light_ns, full_ns / full));
}
