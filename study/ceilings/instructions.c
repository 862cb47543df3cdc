#include "study/ceilings/instructions.h"

#include "study/base/message.h"
#include "study/measure/measure.h"
#include "study/model/cost.h"
#include "study/model/predict.h"
#include "study/plan/targets.h"
#include "study/plan/walks.h"

#include <math.h>
#include <string.h>

enum { BLOCKS_MOST = 64, LEVELS_TRIED = 2 };

const char instructions_bound[] = "address arithmetic";

/* Ratio to the predicted time from which a pass is suspected, and the share of its time that
 * instructions must explain. */
static const double suspected_times = 1.5, bound_share = 0.85;

bool instructions_suspected(const struct point *point, double pass_ns, double predicted_ns)
{
    const struct pattern *pattern = point->pattern;
    return point->kernel && pattern->walk && pass_ns > suspected_times * predicted_ns &&
           !pattern->each_pass_a_launch && !pattern->calls_driver && !pattern->alone &&
           !pattern->chooses_launch && !point->baseline &&
           pattern->multiply_adds(&point->shape) == 0 &&
           !walk_has_atomics(pattern, &point->shape, point->element_bytes);
}

bool instructions_bind(double pass_ns, const struct instructions *instructions)
{
    const double ns = instructions->pass_ns;
    return ns >= bound_share * pass_ns && ns <= pass_ns / bound_share &&
           !(ns <= suspected_times * instructions->cached_ns);
}

/* Whether the point's arrays are farther away than the small ones can be. */
static bool is_farther(const struct point *point)
{
    const struct target_facts *facts = &point->target->facts;
    return point->target->ops->side == SIDE_CPU || facts->cache_levels == 0 ||
           point->footprint_bytes > facts->caches[facts->cache_levels - 1].size_bytes;
}

/* Room for the arrays: half a cache, of a GPU the last one. */
static int64_t room_of(const struct point *point, int level)
{
    const struct target_facts *facts = &point->target->facts;
    if (level >= facts->cache_levels)
        return 0;
    return point->target->ops->side == SIDE_CPU
               ? facts->caches[level].one_bytes / 2
               : facts->caches[facts->cache_levels - 1].size_bytes / 2;
}

/* Iterations with which each worker has `blocks` whole blocks. */
static int64_t steps_of(const struct point *small, int64_t blocks)
{
    const bool gpu = small->target->ops->side == SIDE_GPU;
    const int rows = small->pattern->rows(&small->shape, small->element_bytes, gpu);
    return small->shape.workers * rows * WARP_LANES * blocks;
}

/* Halves the first parameter that makes the pass shorter. False if none does. */
static bool halve(struct point *small)
{
    const struct pattern *pattern = small->pattern;
    for (int i = 0; i < pattern_parameter_count(pattern); i++) {
        struct shape shorter = small->shape;
        shorter.value[i] /= 2;
        if (shorter.value[i] < pattern->parameters[i].low ||
            pattern->elements(&shorter) >= pattern->elements(&small->shape))
            continue;
        shorter.elements = pattern->elements(&shorter);
        small->shape = shorter;
        return true;
    }
    return false;
}

static int64_t bytes_of(const struct point *point)
{
    struct footprint bytes;
    return arrays_bytes(point->pattern, &point->shape, point->element_bytes, &bytes);
}

static bool fits(const struct point *small, int64_t room)
{
    const int64_t bytes = bytes_of(small);
    return bytes > 0 && bytes <= room;
}

/* Whether the pattern supports the number of iterations of the pass. */
static bool is_whole(const struct point *small)
{
    return point_elements(small->pattern, &small->shape, small->shape.elements) ==
               small->shape.elements ||
           small->pattern->rounding == WHOLE_TURNS;
}

/* The iterations of a thread are a multiple of the first parameter, which may be 0: no runs. */
static bool runs_are_whole(const struct point *small)
{
    const struct shape *shape = &small->shape;
    return small->pattern->rounding != WHOLE_TURNS || shape->value[0] <= 1 ||
           shape->elements / shape->threads % shape->value[0] == 0;
}

