/* `warpline time PATTERN...`: the statistics of one point of each pattern, on all targets. */
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/commands/commands.h"
#include "study/own/bounds.h"
#include "study/own/own.h"
#include "study/plan/parameter.h"
#include "study/plan/study.h"
#include "study/time/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 50, QUICK_SAMPLES = 20, COPY_SAMPLES = 10, TROUBLE_MAX = 1024 };
const double timing_most_ns = 10e9;

/* The signal that arrived; 0: none. */
static volatile sig_atomic_t interrupted;

static void note_signal(int number)
{
    interrupted = number;
}

/* The first signal ends the sampling, so that the samples so far can be printed; a second one ends
 * the program at once. */
static void watch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    const struct sigaction action = {.sa_handler = note_signal,
                                     .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    struct sigaction now;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            (void)sigaction(numbers[i], &action, NULL);
}

/* A loop whose iterations fail has no length, so no point can be planned of it. */
static int check_iterations(const struct pattern *pattern, struct shape *shape)
{
    char problem[TROUBLE_MAX];
    const struct bounds_point point = {.pattern = pattern, .shape = shape};
    if (!pattern->loop)
        return 0;
    shape->elements = pattern->iterations(shape, 1);
    return bounds_hold(&point, problem, sizeof problem) ? 0 : complain(EXIT_USAGE, "%s", problem);
}

/* All values of --set are checked here, so that messages name the option. */
static int read_timed(const struct options *options, const char *name, struct timed *timed)
{
    const struct pattern *pattern = pattern_named(name);
    if (!pattern)
        return EXIT_USAGE;
    struct shape values = shape_standard(pattern, 1, 1);
    const int bytes = (int)options->element_bytes;
    *timed = (struct timed){.pattern = pattern,
                            .options = options,
                            .samples = options->samples ? (int)options->samples
                                       : options->quick ? QUICK_SAMPLES
                                                        : SAMPLES,
                            .stop = &interrupted};
    if (bytes && !(pattern->sizes & bytes))
        return complain(EXIT_USAGE, "option --element: %s has no elements of %d bytes",
                        pattern->name, bytes);
    const int status = set_parameters(&values, pattern, options);
    return status ? status : check_iterations(pattern, &values);
}

/* Writes this point as a sweep of one value: over the parameters that --set names or, if it names
 * none, over the size of elements. */
static void write_word(const struct timed *timed, int element_bytes, char word[ASKED_TEXT_MAX])
{
    const struct pattern *pattern = timed->pattern;
    const struct options *options = timed->options;
    const struct shape standard = shape_standard(pattern, 1, 1);
    const bool own = parameter_find(pattern, "element") != NULL;
    snprintf(word, ASKED_TEXT_MAX, "%s", pattern->name);
    for (int i = 0; i < options->setting_count; i++)
        text_add(word, ASKED_TEXT_MAX, ":%s", options->settings[i]);
    if (options->setting_count == 0)
        text_add(word, ASKED_TEXT_MAX, ":element=%lld",
                 own ? (long long)parameter_value(pattern, &standard, "element") : element_bytes);
}

static int make_plan(const struct timed *timed, struct target_list *targets, struct plan *plan)
{
    char word[ASKED_TEXT_MAX];
    const char *const names[] = {word};
    struct plan_request request = options_request(timed->options);
    if (!request.element_bytes)
        request.element_bytes = element_bytes_near(timed->pattern, 4);
    write_word(timed, (int)request.element_bytes, word);
    request.names = names;
    request.name_count = 1;
    request.setting_count = 0;
    return plan_make(plan, &request, targets);
}

/* Whether a study compares the pattern with a copy: a latency or a launch is not compared. */
static bool has_copy(const struct pattern *pattern)
{
    if (strcmp(pattern->name, "copy") == 0)
        return false;
    if (own_file(pattern))
        return pattern->walk != NULL;
    for (const struct study *s = study_catalogue; s->name; s++)
        if (!s->no_copy && study_sweeps(s, pattern->name))
            return true;
    return false;
}

static struct point *point_on(const struct plan *plan, const struct target *target, bool baseline)
{
    for (int i = 0; i < plan->count; i++)
        if (plan->points[i].target == target && plan->points[i].baseline == baseline)
            return &plan->points[i];
    return NULL;
}

