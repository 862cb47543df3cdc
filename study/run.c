/* `warpline run`: measures the points of studies and keeps them. */
#include "plots/draft.h"
#include "plots/yardstick.h"
#include "study/arrays.h"
#include "study/ceilings.h"
#include "study/commands.h"
#include "study/folders.h"
#include "study/message.h"
#include "study/progress.h"
#include "study/proof.h"
#include "study/results.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BASELINES_MAX = 256, COPIES_LEAST = 3, COMMAND_MAX = 512 };

static const struct measure_settings quick_settings = {
    .samples = 10, .samples_least = 10, .warmup = 0, .sample_ns = 2e6};
static const struct measure_settings full_settings = {
    .samples = 10, .samples_least = 10, .warmup = 2, .sample_ns = 5e6};

/* A CPU's ceilings are measured anew when they are this old. */
static const double ceilings_last_ns = 60e9;

/* A measured copy, in the order of measuring. */
struct baseline {
    const struct study *study;
    const struct target *target;
    int element_bytes;
    int64_t footprint_bytes;
    double gbps;
};

struct run {
    const struct options *options;
    struct measure_settings settings;
    struct results results;
    struct progress progress;
    struct arrays arrays[TARGETS_MAX]; /* one a target, in the targets' order */
    struct ceilings ceilings[TARGETS_MAX];
    double ceilings_from_ns; /* on the clock: when the CPU's were measured */
    struct target *first_target;
    int target_count;
    struct baseline baselines[BASELINES_MAX];
    int baseline_count;
    bool copies_changed; /* since the ceilings of memory were taken from them */
    const char *folder;  /* of the results */
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

/* Whether there are more teams than run at once. */
static bool in_turns(const struct point *point)
{
    return point->pattern->chooses_launch && !point->pattern->each_pass_a_launch &&
           !point->target->facts.host_memory &&
           point->shape.workers > target_resident(point->target, point->kernel);
}

static int measure_checked(struct run *run, struct arrays *arrays, const struct point *point,
                           struct measurement *measured)
{
    struct kernel_args args;
    int status = prove_point(arrays, point, &args);
    if (status)
        return status;
    int error = measure(point->target, point->kernel ? point->kernel->run : NULL, &args,
                        &run->settings, measured);
    if (error)
        return complain(EXIT_NO_DEVICE, "target %s: %s", point->target->name,
                        target_failure(error));
    if (!measured->invalid && in_turns(point))
        measured->invalid = "its teams run one after another, each all passes over its own part";
    return 0;
}

static int keep(struct run *run, const struct arrays *arrays, const struct point *point,
                const struct measurement *measured)
{
    char pages[TEXT_MAX];
    double own_gbps =
        measured->invalid ? 0 : (double)point->useful_bytes / measured->pass_ns.median;
    point->target->ops->locate(point->target, arrays->in.memory, arrays->in.bytes, pages,
                               sizeof pages);
    progress_measured(&run->progress, measured->kernel_ns);
    keep_baseline(run, point, own_gbps);
    run->copies_changed |= point->baseline;
    return results_add(&run->results, point, measured, pages, copy_gbps(run, point),
                       &run->ceilings[point->target - run->first_target]);
}

static int run_point(struct run *run, const struct point *point)
{
    static struct measurement measured; /* 8 KB of samples */
    struct arrays *arrays = &run->arrays[point->target - run->first_target];
    int status = measure_checked(run, arrays, point, &measured);
    if (!status)
        status = keep(run, arrays, point, &measured);
    return status;
}

/* ceilings.csv, for more rows. NULL where that cannot be, which close_ceilings says. */
static FILE *open_ceilings(const struct run *run)
{
    char path[PATH_TEXT_MAX];
    snprintf(path, sizeof path, "%s/ceilings.csv", run->folder);
    return fopen(path, "a");
}

static int close_ceilings(const struct run *run, FILE *out)
{
    if (out && fclose(out) == 0)
        return 0;
    return complain(EXIT_WRONG, "%s/ceilings.csv: cannot be written: %s", run->folder,
                    strerror(errno));
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
static void take_copies_of(struct run *run, const struct point *copy, FILE *out)
{
    double times_ns[YARDSTICK_COPIES];
    const struct copies copies = copies_like(run, last_copy(run, copy->target));
    const int count = copies.count < YARDSTICK_COPIES ? copies.count : YARDSTICK_COPIES;
    if (strcmp(copy->level, "memory") != 0 || count < COPIES_LEAST)
        return;
    for (int i = 0; i < count; i++)
        times_ns[i] = (double)copy->useful_bytes / copies.last[i].gbps;
    ceilings_take_copies(copy, times_ns, count, run->settings.seed, out,
                         &run->ceilings[copy->target - run->first_target]);
}

/* After copies were measured, before point number `end`: what memory can do is what they found. */
static int take_copies(struct run *run, const struct plan *plan, int end)
{
    bool taken[TARGETS_MAX] = {false};
    FILE *out = open_ceilings(run);
    for (int i = end - 1; out && i >= 0; i--) {
        const struct point *copy = &plan->points[i];
        bool *is_taken = &taken[copy->target - run->first_target];
        if (copy->baseline && !*is_taken)
            take_copies_of(run, copy, out);
        *is_taken |= copy->baseline;
    }
    run->copies_changed = false;
    return close_ceilings(run, out);
}

/* A CPU's, where they are old: they are not what they were once it has been busy for some time. */
static int renew_ceilings(struct run *run, const struct plan *plan)
{
    int status = 0;
    if (clock_now_ns() - run->ceilings_from_ns < ceilings_last_ns)
        return 0;
    FILE *out = open_ceilings(run);
    for (int i = 0; out && i < run->target_count && !status; i++)
        if (run->first_target[i].facts.host_memory)
            status = ceilings_renew(&run->first_target[i], plan, &run->arrays[i],
                                    run->settings.seed, out, &run->ceilings[i]);
    run->ceilings_from_ns = clock_now_ns();
    const int kept = close_ceilings(run, out);
    return status ? status : kept;
}

/* A point that the results do not have yet. */
static int run_next(struct run *run, const struct plan *plan, const struct point *point)
{
    const int status = renew_ceilings(run, plan);
    return status ? status : run_point(run, point);
}

static int run_points(struct run *run, const struct plan *plan)
{
    int status = 0;
    for (int i = 0; i < plan->count && !status; i++) {
        const struct point *point = &plan->points[i];
        double gbps;
        if (!point->baseline && run->copies_changed)
            status = take_copies(run, plan, i);
        progress_point(&run->progress, point, i, plan->count);
        if (results_have(&run->results, point, &gbps))
            keep_baseline(run, point, gbps);
        else if (!status)
            status = run_next(run, plan, point);
    }
    progress_end(&run->progress, plan->count, status);
    return status;
}

/* The command line in one spelling, whatever order and blanks it was given in; --out is not part of
 * what the rows depend on. */
static int spell_command(const struct options *options, const struct target_list *targets,
                         char text[COMMAND_MAX])
{
    struct draft draft;
    FILE *out = draft_open(&draft);
    if (!out)
        return complain(EXIT_WRONG, "no memory for the command's own line");
    fputs("warpline run", out);
    for (int i = 0; i < options->name_count; i++)
        fprintf(out, " %s", options->names[i]);
    for (int i = 0; i < targets->count; i++)
        fprintf(out, "%s%s", i ? "," : " --on ", targets->targets[i].name);
    if (options->quick)
        fputs(" --quick", out);
    if (options->samples)
        fprintf(out, " --samples %lld", (long long)options->samples);
    if (options->warmup >= 0)
        fprintf(out, " --warmup %lld", (long long)options->warmup);
    if (options->element_bytes)
        fprintf(out, " --element %lld", (long long)options->element_bytes);
    if (options->footprint_bytes)
        fprintf(out, " --footprint %lld", (long long)options->footprint_bytes);
    if (options->cores)
        fprintf(out, " --cores %lld", (long long)options->cores);
    fprintf(out, " --seed %lld", (long long)options->seed);
    char *spelt = draft_close(&draft);
    if (!spelt)
        return complain(EXIT_WRONG, "no memory for the command's own line");
    snprintf(text, COMMAND_MAX, "%s", spelt);
    free(spelt);
    return 0;
}

static struct measure_settings settings_for(const struct options *options)
{
    struct measure_settings settings = options->quick ? quick_settings : full_settings;
    if (options->samples)
        settings.samples = settings.samples_least = (int)options->samples;
    if (options->warmup >= 0)
        settings.warmup = settings.warmup_slow = (int)options->warmup;
    settings.seed = (uint64_t)options->seed;
    return settings;
}

static int measure_ceilings(struct run *run, const struct plan *plan, FILE *out)
{
    int status = 0;
    fprintf(out,
            "# what a unit takes of what a target can run out of: value is in its unit, time_ns "
            "is a pass of the probe\n%s\n",
            ceiling_columns);
    for (int i = 0; i < run->target_count && !status; i++)
        status = ceilings_measure(&run->first_target[i], plan, &run->arrays[i], run->settings.seed,
                                  out, &run->ceilings[i]);
    return status;
}

/* Those that the folder has: a run that goes on keeps a GPU's; a CPU's count as old. */
static bool have_ceilings(struct run *run)
{
    char problem[TEXT_MAX];
    int i = 0;
    while (i < run->target_count && ceilings_read(run->folder, run->first_target[i].name,
                                                  &run->ceilings[i], problem, sizeof problem) == 0)
        i++;
    return i == run->target_count;
}

/* Writes ceilings.csv whole or not at all. */
static int ready_ceilings(struct run *run, const struct plan *plan)
{
    char path[PATH_TEXT_MAX], part[PATH_TEXT_MAX + 8];
    if (run->results.rows > 0 && have_ceilings(run))
        return 0;
    snprintf(path, sizeof path, "%s/ceilings.csv", run->folder);
    snprintf(part, sizeof part, "%s.part", path);
    FILE *out = fopen(part, "w");
    if (!out)
        return complain(EXIT_USAGE,
                        "option --out: %s cannot be written: %s; name a folder that can", part,
                        strerror(errno));
    progress_part(&run->progress, "ceilings");
    int status = measure_ceilings(run, plan, out);
    run->ceilings_from_ns = clock_now_ns();
    const bool failed = fclose(out) != 0 || (!status && rename(part, path) != 0);
    if (!status && failed)
        status = complain(EXIT_WRONG, "%s: cannot be written: %s", path, strerror(errno));
    if (status)
        remove(part);
    return status;
}

static int run_plan(const struct options *options, struct target_list *targets,
                    const struct plan *plan)
{
    char command[COMMAND_MAX];
    const char *folder = options->out ? options->out : "warpline-results";
    struct run run = {.options = options,
                      .settings = settings_for(options),
                      .first_target = targets->targets,
                      .target_count = targets->count,
                      .ceilings_from_ns = -ceilings_last_ns,
                      .folder = folder};
    int status = spell_command(options, targets, command);
    if (!status)
        status = results_open(&run.results, folder, command, targets);
    if (status)
        return status;
    progress_begin(&run.progress);
    status = ready_ceilings(&run, plan);
    if (!status)
        status = run_points(&run, plan);
    results_close(&run.results);
    for (int i = 0; i < targets->count; i++)
        arrays_release(&run.arrays[i]);
    if (!status)
        printf("%s/results.csv\n", folder);
    return status;
}

int run_command(const struct options *options)
{
    struct plan plan = {0};
    struct target_list targets;
    int status = plan_check_names(options);
    if (!status)
        status = targets_open(&targets, options->on, options->cores);
    if (status)
        return status;
    status = plan_make(&plan, options, &targets);
    if (!status)
        status = run_plan(options, &targets, &plan);
    free(plan.points);
    targets_close(&targets);
    return status;
}
