#include "study/measure/proof.h"

#include "study/base/message.h"
#include "study/base/stop.h"
#include "study/plan/study.h"
#include "study/plan/targets.h"

enum { PROBLEM_MAX = 2048 };

static int wrong_result(const struct point *point, const char *problem)
{
    return complain(EXIT_WRONG, "study %s, pattern %s on %s, %s %lld: %s", point->study->name,
                    point->pattern->name, point->target->name, point->parameter,
                    (long long)point->value, problem);
}

static int prove(struct arrays *arrays, const struct point *point, struct kernel_args *args)
{
    double ns;
    char problem[PROBLEM_MAX] = "";
    struct target *target = point->target;
    args->passes = 1;
    doing("running %s on %s (%d-byte elements, %s %lld, %lld bytes of arrays)",
          point->pattern->name, target->name, point->element_bytes, point->parameter,
          (long long)point->value, (long long)point->footprint_bytes);
    int error =
        target->ops->run(target, point->kernel ? point->kernel->run : NULL, args, &ns, NULL);
    if (error)
        return target_result(target, error);
    if (arrays_check(arrays, point->pattern, &point->shape, point->element_bytes, problem,
                     sizeof problem))
        return wrong_result(point, problem);
    return 0;
}

bool proof_in_bounds(const struct arrays *arrays, const struct point *point, char *problem,
                     size_t problem_size)
{
    const struct bounds_point at = {.pattern = point->pattern,
                                    .shape = &point->shape,
                                    .element_bytes = point->element_bytes,
                                    .side = point->target->ops->side};
    return !arrays->checks || arrays->checks->in_bounds(&at, problem, problem_size);
}

int prove_point(struct arrays *arrays, const struct point *point, struct kernel_args *args)
{
    char problem[PROBLEM_MAX] = "";
    if (!proof_in_bounds(arrays, point, problem, sizeof problem))
        return wrong_result(point, problem);
    arrays_place(arrays, point);
    if (arrays_ready(arrays, point->target, point->pattern, &point->shape, point->element_bytes,
                     problem, sizeof problem))
        return wrong_result(point, problem);
    *args = arrays_args(arrays, point->pattern, &point->shape);
    return prove(arrays, point, args);
}

/* Whether there are more teams than run at once. */
static bool in_turns(const struct point *point)
{
    return point->pattern->chooses_launch && !point->pattern->each_pass_a_launch &&
           point->target->ops->side == SIDE_GPU &&
           point->shape.workers > target_resident(point->target, point->kernel);
}

int measure_proved(struct arrays *arrays, const struct point *point, struct watch *watch,
                   const struct measure_settings *settings, struct measurement *measured)
{
    struct kernel_args args;
    int status = prove_point(arrays, point, &args);
    if (status)
        return status;
    const unsigned before = watch_look(watch, point->target);
    int error = measure(point->target, point->kernel ? point->kernel->run : NULL, &args, settings,
                        measured);
    if (error)
        return target_result(point->target, error);
    measured->conditions = before | watch_look(watch, point->target);
    if (!measured->invalid && in_turns(point))
        measured->invalid = "its teams run one after another: each makes all passes over its part";
    return 0;
}
