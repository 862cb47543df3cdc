#include "study/run/run.h"

#include "patterns/clock.h"
#include "plots/data/csv.h"
#include "plots/data/draft.h"
#include "plots/data/yardstick.h"
#include "study/ceilings/ceilings.h"
#include "study/ceilings/instructions.h"
#include "study/ceilings/probes.h"
#include "study/folders.h"
#include "study/measure/arrays.h"
#include "study/measure/progress.h"
#include "study/measure/proof.h"
#include "study/measure/watch.h"
#include "study/message.h"
#include "study/own/bounds.h"
#include "study/run/columns.h"
#include "study/run/damage.h"
#include "study/run/expected.h"
#include "study/run/job.h"
#include "study/run/results.h"
#include "study/stop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BASELINES_MAX = 256, COPIES_LEAST = 3, COMMAND_MAX = 4096 };

static const struct measure_settings quick_settings = {
    .samples = 10, .samples_least = 10, .warmup = 0, .sample_ns = 2e6, .most_ns = 10e9};
static const struct measure_settings full_settings = {
    .samples = 10, .samples_least = 10, .warmup = 2, .sample_ns = 5e6, .most_ns = 30e9};

/* A CPU's ceilings are measured anew when they are this old: they are not what they were once it
 * has been busy for some time. So much time at once; the rest after the next point. */
static const double ceilings_last_s = 60, renewing_most_ns = 5e9;

/* A measured copy, in the order of measuring. */
struct baseline {
    const struct study *study;
    const struct target *target;
    int element_bytes;
    int64_t footprint_bytes;
    double gbps;
};

/* What an earlier run of the folder was asked for. */
struct earlier {
    bool is_there;
    char command[COMMAND_MAX], text[COMMAND_MAX]; /* the second cut into names */
    const char **names;                           /* those and this run's, each once */
    int name_count;
};

struct run {
    const struct plan_request *request; /* of this run */
    const struct plan_request *wanted;  /* the same, with the names of the folder's earlier runs */
    struct measure_settings settings;
    struct results results;
    struct progress progress;
    struct arrays arrays[TARGETS_MAX]; /* one a target, in the targets' order */
    struct ceiling_set ceilings[TARGETS_MAX];
    struct ceilings_file ceilings_file;
    double renew_after_ns; /* on the clock: not before */
    struct damage damage;
    struct watch watches[TARGETS_MAX];
    struct target *first_target;
    int target_count;
    struct baseline baselines[BASELINES_MAX];
    int baseline_count;
    bool copies_changed;       /* since the ceilings of memory were taken from them */
    int bound_by_instructions; /* points */
    const char *folder;        /* of the results */
};

static void keep_baseline(struct run *run, const struct point *point, double gbps)
{
    if (point->baseline && run->baseline_count < BASELINES_MAX)
        run->baselines[run->baseline_count++] = (struct baseline){
            point->study, point->target, point->element_bytes, point->footprint_bytes, gbps};
}

static const struct baseline *own_baseline(const struct run *run, const struct point *point)
{
    for (int i = 0; i < run->baseline_count; i++)
        if (run->baselines[i].study == point->study && run->baselines[i].target == point->target)
            return &run->baselines[i];
    return NULL;
}

static bool same_kind(const struct baseline *a, const struct baseline *b)
{
    return a->target == b->target && a->element_bytes == b->element_bytes &&
           a->footprint_bytes == b->footprint_bytes;
}

/* The copies so far that are like this one. */
static struct copies copies_like(const struct run *run, const struct baseline *like)
{
    struct copies copies = {.count = 0};
    for (int i = 0; i < run->baseline_count; i++) {
        const double gbps = run->baselines[i].gbps;
        if (same_kind(&run->baselines[i], like) && gbps > 0)
            copies_add(&copies, &(struct copy_rate){gbps, gbps, gbps});
    }
    return copies;
}

/* What the point is a fraction of; 0 where its study has no copy. */
static double copy_gbps(const struct run *run, const struct point *point)
{
    const struct baseline *own = own_baseline(run, point);
    if (!own)
        return 0;
    const struct copies copies = copies_like(run, own);
    return copies.count > 0 ? yardstick_of(&copies).gbps : 0;
}

