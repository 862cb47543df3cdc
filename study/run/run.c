#include "study/run/run.h"

#include "cpu/topology.h"
#include "plots/data/csv.h"
#include "plots/data/draft.h"
#include "study/base/file.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/ceilings/earlier_runs.h"
#include "study/ceilings/repeats.h"
#include "study/run/expected.h"
#include "study/run/header.h"
#include "study/run/results.h"
#include "study/run/session.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void damage_note(struct damage *damage, const struct cost *cost, const struct measurement *measured,
                 int number, const struct ceiling_set *set)
{
    damage->points++;
    damage->disturbed_points += measured->disturbed > 0;
    damage->samples += measured->count;
    damage->disturbed_samples += measured->disturbed;
    damage->switches += measured->switches;
    damage->migrations += measured->migrations;
    damage->kernel_ns += measured->kernel_ns;
    damage->throttled_ns += measured->throttled_ns;
    damage->lost_ns += fmin(measured->lost_ns, measured->kernel_ns);
    if (!cost->has_demand)
        return;
    const int missing = demand_missing(&cost->demand, &set->known);
    bool needed[RESOURCES] = {false};
    cost_needs(cost, &set->known, needed);
    if (missing < RESOURCES)
        damage->unpredicted[number][missing]++;
    for (int i = 0; i < RESOURCES; i++)
        damage->without[number][i] +=
            missing == RESOURCES && needed[i] && ceiling_is_missing(set, (enum resource)i);
}

static void tell_disturbed(const struct damage *damage)
{
    if (damage->disturbed_points == 0)
        return;
    fprintf(
        stderr,
        "%s disturbed %d of %d points (%d of %d samples, even after they were repeated): it took "
        "%.1f %% of the time, interrupted threads %d time%s and moved %d; when the machine is "
        "quieter, the same command "
        "measures again what is marked\n",
        measure_cause(damage->throttled_ns, damage->lost_ns), damage->disturbed_points,
        damage->points, damage->disturbed_samples, damage->samples,
        100 * damage->lost_ns / damage->kernel_ns, damage->switches,
        damage->switches == 1 ? "" : "s", damage->migrations);
}

static void tell_missing(const char *what, const int *points, const char *target)
{
    for (int i = 0; i < RESOURCES; i++)
        if (points[i] > 0)
            fprintf(stderr, "%s for %d point%s on %s: the ceiling of %s was not measured\n", what,
                    points[i], points[i] == 1 ? "" : "s", target, resources[i].name);
}

void damage_tell(const struct damage *damage, const struct target_list *targets)
{
    tell_disturbed(damage);
    for (int i = 0; i < targets->count; i++) {
        tell_missing("no time predicted", damage->unpredicted[i], targets->targets[i].name);
        tell_missing("a less exact time predicted", damage->without[i], targets->targets[i].name);
    }
}

enum { COMMAND_MAX = 4096 };

/* The request of an earlier run in the folder. */
struct earlier {
    bool is_there;
    char command[COMMAND_MAX], text[COMMAND_MAX]; /* `text` is `command` cut into names */
    const char **names;                           /* those and this run's, without duplicates */
    int name_count;
};

struct run {
    const struct plan_request *request; /* of this run */
    const struct plan_request *wanted;  /* the same, with the names of the folder's earlier runs */
    struct session session;
    struct progress progress;
    struct results results;
    struct damage damage;
    struct repeats repeats;
    struct run_speeds speeds; /* of the points that this run measured */
    const char *folder;       /* of the results */
};

/* For `compare`: how far later runs are apart. */
static void remember(struct run *run, const struct point *point, const struct measurement *measured)
{
    struct fast_third third;
    if ((!measured->invalid || measured->invalid == samples_vary) &&
        fast_third_of(measured->samples, measured->speed, measured->lost_share, measured->count,
                      &third))
        run_speeds_add(&run->speeds, point, &third);
}

/* Measures a point that the results do not have yet, and writes its row. */
static int run_point(struct run *run, const struct plan *plan, int index)
{
    static struct session_point done; /* 8 KB of samples */
    const struct point *point = &plan->points[index];
    const int number = session_target(&run->session, point);
    const int status = session_measure(&run->session, plan, index, &done);
    if (status)
        return status;
    remember(run, point, &done.measured);
    damage_note(&run->damage, &done.result.cost, &done.measured, number,
                &run->session.ceilings[number]);
    if (!done.measured.invalid)
        repeats_note(&run->repeats, index, done.measured.pass_ns.median);
    return results_add(&run->results, &done.result);
}

/* Measures again the points whose turn has come after point `index`. */
static int repeat_points(struct run *run, const struct plan *plan, int index)
{
    static struct measurement again; /* 8 KB of samples */
    struct repeat due;
    char identity[IDENTITY_MAX];
    int status = 0;
    while (!status && repeats_due(&run->repeats, index, &due)) {
        const struct point *point = &plan->points[due.index];
        status = session_measure_again(&run->session, point, &again);
        if (!status && !again.invalid)
            status = repeats_add(&run->repeats, point_identity(point, identity), due.time_ns,
                                 again.pass_ns.median);
    }
    return status;
}

