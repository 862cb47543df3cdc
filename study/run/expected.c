#include "study/run/expected.h"

#include "plots/data/row_reader.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/plan/point.h"
#include "study/plan/study.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROBLEM_MAX = 512,
    OTHER_STUDY = 100, /* farther than any value, like another parameter */
    OTHER_PARAMETER = 100,
};
static const double unknown_ns_a_byte = 1, unknown_launch_ns = 5e3, pass_least_ns = 1e-3;

/* Time of a point besides its measured kernels, in ns: fitted by least squares to a quick run on 16
 * quiet cores of a Xeon and an H200, except touching, which took 0.2 there and 2.5 in another run.
 * Work that all cores share is given for one of them. */
static const double row_ns = 0.5e6, /* its statistics and its row, of the null target's */
    host_ns = 15e6,                 /* also its prediction */
    swept_ns_a_byte = 0.3,          /* filled, or searched for poison */
    touched_ns_a_byte = 1,          /* for the first time: the system finds and clears pages */
    checked_ns_a_step = 6.5,        /* recomputed on the host, and compared */
    passes_proved = 3,              /* the checked pass, with cold caches */
    copied_ns_a_byte = 0.045,       /* from a device, to be checked */
    pinned_ns_a_byte = 0.35;        /* memory for that copy, allocated again when it grows */

/* The largest arrays of a target so far, which it reuses. */
struct kept_room {
    int64_t in, out;
};

/* What all points share. */
struct expecting {
    const struct measure_settings *settings;
    const struct target *first_target;
    double cores; /* of the host */
    struct kept_room rooms[TARGETS_MAX];
};

/* The recorded point nearest to one of the plan, and its distance in value. */
struct nearest {
    double distance, ns_a_byte, launch_ns, workers;
};

/* A row of the recorded run; the reader owns its texts. */
struct recorded {
    const char *study, *pattern, *parameter;
    bool gpu;
    double value, ns_a_byte, launch_ns, workers;
};

static int read_recorded(struct rows *rows, const struct measured *row, struct recorded *recorded)
{
    *recorded = (struct recorded){.study = row->field[POINT_STUDY],
                                  .pattern = row->field[POINT_PATTERN],
                                  .parameter = row->field[POINT_PARAMETER],
                                  .gpu = strncmp(row->field[POINT_TARGET], "gpu", 3) == 0,
                                  .ns_a_byte = row->time_ns / fmax(row->useful_bytes, 1)};
    int code = rows_number(rows, COLUMN_value, &recorded->value);
    if (!code)
        code = rows_number(rows, COLUMN_launch_ns, &recorded->launch_ns);
    return code ? code : rows_number(rows, COLUMN_workers, &recorded->workers);
}

/* The distance from the row to the point; infinite for a row of another kind. */
static double distance_of(const struct recorded *row, const struct point *point)
{
    if (row->gpu != (point->target->ops->side == SIDE_GPU) || !(row->ns_a_byte > 0) ||
        strcmp(row->pattern, point->pattern->name) != 0)
        return INFINITY;
    const double other = strcmp(row->study, point->study->name) == 0 ? 0 : OTHER_STUDY;
    if (point->baseline)
        return other;
    if (strcmp(row->parameter, point->parameter) != 0)
        return other + OTHER_PARAMETER;
    return other + fabs(log2((row->value + 1) / ((double)point->value + 1)));
}

static void compare_row(const struct recorded *row, const struct plan *plan,
                        struct nearest *nearest)
{
    for (int i = 0; i < plan->count; i++) {
        const double distance = distance_of(row, &plan->points[i]);
        if (distance < nearest[i].distance)
            nearest[i] = (struct nearest){distance, row->ns_a_byte, row->launch_ns, row->workers};
    }
}

/* Without the recorded run nothing is found, and all points are unknown. */
static void find_nearest(const struct plan *plan, struct nearest *nearest)
{
    char folder[PATH_TEXT_MAX], problem[PROBLEM_MAX];
    struct rows rows;
    struct measured row;
    struct recorded recorded;
    for (int i = 0; i < plan->count; i++)
        nearest[i] = (struct nearest){INFINITY, unknown_ns_a_byte, unknown_launch_ns, 0};
    if (!recorded_results(recorded_default, "results.csv", folder))
        return;
    int code = rows_open_alone(&rows, folder, problem, sizeof problem);
    while (!code && rows_next(&rows, &row) == 1) {
        code = read_recorded(&rows, &row, &recorded);
        if (!code)
            compare_row(&recorded, plan, nearest);
    }
    rows_close(&rows);
}

