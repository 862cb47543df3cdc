/* `warpline run`: measures studies and summarises the results. */
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/base/stop.h"
#include "study/base/units.h"
#include "study/commands/commands.h"
#include "study/json/document.h"
#include "study/own/own_names.h"
#include "study/plan/plan.h"
#include "study/plan/study.h"
#include "study/run/expected.h"
#include "study/run/header.h"
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

/* Prints the points, the largest arrays and the expected time of each study and in total, as text
 * or as a JSON document. Measures and writes nothing. Returns the exit status. */
static int dry_run(const struct plan_request *request, bool json)
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

/* The folder of results: --out, or below --under the folder with this machine's name. */
static int choose_folder(const struct options *options, char path[PATH_TEXT_MAX],
                         const char **folder)
{
    *folder = options->out ? options->out : options->under ? path : results_default;
    if (options->under && options->out)
        return complain(EXIT_USAGE, "option --under: %s: there is --out, too; use one of them",
                        options->under);
    return options->under ? job_folder(options->under, path) : 0;
}

/* Prints which kinds of target are present but not used, and why. */
static void print_unused(void)
{
    char text[512];
    for (const struct target_ops *const *kind = target_kinds; *kind; kind++)
        if ((*kind)->unused && (*kind)->unused(text, sizeof text))
            fprintf(stderr, "warpline: %s\n", text);
}

/* Prints a summary, one screen on stderr; stdout has the file's name. */
static int print_end(const struct options *options, const char *folder)
{
    if (options->json)
        return tell_results(folder, true);
    (void)tell_results(folder, false);
    if (options->text)
        return report_command(&(struct options){.text = true, .names = {folder}, .name_count = 1});
    printf("%s/results.csv\n", folder);
    return EXIT_DONE;
}

static int plan_or_run(const struct options *options, const struct plan_request *request,
                       const char *folder)
{
    if (options->dry_run)
        return dry_run(request, options->json);
    const int status = run_request(request, folder);
    return status ? status : print_end(options, folder);
}

/* Replaces the patterns, --sweep and --set by the word of the sweeps. */
static int name_sweep(struct plan_request *request, char word[ASKED_TEXT_MAX], const char **names)
{
    const int status = asked_word(request, word);
    names[0] = word;
    request->name_count = 1;
    request->sweep_count = request->setting_count = 0;
    return status;
}

int run_command(const struct options *options)
{
    char path[PATH_TEXT_MAX], word[ASKED_TEXT_MAX];
    const char *folder;
    struct options named = *options; /* its names are replaced */
    struct plan_request request = options_request(&named);
    struct own_words words;
    int status = 0;
    stop_watch(); /* the start may take seconds, on a GPU */
    if (request.sweep_count)
        status = name_sweep(&request, word, named.names);
    else
        own_names_sweep(named.names, named.name_count, &words);
    if (!status)
        status = plan_check_names(&request);
    if (!status)
        status = choose_folder(options, path, &folder);
    if (!status)
        status = plan_or_run(options, &request, folder);
    if (!status)
        print_unused();
    return status;
}
