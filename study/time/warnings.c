#include "study/model/demand.h"
#include "study/time/timing.h"

#include <math.h>
#include <stdio.h>

/* Each writes its sentence into WARNING_TEXT_MAX characters, or leaves the text empty. */
typedef void warning(const struct timed *timed, const struct timing *timing, char *text);

static void warn_invalid(const struct timed *timed, const struct timing *timing, char *text)
{
    (void)timed;
    if (timing->done.measured.invalid)
        snprintf(text, WARNING_TEXT_MAX, "no valid time: %s", timing->done.measured.invalid);
}

static void warn_fewer(const struct timed *timed, const struct timing *timing, char *text)
{
    const int count = timing->done.measured.count, wanted = timed->samples;
    const bool late = !timed->options->samples && timing->done.measured.kernel_ns > timing_most_ns;
    if (count < wanted)
        snprintf(text, WARNING_TEXT_MAX, "%d of %d samples: %s", count, wanted,
                 *timed->stop ? "interrupted"
                 : late       ? "more would take over 10 s; --samples takes them"
                              : "the others took no time, since they were disturbed");
}

static void warn_disturbed(const struct timed *timed, const struct timing *timing, char *text)
{
    const struct measurement *m = &timing->done.measured;
    (void)timed;
    if (m->disturbed > 0)
        snprintf(text, WARNING_TEXT_MAX,
                 "%s disturbed %d of %d samples, even after %d were repeated: it took %.1f %% of "
                 "the time",
                 measure_cause(m->throttled_ns, m->lost_ns), m->disturbed, m->count, m->retaken,
                 100 * fmin(m->lost_ns, m->kernel_ns) / m->kernel_ns);
}

static void warn_conditions(const struct timed *timed, const struct timing *timing, char *text)
{
    (void)timed;
    if (timing->done.measured.conditions)
        snprintf(text, WARNING_TEXT_MAX, "the target was not itself: %s", timing->watch.text);
}

static void warn_wide(const struct timed *timed, const struct timing *timing, char *text)
{
    const double wide = 0.05;
    const struct summary *s = &timing->done.measured.pass_ns;
    (void)timed;
    if (!timing->done.measured.invalid && s->high - s->low > wide * s->median)
        snprintf(text, WARNING_TEXT_MAX,
                 "the median's interval is %.0f %% wide: take more samples, on a quiet machine",
                 100 * (s->high - s->low) / s->median);
}

static void warn_copy(const struct timed *timed, const struct timing *timing, char *text)
{
    (void)timed;
    if (timing->copy && timing->copied.measured.invalid)
        snprintf(text, WARNING_TEXT_MAX, "its copy has no valid time: %s",
                 timing->copied.measured.invalid);
    else if (timing->point->level_differs)
        snprintf(text, WARNING_TEXT_MAX,
                 "its arrays are in another level (%s) than the copy's (%s): the fraction compares "
                 "both",
                 timing->point->level, timing->copy->level);
}

static void warn_unpredicted(const struct timed *timed, const struct timing *timing, char *text)
{
    if (timing->done.result.bound || !timing->point->kernel || *timed->stop)
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