/* Removes copies that nothing is compared with. */
static void leave_copies(const struct timed *timed, struct plan *plan)
{
    const bool wanted = has_copy(timed->pattern);
    int count = 0;
    for (int i = 0; i < plan->count; i++) {
        const struct point *point = &plan->points[i];
        if (!point->baseline || (wanted && point_on(plan, point->target, false)))
            plan->points[count++] = *point;
    }
    plan->count = count;
    for (int i = 0; i < count && !wanted; i++)
        plan->points[i].level_differs = false;
}

static int plan_timings(const struct timed *timed, struct target_list *targets, struct plan *plan,
                        struct timing *timings)
{
    const int status = make_plan(timed, targets, plan);
    if (status)
        return status;
    leave_copies(timed, plan);
    for (int i = 0; i < targets->count; i++) {
        struct target *target = &targets->targets[i];
        timings[i] = (struct timing){.target = target,
                                     .absent = why_absent(timed->pattern, target),
                                     .point = point_on(plan, target, false),
                                     .copy = point_on(plan, target, true),
                                     .missing = RESOURCES};
    }
    return 0;
}

/* Records what else the report says of a point. */
static void note_timing(const struct session *session, struct timing *timing)
{
    const int number = session_target(session, timing->point);
    const struct measurement *m = &timing->done.measured;
    const struct cost *cost = &timing->done.result.cost;
    timing->is_done = true;
    timing->watch = session->watches[number];
    if (m->count > 0)
        timing->spread = spread_of(m->samples, m->is_disturbed, m->count);
    if (cost->has_demand)
        timing->missing = demand_missing(&cost->demand, &session->ceilings[number].known);
}

/* Measures a copy as in a run. The point gets as many samples as were requested, however long they
 * take, or else as many as 10 s allow. */
static int measure_one(const struct timed *timed, struct session *session, const struct plan *plan,
                       int index, struct timing *timings)
{
    const struct point *point = &plan->points[index];
    struct timing *timing = &timings[session_target(session, point)];
    const int samples = point->baseline ? COPY_SAMPLES : timed->samples;
    session->settings.samples = session->settings.samples_least = samples;
    const int status =
        session_measure(session, plan, index, point->baseline ? &timing->copied : &timing->done);
    if (!status && !point->baseline)
        note_timing(session, timing);
    return status;
}

static int measure_all(const struct timed *timed, struct session *session, const struct plan *plan,
                       struct timing *timings)
{
    struct progress progress;
    progress_begin(&progress);
    session->progress = progress.terminal ? &progress : NULL;
    watch_signals();
    int status = session_ready_ceilings(session, &(struct rest){.plan = plan});
    for (int i = 0; i < plan->count && !status && !interrupted; i++)
        status = measure_one(timed, session, plan, i, timings);
    if (session->progress)
        progress_end(&progress, plan->count, status);
    return status;
}

/* Measures one pattern on all targets. */
static int time_on(struct timed *timed, struct target_list *targets)
{
    const struct plan_request request = options_request(timed->options);
    struct session session;
    timed->timings = needed(calloc((size_t)targets->count, sizeof *timed->timings));
    session_begin(&session, &request, targets);
    session.settings.stop = timed->stop;
    session.reuses_ceilings = true;
    session.settings.most_ns = timed->options->samples ? 0 : timing_most_ns;
    int status = plan_timings(timed, targets, &timed->plan, timed->timings);
    if (!status)
        status = measure_all(timed, &session, &timed->plan, timed->timings);
    session_end(&session);
    return status;
}

static int time_all(struct timed *timed, int patterns, struct target_list *targets)
{
    int status = targets_measurable(targets), measured = 0;
    while (measured < patterns && !status && !interrupted)
        status = time_on(&timed[measured++], targets);
    if (status || measured == 0)
        return status;
    if (timed->options->json)
        timings_document(timed, measured, targets->count);
    else
        timings_print(timed, measured, targets->count);
    return EXIT_DONE;
}

int time_command(const struct options *options)
{
    static struct timed timed[TIMED_MOST];
    struct target_list targets;
    int status = 0;
    for (int i = 0; i < options->name_count && !status; i++)
        status = read_timed(options, options->names[i], &timed[i]);
    if (!status)
        status = targets_open(&targets, options->on, &options->placing);
    if (status)
        return status;
    status = time_all(timed, options->name_count, &targets);
    for (int i = 0; i < options->name_count; i++) {
        plan_free(&timed[i].plan);
        free(timed[i].timings);
    }
    targets_close(&targets);
    if (interrupted && !status) {
        (void)fflush(stdout);
        raise(interrupted); /* the signal's default action, which SA_RESETHAND restored */
    }
    return status;
}