/* Bytes that are touched for the first time. */
static double grown_bytes(int64_t *room, int64_t bytes)
{
    if (bytes <= *room)
        return 0;
    *room = bytes;
    return (double)bytes;
}

/* Iterations, or elements, that the host recomputes. If it only counts additions, it does so on one
 * core. */
static double checked_steps(const struct point *point, double cores)
{
    const struct pattern *pattern = point->pattern;
    if (pattern->expect)
        return (double)pattern->out_length(&point->shape);
    const double steps = (double)point->shape.elements * (double)pattern->fields(&point->shape);
    return pattern->adds ? steps * cores : steps;
}

/* Arrays are filled and checked. The host's cores do this on a CPU; a GPU fills its own in
 * negligible time, and its output is copied to the host. */
static double arrays_ns(const struct point *point, double cores, struct kept_room *room)
{
    struct footprint bytes;
    if (arrays_bytes(point->pattern, &point->shape, point->element_bytes, &bytes) < 0)
        return 0;
    const double checked_ns = (double)bytes.out * swept_ns_a_byte / cores +
                              checked_steps(point, cores) * checked_ns_a_step / cores;
    const double out_grown = grown_bytes(&room->out, bytes.out);
    if (point->target->ops->side == SIDE_GPU)
        return checked_ns + (double)bytes.out * copied_ns_a_byte + out_grown * pinned_ns_a_byte;
    const double grown = out_grown + grown_bytes(&room->in, bytes.in);
    const double index =
        bytes.in > 0 ? (double)bytes.index : 0; /* else few of its bytes are used */
    return checked_ns + ((double)bytes.out + grown + index) * swept_ns_a_byte / cores +
           grown * touched_ns_a_byte / cores;
}

/* If each pass is a launch, the target may rest after it. */
static double rest_ns(const struct point *point, double pass_ns, double kernels_ns)
{
    const struct target_ops *ops = point->target->ops;
    if (!point->pattern->each_pass_a_launch || !ops->rest_ns)
        return 0;
    return kernels_ns / pass_ns * ops->rest_ns(point->shape.workers);
}

/* A target without kernels has hardly any work. */
static double expect(struct expecting *expecting, const struct point *point,
                     const struct nearest *nearest)
{
    const struct target_ops *ops = point->target->ops;
    const double fewer = nearest->workers > 0 && point->shape.workers > 0
                             ? nearest->workers / (double)point->shape.workers
                             : 1;
    const double pass_ns =
        fmax(nearest->ns_a_byte * fmax((double)point->useful_bytes, 1) * fewer, pass_least_ns);
    const double launch_ns =
        point->pattern->each_pass_a_launch ? fmin(nearest->launch_ns, pass_ns) : nearest->launch_ns;
    if (!ops->module_kind)
        return row_ns;
    const double kernels_ns =
        measure_expected_ns(pass_ns, launch_ns, pattern_round_passes(point->pattern, &point->shape),
                            ops->side, expecting->settings);
    return kernels_ns + host_ns + passes_proved * pass_ns + rest_ns(point, pass_ns, kernels_ns) +
           arrays_ns(point, expecting->cores,
                     &expecting->rooms[point->target - expecting->first_target]);
}

/* As many as the plan's CPU has, if it has one. */
static double host_cores(const struct plan *plan)
{
    for (int i = 0; i < plan->count; i++)
        if (plan->points[i].target->facts.host_memory)
            return fmax((double)plan->points[i].target->facts.multiprocessors, 1);
    return omp_get_num_procs();
}

static const struct target *first_target(const struct plan *plan)
{
    const struct target *first = plan->count ? plan->points[0].target : NULL;
    for (int i = 0; i < plan->count; i++)
        first = plan->points[i].target < first ? plan->points[i].target : first;
    return first;
}

double *durations_expect(const struct plan *plan, const struct measure_settings *settings,
                         bool (*had)(const void *with, const struct point *point), const void *with)
{
    double *expected_ns = needed(calloc((size_t)plan->count + 1, sizeof *expected_ns));
    struct nearest *nearest = needed(calloc((size_t)plan->count + 1, sizeof *nearest));
    struct expecting expecting = {
        .settings = settings, .first_target = first_target(plan), .cores = host_cores(plan)};
    find_nearest(plan, nearest);
    for (int i = 0; i < plan->count; i++)
        if (!had || !had(with, &plan->points[i]))
            expected_ns[i] = expect(&expecting, &plan->points[i], &nearest[i]);
    free(nearest);
    return expected_ns;
}
