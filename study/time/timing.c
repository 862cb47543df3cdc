#include "study/time/timing.h"

#include "study/ceilings/ceilings.h"
#include "study/ceilings/probes.h"
#include "study/measure/proof.h"
#include "study/message.h"
#include "study/own/bounds.h"
#include "study/own/own.h"
#include "study/plan/point.h"
#include "study/plan/study.h"
#include "study/plan/targets.h"
#include "study/plan/walks.h"
#include "study/units.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLES = 50, QUICK_SAMPLES = 20, COPY_SAMPLES = 10, LEAST_FOOTPRINT = 8192 };

/* Short enough that a call of ceilings_measure makes one probe: between two of them it is looked at
 * whether to go on. */
static const double one_probe_ns = 1e6, most_ns = 10e9;

static const struct study alone = {.name = "time"};

int timing_samples(const struct timed *timed)
{
    if (timed->options->samples)
        return (int)timed->options->samples;
    return timed->options->quick ? QUICK_SAMPLES : SAMPLES;
}

/* As of a run, but for the number of samples; asked-for samples are made however long they take. */
static struct measure_settings settings_of(const struct timed *timed, int samples)
{
    const struct options *options = timed->options;
    return (struct measure_settings){
        .samples = samples,
        .samples_least = samples,
        .warmup = options->quick ? 0 : 2,
        .sample_ns = options->quick ? 2e6 : 5e6,
        .most_ns = options->samples ? 0 : most_ns,
        .seed = (uint64_t)options->seed,
        .stop = timed->stop,
    };
}

/* Whether a study compares the pattern with a copy: a latency or a launch is no fraction of one. */
static bool has_copy(const struct pattern *pattern)
{
    if (strcmp(pattern->name, "copy") == 0)
        return false;
    if (own_file(pattern))
        return pattern->walk != NULL;
    for (const struct study *s = study_catalogue; s->name; s++)
        for (int i = 0; !s->no_copy && i < SWEEPS_MAX && s->sweeps[i].pattern; i++)
            if (strcmp(s->sweeps[i].pattern, pattern->name) == 0)
                return true;
    return false;
}

static int element_bytes_of(const struct timed *timed)
{
    const int sizes = timed->pattern->sizes;
    if (timed->options->element_bytes)
        return (int)timed->options->element_bytes;
    return sizes & 4 ? 4 : sizes & -sizes;
}

/* The point, or its copy, for arrays of a copy of so many bytes. */
static int make(const struct timed *timed, struct target *target, int64_t footprint, bool is_copy,
                struct point *point)
{
    const int element_bytes = element_bytes_of(timed);
    const struct point_request request = {
        .study = &alone,
        .target = target,
        .pattern = is_copy ? pattern_find("copy") : timed->pattern,
        .element_bytes = element_bytes,
        .accesses = footprint / 2 / element_bytes,
        .copy_bytes = footprint,
        .set = is_copy ? NULL : &timed->values,
        .is_set = timed->is_set,
    };
    const int status = point_make(&request, point);
    point->baseline = is_copy;
    return status;
}

static int refuse(const struct timed *timed, const struct target *target, const char *problem)
{
    return complain(EXIT_USAGE, "pattern %s on %s: %s", timed->pattern->name, target->name,
                    problem);
}

static int check(const struct timed *timed, const struct point *point)
{
    char problem[TEXT_MAX];
    const struct target *target = point->target;
    if (!point->pattern)
        return refuse(timed, target, "its arrays would be too large; use smaller values");
    if (point->kernel && fitting_check(point->pattern, &point->shape, point->element_bytes,
                                       target->ops->side == SIDE_GPU, problem, sizeof problem))
        return refuse(timed, target, problem);
    return 0;
}

static int refuse_size(const struct timed *timed, const struct point *point)
{
    char needed[SIZE_TEXT_MAX], room[SIZE_TEXT_MAX];
    return complain(EXIT_USAGE,
                    "pattern %s on %s: its arrays need %s, and may take %s; use a smaller "
                    "--footprint or smaller values",
                    timed->pattern->name, point->target->name,
                    rounded_size_text(point->footprint_bytes, needed),
                    rounded_size_text(point->target->room_bytes, room));
}

