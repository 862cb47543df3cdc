#include "study/measure.h"

#include <math.h>
#include <stdbool.h>
#include <time.h>

enum {
    LAUNCHES = 5,               /* of which the median is the launch's time */
    LAUNCHES_BEFORE_SLOPE = 12, /* launches that the lower pass count lasts at least */
    LONG_PASS_LAUNCHES = 1000,  /* a pass this long needs no lower count */
    PASS_SURELY_LONG = 100,     /* times what is enough: longer than any such wait */
    CLOCK_STEPS = 100,          /* a difference shorter than this many steps is the clock's */
    CLOCK_TRIES = 1000,
    RETAKEN_MOST = 2,      /* samples of a point: more are no accident */
    SLOW_PASS_SAMPLES = 2, /* a pass of that many samples' time is slow: fewer of them will do */
};
static const int64_t passes_most = INT64_C(1) << 40;

double clock_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

double clock_step_ns(void)
{
    double least = INFINITY;
    for (int i = 0; i < CLOCK_TRIES; i++) {
        double start = clock_now_ns(), step;
        while ((step = clock_now_ns() - start) <= 0)
            ;
        least = fmin(least, step);
    }
    return least;
}

/* One measuring in progress. */
struct bench {
    struct target *target;
    kernel_function *kernel;
    struct kernel_args *args;
    bool by_launch; /* each pass is a launch of its own */
    struct measurement *result;
};

/* Runs that many passes; *ns is what it took. */
static int run(const struct bench *bench, int64_t passes, double *ns)
{
    bench->args->passes = bench->by_launch ? passes > 0 : passes;
    bench->args->launches = bench->by_launch ? passes : 1;
    int error = bench->target->ops->run(bench->target, bench->kernel, bench->args, ns,
                                        &bench->result->placement);
    bench->result->kernel_ns += error ? 0 : *ns;
    return error;
}

static int measure_launch(const struct bench *bench)
{
    double launches[LAUNCHES];
    for (int i = 0; i < LAUNCHES; i++) {
        int error = run(bench, 0, &launches[i]);
        if (error)
            return error;
    }
    bench->result->launch_ns = median_in_place(launches, LAUNCHES);
    return 0;
}

/* What that many passes take beyond the launch. Where that seems enough it is, on a GPU, the
 * shorter of two runs: the first with new launch numbers may wait while the driver makes room for
 * the lanes' stacks. */
static int run_beyond(const struct bench *bench, int64_t passes, double enough_ns, double *ns)
{
    double again_ns;
    int error = run(bench, passes, ns);
    *ns -= bench->result->launch_ns;
    const bool surely = *ns > PASS_SURELY_LONG * enough_ns || bench->target->facts.host_memory;
    if (error || *ns < enough_ns || surely)
        return error;
    error = run(bench, passes, &again_ns);
    *ns = fmin(*ns, again_ns - bench->result->launch_ns);
    return error;
}

/* Makes twice as many passes until they last `enough_ns` beyond the launch: a first estimate of a
 * pass's time. Launches that are passes have been timed already. */
static int estimate_pass(const struct bench *bench, double enough_ns, double *pass_ns)
{
    double ns = 0;
    *pass_ns = fmax(bench->result->launch_ns, clock_step_ns());
    for (int64_t passes = 1; !bench->by_launch && passes < passes_most; passes *= 2) {
        int error = run_beyond(bench, passes, enough_ns, &ns);
        if (error)
            return error;
        *pass_ns = fmax(ns, 1e-3) / (double)passes;
        if (ns >= enough_ns || (passes > (1 << 24) && ns < CLOCK_STEPS))
            break;
    }
    return 0;
}

static int64_t at_least_one(double passes)
{
    return passes < 1 ? 1 : passes > (double)passes_most ? passes_most : (int64_t)ceil(passes);
}

static void choose_passes(struct measurement *result, double pass_ns, double sample_ns)
{
    double launch_ns = result->launch_ns;
    bool long_pass = pass_ns >= LONG_PASS_LAUNCHES * launch_ns;
    result->low_passes = long_pass ? 0 : at_least_one(LAUNCHES_BEFORE_SLOPE * launch_ns / pass_ns);
    double low_ns = (double)result->low_passes * pass_ns;
    result->high_passes = result->low_passes + at_least_one(fmax(sample_ns, low_ns) / pass_ns);
}

static int take_once(const struct bench *bench, double *pass_ns)
{
    double low_ns, high_ns;
    const struct measurement *result = bench->result;
    int error = run(bench, result->low_passes, &low_ns);
    if (!error)
        error = run(bench, result->high_passes, &high_ns);
    if (!error)
        *pass_ns = (high_ns - low_ns) / (double)(result->high_passes - result->low_passes);
    return error;
}

/* More passes in no more time: the machine was away for longer than a sample while it made the
 * fewer ones. That says nothing of the pass, so they are made again. */
static int take_sample(const struct bench *bench, double *pass_ns)
{
    int error = take_once(bench, pass_ns);
    while (!error && *pass_ns <= 0 && bench->result->retaken < RETAKEN_MOST) {
        bench->result->retaken++;
        error = take_once(bench, pass_ns);
    }
    return error;
}

static const char *why_invalid(const struct measurement *result)
{
    double passes = (double)(result->high_passes - result->low_passes);
    if (result->pass_ns.minimum <= 0)
        return "a sample took no time: too close to the launch";
    if (result->pass_ns.median * passes < CLOCK_STEPS * clock_step_ns())
        return "too close to the clock's step";
    if (result->pass_ns.high - result->pass_ns.low > result->pass_ns.median)
        return "the interval is wider than the median";
    return NULL;
}

int measure(struct target *target, kernel_function *kernel, struct kernel_args *args,
            const struct measure_settings *settings, struct measurement *result)
{
    const struct bench bench = {target, kernel, args, args->launches > 0, result};
    double pass_ns = 0;
    *result = (struct measurement){.invalid = NULL};
    args->only_checked = false;
    int error = measure_launch(&bench);
    if (!error)
        error = estimate_pass(&bench, settings->sample_ns / 4, &pass_ns);
    choose_passes(result, pass_ns, settings->sample_ns);
    bool slow = pass_ns > SLOW_PASS_SAMPLES * settings->sample_ns;
    result->count = slow ? settings->samples_least : settings->samples;
    const int warmup = slow ? settings->warmup_slow : settings->warmup;
    for (int i = 0; i < warmup && !error; i++)
        error = take_sample(&bench, &result->samples[0]);
    for (int i = 0; i < result->count && !error; i++)
        error = take_sample(&bench, &result->samples[i]);
    if (error)
        return error;
    result->pass_ns = summarise(result->samples, result->count, settings->seed);
    result->invalid = why_invalid(result);
    return 0;
}