static int keep(struct run *run, const struct arrays *arrays, const struct point *point,
                const struct measurement *measured)
{
    char pages[TEXT_MAX];
    const int number = (int)(point->target - run->first_target);
    double own_gbps =
        measured->invalid ? 0 : (double)point->useful_bytes / measured->pass_ns.median;
    point->target->ops->locate(point->target, arrays->in.memory, arrays->in.bytes, pages,
                               sizeof pages);
    progress_measured(&run->progress, measured->kernel_ns, own_gbps);
    watch_point(&run->watches[point->target - run->first_target], point, measured->conditions,
                own_gbps);
    keep_baseline(run, point, own_gbps);
    run->copies_changed |= point->baseline;
    damage_note(&run->damage, point, measured, number, &run->ceilings[number]);
    struct result result =
        result_of(point, measured, pages, copy_gbps(run, point), &run->ceilings[number].known);
    const int status = result_ask_instructions(&result, &run->arrays[number], run->settings.seed,
                                               &run->ceilings[number].known);
    run->bound_by_instructions += result.bound == instructions_bound;
    return status ? status : results_add_result(&run->results, &result);
}

static int run_point(struct run *run, const struct point *point)
{
    static struct measurement measured; /* 8 KB of samples */
    const int number = (int)(point->target - run->first_target);
    struct arrays *arrays = &run->arrays[number];
    int status = measure_proved(arrays, point, &run->watches[number], &run->settings, &measured);
    if (!status)
        status = keep(run, arrays, point, &measured);
    return status;
}

/* The last copy that was measured on a target; NULL where there is none. */
static const struct baseline *last_copy(const struct run *run, const struct target *target)
{
    for (int i = run->baseline_count - 1; i >= 0; i--)
        if (run->baselines[i].target == target)
            return &run->baselines[i];
    return NULL;
}

/* The ceiling of a target's memory, from the copies nearest in time. `copy` is one of them. */
static int take_copies_of(struct run *run, const struct point *copy)
{
    double times_ns[YARDSTICK_COPIES];
    const struct copies copies = copies_like(run, last_copy(run, copy->target));
    const int count = copies.count < YARDSTICK_COPIES ? copies.count : YARDSTICK_COPIES;
    if (strcmp(copy->level, "memory") != 0 || count < COPIES_LEAST)
        return 0;
    for (int i = 0; i < count; i++)
        times_ns[i] = (double)copy->useful_bytes / copies.last[i].gbps;
    return ceilings_take_copies(copy, times_ns, count, run->settings.seed, &run->ceilings_file,
                                &run->ceilings[copy->target - run->first_target].known);
}

/* After copies were measured, before point number `end`: what memory can do is what they found. */
static int take_copies(struct run *run, const struct plan *plan, int end)
{
    bool seen[TARGETS_MAX] = {false};
    int status = 0;
    for (int i = end - 1; i >= 0 && !status; i--) {
        const struct point *copy = &plan->points[i];
        bool *is_seen = &seen[copy->target - run->first_target];
        if (copy->baseline && !*is_seen)
            status = take_copies_of(run, copy);
        *is_seen |= copy->baseline;
    }
    run->copies_changed = false;
    return status;
}

/* A CPU's, where they are old. At most half of a run goes by with that. */
static int renew_ceilings(struct run *run)
{
    const double start_ns = clock_now_ns(), old_s = ceilings_now_s() - ceilings_last_s;
    int status = 0;
    if (start_ns < run->renew_after_ns)
        return 0;
    for (int i = 0; i < run->target_count && !status; i++)
        if (run->first_target[i].ops->side == SIDE_CPU)
            status = ceilings_measure(&run->first_target[i], &run->arrays[i], run->settings.seed,
                                      &run->ceilings_file, old_s, renewing_most_ns, NULL,
                                      &run->ceilings[i]);
    run->renew_after_ns = 2 * clock_now_ns() - start_ns;
    return status;
}

/* A point that the results do not have yet. */
static int run_next(struct run *run, const struct point *point)
{
    int status = stop_asked();
    if (!status)
        status = renew_ceilings(run);
    return status ? status : run_point(run, point);
}

static bool is_measured(const void *with, const struct point *point)
{
    double gbps;
    const struct run *run = with;
    return results_have(&run->results, point, &gbps);
}