/* A default footprint is halved until there is room, as a run does it. */
static int make_with_room(const struct timed *timed, struct timing *timing, int64_t *footprint)
{
    const int64_t asked = timed->options->footprint_bytes;
    for (*footprint = asked ? asked : memory_footprint(timing->target);; *footprint /= 2) {
        int status = make(timed, timing->target, *footprint, false, &timing->point);
        if (!status)
            status = check(timed, &timing->point);
        if (status || point_has_room(&timing->point))
            return status;
        if (asked || *footprint < LEAST_FOOTPRINT)
            return refuse_size(timed, &timing->point);
    }
}

int timing_plan(const struct timed *timed, struct target *target, struct timing *timing)
{
    int64_t footprint;
    *timing = (struct timing){
        .target = target, .absent = why_absent(timed->pattern, target), .missing = RESOURCES};
    if (timing->absent)
        return 0;
    int status = make_with_room(timed, timing, &footprint);
    if (status || !has_copy(timed->pattern))
        return status;
    status = make(timed, target, footprint, true, &timing->copy);
    timing->has_copy = !status && timing->copy.pattern && point_has_room(&timing->copy);
    timing->point.level_differs =
        timing->has_copy && strcmp(timing->point.level, timing->copy.level) != 0;
    return status;
}

static bool is_stopped(const struct timed *timed)
{
    return timed->stop && *timed->stop;
}

/* What is in hand, on a terminal alone: it is over in seconds. */
static void say(const struct timing *timing, const char *what)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K%s%s%s", what ? timing->target->name : "", what ? ": " : "",
                what ? what : "");
}

static bool is_done(const void *with, const struct point *point)
{
    (void)with;
    (void)point;
    return false;
}

/* Those that the point's prediction needs, one after another. */
static int measure_ceilings(const struct timed *timed, struct timing *timing, struct arrays *arrays,
                            struct ceiling_set *set)
{
    struct ceilings_file file = {.file = -1};
    struct progress progress = {.terminal = true};
    const struct plan plan = {.points = &timing->point, .count = 1};
    struct target *target = timing->target;
    int status = probes_needed(target, &plan, is_done, NULL, set->needed);
    const bool shown = isatty(STDERR_FILENO);
    progress_part(&progress, "ceilings", ceilings_due(target, set, 0));
    while (!status && !is_stopped(timed) && ceilings_due(target, set, 0) > 0)
        status = ceilings_measure(target, arrays, (uint64_t)timed->options->seed, &file, 0,
                                  one_probe_ns, shown ? &progress : NULL, set);
    return status;
}

static int measure_copy(const struct timed *timed, struct timing *timing, struct arrays *arrays)
{
    const struct measure_settings settings = settings_of(timed, COPY_SAMPLES);
    say(timing, "measuring its copy");
    const int status =
        measure_proved(arrays, &timing->copy, &timing->watch, &settings, &timing->copied);
    if (!status && is_stopped(timed) && timing->copied.count < COPY_SAMPLES)
        timing->copied.invalid = "interrupted";
    if (!status)
        watch_point(&timing->watch, &timing->copy, timing->copied.conditions,
                    timing_copy_gbps(timing));
    return status;
}

double timing_copy_gbps(const struct timing *timing)
{
    const struct measurement *copied = &timing->copied;
    return copied->count == 0 || copied->invalid
               ? 0
               : (double)timing->copy.useful_bytes / copied->pass_ns.median;
}

static int measure_point(const struct timed *timed, struct timing *timing, struct arrays *arrays)
{
    const struct measure_settings settings = settings_of(timed, timing_samples(timed));
    struct measurement *measured = &timing->measured;
    say(timing, "measuring");
    const int status = measure_proved(arrays, &timing->point, &timing->watch, &settings, measured);
    if (status)
        return status;
    if (measured->count > 0)
        timing->spread = spread_of(measured->samples, measured->is_disturbed, measured->count);
    timing->target->ops->locate(timing->target, arrays->in.memory, arrays->in.bytes, timing->pages,
                                sizeof timing->pages);
    timing->is_done = true;
    return 0;
}