static bool is_measured(const void *with, const struct point *point)
{
    const struct run *run = with;
    return results_row(&run->results, point) >= 0;
}

static int run_points(struct run *run, const struct plan *plan)
{
    int status = 0;
    if (run->progress.terminal)
        progress_expect(&run->progress,
                        durations_expect(plan, &run->session.settings, is_measured, run),
                        plan->count);
    for (int i = 0; i < plan->count && !status; i++)
        if (!is_measured(run, &plan->points[i])) {
            status = run_point(run, plan, i);
            if (!status)
                status = repeat_points(run, plan, i);
        }
    if (!status)
        status = repeat_points(run, plan, INT_MAX);
    progress_end(&run->progress, plan->count, status);
    return status;
}

static bool has_name(const struct earlier *earlier, const char *name)
{
    for (int i = 0; i < earlier->name_count; i++)
        if (strcmp(earlier->names[i], name) == 0)
            return true;
    return false;
}

static bool has_words(const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (asked_is_word(names[i]))
            return true;
    return false;
}

/* Reads the names of an earlier command line from earlier->text. False if no plan can be made for
 * one. */
static bool read_names(struct earlier *earlier)
{
    for (char *at = earlier->text, *word; (word = strtok_r(at, " ", &at));) {
        if (!plan_knows_name(word))
            return false;
        earlier->names[earlier->name_count++] = word;
    }
    return true;
}

/* Adds this run's names. No names mean all studies. Words of sweeps are no studies of the
 * catalogue: with such words, all studies need their own name. */
static void add_names(struct earlier *earlier, const char *const *names, int count)
{
    const char *const all[] = {asked_all};
    if (earlier->name_count == 0 && has_words(names, count))
        earlier->names[earlier->name_count++] = asked_all;
    if (count == 0 && has_words(earlier->names, earlier->name_count)) {
        names = all;
        count = 1;
    }
    if (count == 0)
        earlier->name_count = 0;
    if (earlier->name_count == 0)
        return;
    for (int i = 0; i < count; i++)
        if (!has_name(earlier, names[i]))
            earlier->names[earlier->name_count++] = names[i];
}

static void put_word(FILE *out, const char *word)
{
    fputs(word, out);
}

/* The command line in one spelling, independent of the order and blanks that it was given in. Rows
 * do not depend on --out. */
static void put_command(FILE *out, const struct plan_request *request,
                        const struct target_list *targets)
{
    fputs("warpline run", out);
    for (int i = 0; i < request->name_count; i++)
        fprintf(out, " %s", request->names[i]);
    for (int i = 0; i < targets->count; i++)
        fprintf(out, "%s%s", i ? "," : " --on ", targets->targets[i].name);
    plan_put_options(out, request, put_word);
    for (int i = 0; i < request->setting_count; i++)
        fprintf(out, " --set %s", request->settings[i]);
    fprintf(out, " --seed %lld", (long long)request->seed);
}

/* The command line of a request, which the caller frees. */
static char *command_text(const struct plan_request *request, const struct target_list *targets)
{
    struct draft draft;
    draft_open(&draft);
    put_command(draft.out, request, targets);
    return draft_close(&draft);
}

/* Reads what an earlier run left in the folder. If its options were the same and only its names
 * differ, earlier->names become the names of both. */
static void join_earlier(const char *folder, const struct plan_request *request,
                         const struct target_list *targets, struct earlier *earlier)
{
    char problem[TEXT_MAX];
    struct table table;
    struct plan_request nameless = *request;
    nameless.name_count = 0;
    char *alike = command_text(&nameless, targets);
    if (table_open(&table, folder, "results.csv", problem, sizeof problem)) {
        free(alike);
        return;
    }
    const char *command = table_header_value(&table, "command"), *tail = strstr(alike, " --");
    const char *options = command ? strstr(command, " --") : NULL;
    const size_t start = strlen("warpline run");
    if (options && strcmp(options, tail) == 0 && (size_t)(options - command) >= start &&
        snprintf(earlier->command, sizeof earlier->command, "%s", command) <
            (int)sizeof earlier->command) {
        snprintf(earlier->text, sizeof earlier->text, "%.*s",
                 (int)(options - command - (ptrdiff_t)start), command + start);
        earlier->is_there = read_names(earlier);
        if (earlier->is_there)
            add_names(earlier, request->names, request->name_count);
    }
    table_close(&table);
    free(alike);
}

static int open_results(struct run *run, const struct earlier *earlier,
                        const struct target_list *targets, const struct plan *plan)
{
    char *command = command_text(run->wanted, targets);
    const int status = results_open(&run->results, run->folder, command,
                                    earlier->is_there ? earlier->command : NULL, targets, plan);
    free(command);
    return status;
}

/* Keeps points that are not requested now only if they have rows. */
static void leave_others(struct run *run, struct plan *plan)
{
    int count = 0;
    for (int i = 0; i < plan->count; i++)
        if (plan_asks_for(&plan->points[i], run->request) ||
            results_has(&run->results, &plan->points[i]))
            plan->points[count++] = plan->points[i];
    plan->count = count;
}