/* Chooses as many iterations as there is room for. */
static bool choose_steps(struct point *small, int64_t room)
{
    if (small->pattern->elements) {
        small->shape.elements = small->pattern->elements(&small->shape);
        while (!fits(small, room))
            if (!halve(small))
                return false;
        return true;
    }
    for (int64_t blocks = BLOCKS_MOST; blocks > 0; blocks /= 2) {
        small->shape.elements = steps_of(small, blocks);
        if (fits(small, room) && is_whole(small) && runs_are_whole(small))
            return true;
    }
    return false;
}

/* Whether all its accesses are inside its arrays: a parameter may now be larger than these. */
static bool stays_inside(const struct point *small)
{
    struct footprint bytes;
    const struct pattern *pattern = small->pattern;
    const bool gpu = small->target->ops->side == SIDE_GPU;
    struct walk walk =
        walk_of(&small->shape, pattern->rows(&small->shape, small->element_bytes, gpu),
                small->element_bytes, gpu);
    const int64_t blocks = pattern->tiles(&small->shape, walk.rows);
    struct extents extents = extents_none();
    if (arrays_bytes(pattern, &small->shape, small->element_bytes, &bytes) < 0)
        return false;
    for (int64_t block = 0; block < blocks; block++)
        walk_extents(pattern, &walk, block, blocks, &extents);
    const int64_t room[] = {
        [ARRAY_IN] = bytes.in, [ARRAY_OUT] = bytes.out, [ARRAY_INDEX] = bytes.index};
    for (int i = ARRAY_IN; i <= ARRAY_INDEX; i++)
        if (extents.high[i] > room[i] || (extents.low[i] < 0))
            return false;
    return blocks > 0;
}

bool instructions_point(const struct point *point, struct point *small)
{
    for (int level = 0; level < LEVELS_TRIED && is_farther(point); level++) {
        *small = *point;
        if (point->target->ops->side == SIDE_CPU)
            small->shape.workers = small->shape.threads = 1;
        if (!choose_steps(small, room_of(point, level)) || !stays_inside(small))
            continue;
        small->footprint_bytes = bytes_of(small);
        return true;
    }
    return false;
}

/* The time of a small pass that ceilings explain; NaN if they do not. */
static double explained_ns(const struct point *small, const struct ceilings *ceilings)
{
    struct demand demand;
    const char *bound;
    return cost_demand(small, &demand) ? demand_time_ns(&demand, ceilings, &bound) : NAN;
}

int instructions_measure(const struct point *point, struct arrays *arrays, uint64_t seed,
                         const struct ceilings *ceilings, struct instructions *instructions)
{
    static struct measurement measured; /* 8 KB of samples */
    const struct measure_settings settings = {
        .samples = 10, .samples_least = 10, .sample_ns = 1e6, .most_ns = 200e6, .seed = seed};
    struct point small;
    char problem[TEXT_MAX];
    *instructions = (struct instructions){.pass_ns = NAN, .cached_ns = NAN};
    if (!instructions_point(point, &small) ||
        arrays_ready(arrays, small.target, small.pattern, &small.shape, small.element_bytes,
                     problem, sizeof problem))
        return 0;
    struct kernel_args args = arrays_args(arrays, small.pattern, &small.shape);
    if (small.target->ops->side == SIDE_CPU)
        args.launch.threads = 1;
    const int error = measure(small.target, small.kernel->run, &args, &settings, &measured);
    if (error)
        return complain(EXIT_NO_DEVICE, "target %s: %s", small.target->name, target_failure(error));
    if (measured.invalid)
        return 0;
    const double shares = (double)point->shape.elements / (double)point->shape.workers /
                          ((double)small.shape.elements / (double)small.shape.workers);
    instructions->pass_ns = measured.pass_ns.minimum * shares;
    instructions->cached_ns = explained_ns(&small, ceilings) * shares;
    return 0;
}
