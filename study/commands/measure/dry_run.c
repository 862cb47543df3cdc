#include "study/commands/measure/dry_run.h"

#include "study/base/folders.h"
#include "study/base/units.h"
#include "study/json/document.h"
#include "study/plan/plan.h"
#include "study/plan/study.h"
#include "study/run/expected.h"
#include "study/run/run.h"
#include "study/run/session.h"

#include <stdio.h>
#include <stdlib.h>

enum { MINUTES_TEXT_MAX = 32 };

/* The sums over some points. */
struct sum {
    int points;
    double expected_ns;
    const struct point *largest; /* NULL if there are no points */
};

static void add(struct sum *sum, const struct point *point, double expected_ns)
{
    sum->points++;
    sum->expected_ns += expected_ns;
    if (!sum->largest || point->footprint_bytes > sum->largest->footprint_bytes)
        sum->largest = point;
}

static struct sum sum_of(const struct plan *plan, const double *expected_ns,
                         const struct study *study)
{
    struct sum sum = {.points = 0};
    for (int i = 0; i < plan->count; i++)
        if (!study || plan->points[i].study == study)
            add(&sum, &plan->points[i], expected_ns[i]);
    return sum;
}

/* Minutes and seconds, in whole seconds. */
static const char *minutes_text(double ns, char text[MINUTES_TEXT_MAX])
{
    const int seconds = (int)(ns / 1e9 + 0.5);
    snprintf(text, MINUTES_TEXT_MAX, "%d:%02d", seconds / 60, seconds % 60);
    return text;
}

static void print_row(const char *name, const struct sum *sum)
{
    char size[SIZE_TEXT_MAX], time[MINUTES_TEXT_MAX];
    printf("%-15s %6d  %12s  %7s\n", name, sum->points,
           rounded_size_text(sum->largest ? sum->largest->footprint_bytes : 0, size),
           minutes_text(sum->expected_ns, time));
}

static void print_all(const struct plan *plan, const double *expected_ns)
{
    printf("%-15s %6s  %12s  %7s\n", "study", "points", "memory", "time");
    const struct study *study;
    for (int i = 0; (study = plan_study(plan, i)); i++) {
        const struct sum sum = sum_of(plan, expected_ns, study);
        if (sum.points > 0)
            print_row(study->name, &sum);
    }
    const struct sum all = sum_of(plan, expected_ns, NULL);
    if (all.points > 0)
        print_row("all", &all);
    printf("\nmemory: the arrays of a study's largest point; points run one after another\n"
           "time: minutes and seconds, if a pass takes each worker as long as in the recorded\n"
           "run %s, and nothing disturbs it; another machine can take several times as long or\n"
           "as short, which the progress of the run tells; probes of the ceilings come before\n"
           "Nothing was measured.\n",
           recorded_default);
}

static void put_sum(json_t *object, const struct sum *sum)
{
    put_count(object, "points", sum->points);
    put_count(object, "memory_bytes", sum->largest ? sum->largest->footprint_bytes : 0);
    put_number(object, "expected_s", sum->expected_ns / 1e9);
}

static void document_all(const struct plan *plan, const double *expected_ns)
{
    json_t *document = json_object(), *studies = put_array(document, "studies");
    for (const struct study *s = study_catalogue; s->name; s++) {
        const struct sum sum = sum_of(plan, expected_ns, s);
        if (sum.points == 0)
            continue;
        json_t *study = add_object(studies);
        put_text(study, "study", s->name);
        put_sum(study, &sum);
    }
    const struct sum all = sum_of(plan, expected_ns, NULL);
    put_sum(put_object(document, "all"), &all);
    put_text(document, "expected_from", recorded_default);
    document_print(document);
}

static void print_plan(const struct plan *plan, const struct measure_settings *settings, bool json)
{
    double *expected_ns = durations_expect(plan, settings, NULL, NULL);
    if (json)
        document_all(plan, expected_ns);
    else
        print_all(plan, expected_ns);
    free(expected_ns);
}

int dry_run(const struct plan_request *request, bool json)
{
    struct target_list targets;
    struct plan plan = {0};
    const struct measure_settings settings = session_settings(request);
    int status = run_targets(request, &targets);
    if (status)
        return status;
    status = plan_make(&plan, request, &targets);
    if (!status)
        print_plan(&plan, &settings, json);
    plan_free(&plan);
    targets_close(&targets);
    return status;
}