/* Existing copies, in the order of their rows, which is the order of measuring. */
static void keep_earlier_copies(struct run *run, const struct plan *plan)
{
    const struct kept *done = &run->results.done;
    const struct point **copies = needed(calloc((size_t)done->rows + 1, sizeof *copies));
    for (int i = 0; i < plan->count; i++) {
        const struct point *point = &plan->points[i];
        const int row = point->baseline ? results_row(&run->results, point) : -1;
        if (row >= 0)
            copies[row] = point;
    }
    for (int i = 0; done->row && i < done->rows; i++)
        if (copies[i])
            session_keep_copy(&run->session, copies[i], done->row[i].bandwidth_gbps, NAN,
                              done->row[i].disturbed);
    free(copies);
}

/* Reads the folder's ceilings, and measures the missing ones that the points to come need. A
 * ceiling that cannot be read is measured. */
static int ready_ceilings(struct run *run, const struct plan *plan)
{
    char problem[TEXT_MAX + PATH_TEXT_MAX];
    struct session *session = &run->session;
    const bool anew = !run->results.done.row; /* existing ceilings belong to other results */
    int status = ceilings_file_open(&session->ceilings_file, run->folder, anew);
    if (!status)
        status = repeats_open(&run->repeats, run->folder, session->settings.seed, anew);
    for (int i = 0; i < session->target_count && !status; i++)
        (void)ceilings_read_set(run->folder, session->targets[i].name, &session->ceilings[i],
                                problem, sizeof problem);
    for (int i = 0; i < session->target_count; i++)
        ceilings_apply(&session->ceilings[i].known, &session->targets[i].facts);
    return status ? status
                  : session_ready_ceilings(session, &(struct rest){plan, is_measured, run});
}

/* Writes the machine as lstopo reads it, for the report. Results are complete without it. `anew`:
 * also if the file is there; else a killed run may have left none. */
static void record_machine(const char *folder, const struct target_list *targets, bool anew)
{
    char path[PATH_TEXT_MAX + 16], problem[TEXT_MAX];
    struct topology_device devices[TARGETS_MAX];
    struct whole_file file;
    snprintf(path, sizeof path, "%s/topology.xml", folder);
    if (!anew && access(path, F_OK) == 0)
        return;
    const int count = targets_devices(targets, devices);
    char *xml = topology_xml(devices, count, problem, sizeof problem);
    if (xml && whole_file_open(&file, path, problem, sizeof problem) == 0) {
        fputs(xml, file.out);
        (void)whole_file_close(&file, problem, sizeof problem);
    }
    free(xml);
}

static int run_plan(const struct plan_request *request, const struct plan_request *wanted,
                    const char *folder, const struct earlier *earlier, struct target_list *targets,
                    struct plan *plan)
{
    struct run run = {
        .request = request, .wanted = wanted, .folder = folder, .repeats = {.file = -1}};
    session_begin(&run.session, request, targets);
    run.session.progress = &run.progress;
    int status = open_results(&run, earlier, targets, plan);
    if (status)
        return status;
    record_machine(folder, targets, !run.results.done.row);
    leave_others(&run, plan);
    keep_earlier_copies(&run, plan);
    progress_begin(&run.progress);
    status = ready_ceilings(&run, plan);
    if (!status)
        status = run_points(&run, plan);
    if (!status)
        status = results_still_there(&run.results);
    if (!status)
        damage_tell(&run.damage, targets);
    results_close(&run.results);
    repeats_close(&run.repeats);
    earlier_runs_add(&run.speeds);
    session_end(&run.session);
    return status;
}

/* Plans the request together with the names that the folder already has, and measures. */
static int plan_and_run(const struct plan_request *request, const char *folder,
                        struct earlier *earlier, struct target_list *targets)
{
    struct plan plan = {0};
    struct plan_request wanted = *request;
    join_earlier(folder, request, targets, earlier);
    if (earlier->is_there) {
        wanted.names = earlier->names;
        wanted.name_count = earlier->name_count;
    }
    int status = plan_make(&plan, &wanted, targets);
    if (!status)
        status = run_plan(request, &wanted, folder, earlier, targets, &plan);
    plan_free(&plan);
    return status;
}

static int measure_in(const char *folder, const struct plan_request *request,
                      struct target_list *targets)
{
    struct earlier *earlier = needed(calloc(1, sizeof *earlier));
    const size_t most = (size_t)request->name_count + COMMAND_MAX / 2; /* names and `all` */
    earlier->names = needed(calloc(most, sizeof *earlier->names));
    const int status = plan_and_run(request, folder, earlier, targets);
    free(earlier->names);
    free(earlier);
    return status;
}

int run_targets(const struct plan_request *request, struct target_list *targets)
{
    int status = targets_open(targets, request->targets, request->placing);
    if (status)
        return status;
    status = targets_measurable(targets);
    if (status)
        targets_close(targets);
    return status;
}

int run_request(const struct plan_request *request, const char *folder)
{
    struct target_list targets;
    int status = run_targets(request, &targets);
    if (status)
        return status;
    status = measure_in(folder, request, &targets);
    targets_close(&targets);
    return status;
}