int timing_measure(const struct timed *timed, struct timing *timing)
{
    struct arrays arrays = {.checks = &own_checks};
    struct ceiling_set set = {.known = ceilings_unknown()};
    struct demand demand;
    int status = is_stopped(timed) ? 0 : measure_point(timed, timing, &arrays);
    if (!status && timing->has_copy && !is_stopped(timed))
        status = measure_copy(timed, timing, &arrays);
    if (!status && timing->is_done && !is_stopped(timed))
        status = measure_ceilings(timed, timing, &arrays, &set);
    timing->result = result_of(&timing->point, &timing->measured, timing->pages,
                               timing_copy_gbps(timing), &set.known);
    if (!status && timing->is_done && !is_stopped(timed))
        status = result_ask_instructions(&timing->result, &arrays, (uint64_t)timed->options->seed,
                                         &set.known);
    if (timing->result.cost.has_demand && cost_demand(&timing->point, &demand))
        timing->missing = demand_missing(&demand, &set.known);
    arrays_release(&arrays);
    say(timing, NULL);
    return status;
}

/* Each writes its sentence into WARNING_TEXT_MAX characters, or leaves the text empty. */
typedef void warning(const struct timed *timed, const struct timing *timing, char *text);

static void warn_invalid(const struct timed *timed, const struct timing *timing, char *text)
{
    (void)timed;
    if (timing->measured.invalid)
        snprintf(text, WARNING_TEXT_MAX, "no valid time: %s", timing->measured.invalid);
}

static void warn_fewer(const struct timed *timed, const struct timing *timing, char *text)
{
    const int count = timing->measured.count, wanted = timing_samples(timed);
    const bool late = !timed->options->samples && timing->measured.kernel_ns > most_ns;
    if (count < wanted)
        snprintf(text, WARNING_TEXT_MAX, "%d of %d samples: %s", count, wanted,
                 is_stopped(timed) ? "interrupted"
                 : late            ? "more would take over 10 s; --samples asks for them"
                                   : "the others took no time, disturbed by other load");
}

static void warn_disturbed(const struct timed *timed, const struct timing *timing, char *text)
{
    const struct measurement *m = &timing->measured;
    (void)timed;
    if (m->disturbed > 0)
        snprintf(text, WARNING_TEXT_MAX,
                 "other load on the machine disturbed %d of %d samples, even after %d were "
                 "repeated: it used %.1f %% of the time",
                 m->disturbed, m->count, m->retaken,
                 100 * fmin(m->lost_ns, m->kernel_ns) / m->kernel_ns);
}

static void warn_conditions(const struct timed *timed, const struct timing *timing, char *text)
{
    (void)timed;
    if (timing->measured.conditions)
        snprintf(text, WARNING_TEXT_MAX, "the target was not itself: %s", timing->watch.text);
}

static void warn_wide(const struct timed *timed, const struct timing *timing, char *text)
{
    const double wide = 0.05;
    const struct summary *s = &timing->measured.pass_ns;
    (void)timed;
    if (!timing->measured.invalid && s->high - s->low > wide * s->median)
        snprintf(text, WARNING_TEXT_MAX,
                 "the median's interval is %.0f %% wide: take more samples, on a quiet machine",
                 100 * (s->high - s->low) / s->median);
}

static void warn_copy(const struct timed *timed, const struct timing *timing, char *text)
{
    (void)timed;
    if (timing->has_copy && timing->copied.invalid)
        snprintf(text, WARNING_TEXT_MAX, "its copy has no valid time: %s", timing->copied.invalid);
    else if (timing->point.level_differs)
        snprintf(text, WARNING_TEXT_MAX,
                 "its arrays are in another level (%s) than the copy's (%s): the fraction compares "
                 "both",
                 timing->point.level, timing->copy.level);
}

static void warn_unpredicted(const struct timed *timed, const struct timing *timing, char *text)
{
    if (timing->result.bound || !timing->point.kernel || is_stopped(timed))
        return;
    if (timing->missing < RESOURCES)
        snprintf(text, WARNING_TEXT_MAX, "no time predicted: the ceiling of %s was not measured",
                 resources[timing->missing].name);
    else
        snprintf(text, WARNING_TEXT_MAX,
                 "no time predicted: the models do not cover what this pattern waits for here");
}

const char *timing_warning(const struct timed *timed, const struct timing *timing, int number,
                           char text[WARNING_TEXT_MAX])
{
    static warning *const warnings[] = {warn_invalid, warn_fewer, warn_disturbed,  warn_conditions,
                                        warn_wide,    warn_copy,  warn_unpredicted};
    for (size_t i = 0; i < sizeof warnings / sizeof *warnings; i++) {
        text[0] = '\0';
        warnings[i](timed, timing, text);
        if (*text && number-- == 0)
            return text;
    }
    return NULL;
}
