/* `warpline time PATTERN`: the statistics of one point, on all targets side by side. */
#include "study/commands/commands.h"
#include "study/commands/parameters.h"
#include "study/message.h"
#include "study/plan/targets.h"
#include "study/time/timings.h"

#include <stdlib.h>
#include <string.h>

/* The signal that came; 0: none has. */
static volatile sig_atomic_t interrupted;

static void note_signal(int number)
{
    interrupted = number;
}

/* The first one lets what is in hand come to its end, so that what there is can be printed; a
 * second one ends the program at once. */
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

/* Which parameters --set names; they have been checked. */
static unsigned set_by(const struct pattern *pattern, const struct options *options)
{
    unsigned is_set = 0;
    for (int i = 0; i < pattern_parameter_count(pattern); i++) {
        const size_t length = strlen(pattern->parameters[i].name);
        for (int s = 0; s < options->setting_count; s++)
            if (strncmp(options->settings[s], pattern->parameters[i].name, length) == 0 &&
                options->settings[s][length] == '=')
                is_set |= 1U << i;
    }
    return is_set;
}

static int read_timed(const struct options *options, struct timed *timed)
{
    const struct pattern *pattern = pattern_named(options->names[0]);
    if (!pattern)
        return EXIT_USAGE;
    *timed = (struct timed){.pattern = pattern,
                            .values = shape_standard(pattern, 1, 1),
                            .is_set = set_by(pattern, options),
                            .options = options,
                            .stop = &interrupted};
    const int bytes = (int)options->element_bytes;
    if (bytes && !(pattern->sizes & bytes))
        return complain(EXIT_USAGE, "option --element: %s has no elements of %d bytes",
                        pattern->name, bytes);
    return set_parameters(&timed->values, pattern, options);
}

/* All are planned before the first is measured: what cannot be is said at once. */
static int plan_all(const struct timed *timed, struct target_list *targets, struct timing *timings)
{
    int status = 0, there = 0;
    for (int i = 0; i < targets->count && !status; i++) {
        status = timing_plan(timed, &targets->targets[i], &timings[i]);
        there += !timings[i].absent;
    }
    return status || there > 0 ? status
                               : complain(EXIT_USAGE, "pattern %s: %s; --on names another target",
                                          timed->pattern->name, timings[0].absent);
}

static int tell(const struct timed *timed, const struct timing *timings, int count)
{
    if (timed->options->json)
        return timings_document(timed, timings, count);
    timings_print(timed, timings, count);
    return EXIT_DONE;
}

static int time_on(const struct timed *timed, struct target_list *targets)
{
    struct timing *timings = calloc((size_t)targets->count, sizeof *timings);
    if (!timings)
        return complain(EXIT_WRONG, "no memory for the samples");
    int status = plan_all(timed, targets, timings);
    watch_signals();
    for (int i = 0; i < targets->count && !status; i++)
        if (!timings[i].absent)
            status = timing_measure(timed, &timings[i]);
    if (!status)
        status = tell(timed, timings, targets->count);
    free(timings);
    return status;
}

int time_command(const struct options *options)
{
    struct timed timed;
    struct target_list targets;
    int status = read_timed(options, &timed);
    if (!status)
        status = targets_open(&targets, options->on, options->cores);
    if (status)
        return status;
    status = targets_measurable(&targets);
    if (!status)
        status = time_on(&timed, &targets);
    targets_close(&targets);
    if (interrupted && !status) {
        (void)fflush(stdout);
        raise(interrupted); /* with its usual effect, which the flag has brought back */
    }
    return status;
}
