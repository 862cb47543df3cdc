#include "study/run/expected.h"

#include "plots/data/csv.h"
#include "study/folders.h"
#include "study/plan/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROBLEM_MAX = 512,
    LOW_LAUNCHES = 12, /* that a sample's lower pass count lasts */
    OTHER_STUDY = 100, /* farther than any value, as another parameter is */
    OTHER_PARAMETER = 100,
};
static const double host_ns = 20e6, host_ns_a_byte = 1, unknown_ns_a_byte = 1,
                    unknown_launch_ns = 5e3;

/* The recorded point nearest to one of the plan, and how far off its value is. */
struct nearest {
    double distance, ns_a_byte, launch_ns, workers;
};

/* A row of the recorded run; its texts are the table's. */
struct recorded {
    const char *study, *pattern, *parameter;
    bool gpu;
    double value, ns_a_byte, launch_ns, workers;
};

enum field { STUDY, PATTERN, TARGET, PARAMETER, VALUE, TIME, USEFUL, LAUNCH, WORKERS, FIELDS };

static struct recorded read_recorded(const struct table *table, const int at[FIELDS])
{
    const char *const *cells = table->cells;
    return (struct recorded){.study = cells[at[STUDY]],
                             .pattern = cells[at[PATTERN]],
                             .parameter = cells[at[PARAMETER]],
                             .gpu = strncmp(cells[at[TARGET]], "gpu", 3) == 0,
                             .value = atof(cells[at[VALUE]]),
                             .ns_a_byte = atof(cells[at[TIME]]) / fmax(atof(cells[at[USEFUL]]), 1),
                             .launch_ns = atof(cells[at[LAUNCH]]),
                             .workers = atof(cells[at[WORKERS]])};
}

/* How far the row is from the point; infinite where it is of another kind. */
static double distance_of(const struct recorded *row, const struct point *point)
{
    if (row->gpu != (point->target->ops->side == SIDE_GPU) || row->ns_a_byte <= 0 ||
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

static void compare_rows(struct table *table, const struct plan *plan, struct nearest *nearest)
{
    static const char *const names[FIELDS] = {"study",        "pattern",   "target",
                                              "parameter",    "value",     "time_ns",
                                              "useful_bytes", "launch_ns", "workers"};
    int at[FIELDS];
    for (int i = 0; i < FIELDS; i++)
        if ((at[i] = table_column(table, names[i])) < 0)
            return;
    while (table_next(table) == 1) {
        const struct recorded row = read_recorded(table, at);
        compare_row(&row, plan, nearest);
    }
}

/* Without the recorded run nothing is found, and all points are unknown ones. */
static void find_nearest(const struct plan *plan, struct nearest *nearest)
{
    char folder[PATH_TEXT_MAX], problem[PROBLEM_MAX];
    struct table table;
    for (int i = 0; i < plan->count; i++)
        nearest[i] = (struct nearest){INFINITY, unknown_ns_a_byte, unknown_launch_ns, 0};
    if (!recorded_results(recorded_default, "results.csv", folder) ||
        table_open(&table, folder, "results.csv", problem, sizeof problem))
        return;
    compare_rows(&table, plan, nearest);
    table_close(&table);
}

/* As measure() goes on: a proof, an estimate, and samples of two pass counts each. */
static double kernels_ns(double pass_ns, double launch_ns, const struct measure_settings *settings)
{
    const bool slow = pass_ns > 2 * settings->sample_ns;
    const int samples = slow ? settings->samples_least + settings->warmup_slow
                             : settings->samples + settings->warmup;
    const double low_ns =
        pass_ns >= 1000 * launch_ns ? 0 : fmin(LOW_LAUNCHES * launch_ns, measure_low_most_ns);
    const double sample_ns =
        2 * low_ns + fmax(fmax(settings->sample_ns, low_ns), pass_ns) + 2 * launch_ns;
    double all_ns = samples * sample_ns;
    if (settings->most_ns > 0 && all_ns > settings->most_ns)
        all_ns = fmax(settings->most_ns, 3 * sample_ns);
    return all_ns + 2 * pass_ns + settings->sample_ns;
}

static int pattern_number(const struct pattern *pattern)
{
    int number = 0;
    while (pattern_catalogue[number] && pattern_catalogue[number] != pattern)
        number++;
    return number;
}

static struct duration expect(const struct plan *plan, const struct point *point,
                              const struct nearest *nearest,
                              const struct measure_settings *settings)
{
    const double fewer = nearest->workers > 0 && point->shape.workers > 0
                             ? nearest->workers / (double)point->shape.workers
                             : 1;
    const double pass_ns = nearest->ns_a_byte * (double)point->useful_bytes * fewer;
    return (struct duration){
        .study = plan_study_number(plan, point->study),
        .pattern = pattern_number(point->pattern),
        .bytes = (double)point->footprint_bytes,
        .expected_ns = {kernels_ns(pass_ns, nearest->launch_ns, settings),
                        host_ns + host_ns_a_byte * (double)point->footprint_bytes + pass_ns},
    };
}

struct duration *durations_expect(const struct plan *plan, const struct measure_settings *settings)
{
    struct duration *durations = calloc((size_t)plan->count + 1, sizeof *durations);
    struct nearest *nearest = calloc((size_t)plan->count + 1, sizeof *nearest);
    const struct target *first = plan->count ? plan->points[0].target : NULL;
    for (int i = 0; i < plan->count; i++)
        first = plan->points[i].target < first ? plan->points[i].target : first;
    if (durations && nearest)
        find_nearest(plan, nearest);
    for (int i = 0; durations && nearest && i < plan->count; i++) {
        durations[i] = expect(plan, &plan->points[i], &nearest[i], settings);
        durations[i].target = (int)(plan->points[i].target - first);
    }
    if (!nearest) {
        free(durations);
        durations = NULL;
    }
    free(nearest);
    return durations;
}
