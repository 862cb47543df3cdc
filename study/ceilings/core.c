#include "study/ceilings/core.h"

#include "study/measure/proof.h"
#include "study/model/demand.h"
#include "study/plan/targets.h"

#include <math.h>
#include <string.h>

bool core_same_size(const struct shape *a, const struct shape *b)
{
    return a->elements == b->elements && memcmp(a->value, b->value, sizeof a->value) == 0;
}

static struct core_pass *known_pass(struct core_passes *passes, const struct point *small)
{
    for (int i = 0; i < passes->count; i++) {
        struct core_pass *pass = &passes->passes[i];
        if (pass->pattern == small->pattern && pass->element_bytes == small->element_bytes &&
            pass->shape.workers == small->shape.workers &&
            pass->shape.threads == small->shape.threads &&
            core_same_size(&pass->shape, &small->shape))
            return pass;
    }
    return NULL;
}

/* The time for cores of that speed index: all that a pass in the nearest cache does, a core does
 * alone. */
static double pass_time(const struct measurement *measured, double index_ns)
{
    const double slower = index_ns / measure_speed(measured).core_ns;
    const double ns = measured->disturbed ? measured->pass_ns.minimum /* a disturbance only makes it
                                                                       * longer */
                                          : measured->pass_ns.median;
    return slower > 0 ? cost_if_slower(CPU_ROWS, slower) * ns : ns;
}

static int measure_pass(const struct point *small, struct arrays *arrays, uint64_t seed,
                        double index_ns, double *ns)
{
    static struct measurement measured; /* 8 KB of samples */
    const struct measure_settings settings = {
        .samples = 9, .samples_least = 7, .sample_ns = 5e5, .most_ns = 100e6, .seed = seed};
    char problem[TEXT_MAX];
    *ns = NAN;
    arrays_place(arrays, small);
    if (!proof_in_bounds(arrays, small, problem, sizeof problem) ||
        arrays_ready(arrays, small->target, small->pattern, &small->shape, small->element_bytes,
                     problem, sizeof problem))
        return 0;
    struct kernel_args args = arrays_args(arrays, small->pattern, &small->shape);
    if (small->target->ops->side == SIDE_CPU)
        args.launch.threads = (int)small->shape.threads;
    const int error =
        measure_until_valid(small->target, small->kernel->run, &args, &settings, &measured);
    if (error)
        return target_result(small->target, error);
    if (!measured.invalid)
        *ns = pass_time(&measured, index_ns);
    return 0;
}

static int pass_ns(const struct point *small, struct arrays *arrays, uint64_t seed, double index_ns,
                   struct core_passes *passes, double *ns)
{
    /* A CPU's speed changes from minute to minute. */
    const bool lasts = small->target->ops->side == SIDE_GPU;
    const struct core_pass *known = lasts ? known_pass(passes, small) : NULL;
    if (known) {
        *ns = known->ns;
        return 0;
    }
    const int status = measure_pass(small, arrays, seed, index_ns, ns);
    if (!status && lasts && passes->count < CORE_PASSES_MAX)
        passes->passes[passes->count++] =
            (struct core_pass){small->pattern, small->element_bytes, small->shape, *ns};
    return status;
}

int core_measure(const struct point *point, struct arrays *arrays, uint64_t seed, double index_ns,
                 struct core_passes *passes, double *core_ns)
{
    struct core_points points = {.blocks = 0};
    double light_ns = NAN, full_ns = NAN;
    int status = 0;
    const bool gpu = point->target->ops->side == SIDE_GPU;
    *core_ns = NAN;
    if (!(gpu ? core_gpu_points : core_cpu_points)(point, &points))
        return 0;
    status = pass_ns(&points.full, arrays, seed, index_ns, passes, &full_ns);
    if (!status && points.light_blocks > 0)
        status = pass_ns(&points.light, arrays, seed, index_ns, passes, &light_ns);
    if (!status && !isnan(full_ns))
        *core_ns = (gpu ? core_gpu_of : core_cpu_of)(&points, light_ns, full_ns);
    return status;
}
