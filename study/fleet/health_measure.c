#include "study/fleet/health.h"

#include "patterns/clock.h"
#include "study/base/message.h"
#include "study/measure/arrays.h"
#include "study/measure/proof.h"
#include "study/own/bounds.h"
#include "study/plan/plan.h"
#include "study/plan/study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The work for one target. */
struct work {
    struct target_list one; /* this target alone */
    struct plan plan;
    struct arrays arrays;
    struct health_point *points;
    int count;
    double end_ns;
};

static bool is_same(const struct point *point, const struct contrast_point *baseline)
{
    char element[32], value[32];
    snprintf(element, sizeof element, "%d", point->element_bytes);
    snprintf(value, sizeof value, "%lld", (long long)point->value);
    return strcmp(point->study->name, baseline->field[POINT_STUDY]) == 0 &&
           strcmp(point->pattern->name, baseline->field[POINT_PATTERN]) == 0 &&
           strcmp(point->parameter, baseline->field[POINT_PARAMETER]) == 0 &&
           strcmp(element, baseline->field[POINT_ELEMENT]) == 0 && !point->settings[0] &&
           (point->baseline || strcmp(value, baseline->field[POINT_VALUE]) == 0);
}

static const struct point *planned(const struct plan *plan, const struct contrast_point *baseline)
{
    for (int i = 0; i < plan->count; i++)
        if (is_same(&plan->points[i], baseline))
            return &plan->points[i];
    return NULL;
}

/* Adds the studies of the target's points to `names`, each once. Returns how many. */
static int name_studies(const struct work *work, const char *target, const char **names)
{
    int count = 0;
    for (int i = 0; i < work->count; i++) {
        const char *study = work->points[i].baseline->field[POINT_STUDY];
        bool is_new = strcmp(work->points[i].target, target) == 0 && study_find(study);
        for (int j = 0; j < count; j++)
            is_new &= strcmp(names[j], study) != 0;
        if (is_new)
            names[count++] = study;
    }
    return count;
}

/* The footprint of the baseline's copies, so that the arrays have the same size. */
static int64_t copy_bytes(const struct contrast *contrast, const char *target)
{
    for (int i = 0; i < contrast->count; i++) {
        const struct contrast_point *point = contrast->points[i];
        if (point->side[0].runs > 0 && strcmp(point->field[POINT_TARGET], target) == 0 &&
            strcmp(point->field[POINT_PARAMETER], "-") == 0)
            return strtoll(point->footprint[0], NULL, 10);
    }
    return 0;
}

static int make_plan(struct work *work, const struct contrast *contrast)
{
    const char **names = needed(calloc((size_t)work->count + 1, sizeof *names));
    const struct plan_request request = {
        .names = names,
        .name_count = name_studies(work, work->one.targets[0].name, names),
        .footprint_bytes = copy_bytes(contrast, work->one.targets[0].name),
        .seed = 1};
    const int status = request.name_count ? plan_make(&work->plan, &request, &work->one) : 0;
    free(names);
    return status;
}

static unsigned look(struct target *target)
{
    struct conditions now = {.marks = 0};
    if (target->ops->look)
        target->ops->look(target, &now);
    return now.marks;
}

/* Keeps the faster of two measurements: disturbances only make a point slower. */
static void keep(struct health_point *to, const struct measurement *measured, double elements,
                 unsigned conditions)
{
    if (to->is_measured && to->measured.pass_ns.median <= measured->pass_ns.median)
        return;
    to->measured = *measured;
    to->elements = elements;
    to->conditions = conditions;
    to->is_measured = !measured->invalid;
}

static int measure_point(struct work *work, const struct point *point, struct health_point *to,
                         double most_ns)
{
    static struct measurement measured; /* 8 KB of samples */
    struct kernel_args args;
    const struct measure_settings settings = {.samples = 10,
                                              .samples_least = 5,
                                              .warmup = 1,
                                              .sample_ns = 2e6,
                                              .most_ns = most_ns,
                                              .seed = 1};
    const unsigned before = look(point->target);
    to->tries++;
    const int status = prove_point(&work->arrays, point, &args);
    if (status)
        return status;
    const int error = measure(point->target, point->kernel ? point->kernel->run : NULL, &args,
                              &settings, &measured);
    if (error)
        return target_result(point->target, error);
    keep(to, &measured, (double)point->shape.elements, before | look(point->target));
    return 0;
}

static int measure_target(struct work *work, const bool *again)
{
    int status = 0;
    for (int i = 0; i < work->count && !status; i++) {
        struct health_point *to = &work->points[i];
        const bool wanted = again ? again[i] : !to->is_measured;
        const double left_ns = work->end_ns - clock_now_ns();
        if (!wanted || left_ns <= 0 || strcmp(to->target, work->one.targets[0].name) != 0)
            continue;
        const struct point *point = planned(&work->plan, to->baseline);
        if (point)
            status = measure_point(work, point, to, left_ns / (work->count - i));
    }
    return status;
}

int health_measure(struct target_list *targets, const struct contrast *contrast,
                   struct health_point *points, int count, const bool *again, double end_ns)
{
    int status = 0;
    const double begin_ns = clock_now_ns();
    for (int t = 0; t < targets->count && !status; t++) {
        const double share = (t + 1.0) / targets->count;
        struct work *work = needed(calloc(1, sizeof *work));
        work->one.targets[0] = targets->targets[t];
        work->one.count = 1;
        work->arrays.checks = &own_checks;
        work->points = points;
        work->count = count;
        work->end_ns = begin_ns + share * (end_ns - begin_ns);
        status = make_plan(work, contrast);
        if (!status)
            status = measure_target(work, again);
        arrays_release(&work->arrays);
        plan_free(&work->plan);
        free(work);
    }
    return status;
}