/* What each point is planned to take, in ns, 0 where it is measured; NULL without memory. */
static double *planned_times(const struct run *run, const struct plan *plan)
{
    struct duration *expected = durations_expect(plan, &run->settings, is_measured, run);
    double *planned_ns = calloc((size_t)plan->count + 1, sizeof *planned_ns);
    for (int i = 0; expected && planned_ns && i < plan->count; i++)
        for (int part = 0; part < DURATION_PARTS; part++)
            planned_ns[i] += expected[i].expected_ns[part];
    free(expected);
    return planned_ns;
}

static int run_points(struct run *run, const struct plan *plan)
{
    int status = 0;
    if (run->progress.terminal)
        progress_expect(&run->progress, planned_times(run, plan), plan->count);
    for (int i = 0; i < plan->count && !status; i++) {
        const struct point *point = &plan->points[i];
        double gbps;
        if (!point->baseline && run->copies_changed)
            status = take_copies(run, plan, i);
        progress_point(&run->progress, point, i, plan->count);
        if (status || results_have(&run->results, point, &gbps))
            continue;
        status = run_next(run, point);
        progress_point_end(&run->progress, i);
    }
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

/* Reads the names of an earlier command line from earlier->text. False where a plan cannot be made
 * for one. */
static bool read_names(struct earlier *earlier)
{
    for (char *at = earlier->text, *word; (word = strtok_r(at, " ", &at));) {
        if (!plan_knows_name(word))
            return false;
        earlier->names[earlier->name_count++] = word;
    }
    return true;
}

/* Adds this run's names. No names stand for all studies; beside words of sweeps, which are no
 * studies of the catalogue, these need their own name. */
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

/* The command line in one spelling, whatever order and blanks it was given in. Rows do not depend
 * on
 * --out. */
static void put_command(FILE *out, const struct plan_request *request,
                        const struct target_list *targets)
{
    fputs("warpline run", out);
    for (int i = 0; i < request->name_count; i++)
        fprintf(out, " %s", request->names[i]);
    for (int i = 0; i < targets->count; i++)
        fprintf(out, "%s%s", i ? "," : " --on ", targets->targets[i].name);
    if (request->quick)
        fputs(" --quick", out);
    if (request->samples)
        fprintf(out, " --samples %lld", (long long)request->samples);
    if (request->warmup >= 0)
        fprintf(out, " --warmup %lld", (long long)request->warmup);
    if (request->element_bytes)
        fprintf(out, " --element %lld", (long long)request->element_bytes);
    if (request->footprint_bytes)
        fprintf(out, " --footprint %lld", (long long)request->footprint_bytes);
    if (request->cores)
        fprintf(out, " --cores %lld", (long long)request->cores);
    for (int i = 0; i < request->setting_count; i++)
        fprintf(out, " --set %s", request->settings[i]);
    fprintf(out, " --seed %lld", (long long)request->seed);
}

/* The command line of a request, which the caller frees; NULL without memory. */
static char *command_text(const struct plan_request *request, const struct target_list *targets)
{
    struct draft draft;
    if (draft_open(&draft))
        put_command(draft.out, request, targets);
    return draft_close(&draft);
}

/* Reads what an earlier run left in the folder, if its options were these and only its names
 * differ: then earlier->names become the names of both. */
static void join_earlier(const char *folder, const struct plan_request *request,
                         const struct target_list *targets, struct earlier *earlier)
{
    char problem[TEXT_MAX];
    struct table table;
    struct plan_request nameless = *request;
    nameless.name_count = 0;
    char *alike = command_text(&nameless, targets);
    if (!alike || table_open(&table, folder, "results.csv", problem, sizeof problem)) {
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
    if (!command)
        return complain(EXIT_WRONG, "no memory for the command line");
    const int status =
        results_open_more(&run->results, run->folder, command,
                          earlier->is_there ? earlier->command : NULL, targets, plan);
    free(command);
    return status;
}

/* Points that are not asked for now stay only as far as they are there. */
static void leave_others(struct run *run, struct plan *plan)
{
    int count = 0;
    for (int i = 0; i < plan->count; i++)
        if (plan_asks_for(&plan->points[i], run->request) ||
            results_row(&run->results, &plan->points[i]) >= 0)
            plan->points[count++] = plan->points[i];
    plan->count = count;
}

/* Copies that are there, in the order of their rows: that in which they were measured. */
static void keep_earlier_copies(struct run *run, const struct plan *plan)
{
    const struct point *copies[BASELINES_MAX];
    int rows[BASELINES_MAX], count = 0;
    for (int i = 0; i < plan->count && count < BASELINES_MAX; i++) {
        const int row =
            plan->points[i].baseline ? results_row(&run->results, &plan->points[i]) : -1;
        if (row < 0)
            continue;
        int at = count++;
        for (; at > 0 && rows[at - 1] > row; at--) {
            rows[at] = rows[at - 1];
            copies[at] = copies[at - 1];
        }
        rows[at] = row;
        copies[at] = &plan->points[i];
    }
    for (int i = 0; run->results.done.row && i < count; i++)
        keep_baseline(run, copies[i], run->results.done.row[rows[i]].bandwidth_gbps);
}

struct measure_settings run_settings(const struct plan_request *request)
{
    struct measure_settings settings = request->quick ? quick_settings : full_settings;
    if (request->samples) {
        settings.samples = settings.samples_least = (int)request->samples;
        settings.most_ns = 0;
    }
    if (request->warmup >= 0)
        settings.warmup = settings.warmup_slow = (int)request->warmup;
    settings.seed = (uint64_t)request->seed;
    return settings;
}

/* What the folder has of a target's ceilings, and which of them the points to come need. */
static int know_ceilings(struct run *run, const struct plan *plan, int number)
{
    char problem[TEXT_MAX + PATH_TEXT_MAX];
    struct target *target = &run->first_target[number];
    (void)ceilings_read_set(run->folder, target->name, &run->ceilings[number], problem,
                            sizeof problem); /* what cannot be read is measured */
    return probes_needed(target, plan, is_measured, run, run->ceilings[number].needed);
}

/* Those that were never measured, also before the run was interrupted. */
static int ready_ceilings(struct run *run, const struct plan *plan)
{
    const bool anew = !run->results.done.row; /* what is left there is of other results */
    int due = 0, status = ceilings_file_open(&run->ceilings_file, run->folder, anew);
    for (int i = 0; i < run->target_count && !status; i++) {
        status = know_ceilings(run, plan, i);
        due += ceilings_due(&run->first_target[i], &run->ceilings[i], 0);
    }
    if (due > 0 && !status)
        progress_part(&run->progress, "ceilings", due);
    for (int i = 0; i < run->target_count && !status; i++) {
        watch_look(&run->watches[i], &run->first_target[i]);
        status =
            ceilings_measure(&run->first_target[i], &run->arrays[i], run->settings.seed,
                             &run->ceilings_file, 0, INFINITY, &run->progress, &run->ceilings[i]);
    }
    return status;
}

static int run_plan(const struct plan_request *request, const struct plan_request *wanted,
                    const char *folder, const struct earlier *earlier, struct target_list *targets,
                    struct plan *plan)
{
    struct run run = {.request = request,
                      .wanted = wanted,
                      .settings = run_settings(request),
                      .first_target = targets->targets,
                      .target_count = targets->count,
                      .ceilings_file = {.file = -1},
                      .folder = folder};
    for (int i = 0; i < targets->count; i++)
        run.arrays[i].checks = &own_checks;
    int status = open_results(&run, earlier, targets, plan);
    if (status)
        return status;
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
    if (!status && run.bound_by_instructions)
        complain(0,
                 "points that are bound by their address arithmetic, not by memory: %d (column "
                 "`bound`; warpline show PATTERN --code)",
                 run.bound_by_instructions);
    results_close(&run.results);
    ceilings_file_close(&run.ceilings_file);
    for (int i = 0; i < targets->count; i++) {
        watch_end(&run.watches[i], &targets->targets[i]);
        arrays_release(&run.arrays[i]);
    }
    return status;
}

/* Plans the request together with the names that the folder has already, and measures. */
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
    struct earlier *earlier = calloc(1, sizeof *earlier);
    const size_t most = (size_t)request->name_count + COMMAND_MAX / 2; /* names and `all` */
    int status = EXIT_WRONG;
    if (earlier)
        earlier->names = calloc(most, sizeof *earlier->names);
    if (earlier && earlier->names)
        status = plan_and_run(request, folder, earlier, targets);
    else
        complain(EXIT_WRONG, "no memory for the command line");
    free(earlier ? earlier->names : NULL);
    free(earlier);
    return status;
}

int run_targets(const struct plan_request *request, struct target_list *targets)
{
    int status = targets_open(targets, request->targets, request->cores);
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
