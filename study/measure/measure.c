#include "study/measure/measure.h"

#include "cpu/limits.h"
#include "patterns/clock.h"
#include "patterns/random.h"
#include "study/base/median.h"

#include <math.h>
#include <string.h>

enum { RESAMPLES = 1000, SAMPLES_MAX = 1000 };

/* Counts how often each place of `ordered` is drawn: to sort what was drawn took ten times as long,
 * and nine tenths of the time of a report. */
static double resampled_median(const double *ordered, const int *place, int count, uint64_t *state)
{
    int drawn[SAMPLES_MAX] = {0}, low = -1, seen = 0;
    for (int i = 0; i < count; i++)
        drawn[place[random_next(state) % (uint64_t)count]]++;
    while (seen <= (count - 1) / 2)
        seen += drawn[++low];
    int high = low;
    while (seen <= count / 2)
        seen += drawn[++high];
    return (ordered[low] + ordered[high]) / 2;
}

struct summary summarise(const double *samples, int count, uint64_t seed)
{
    double ordered[SAMPLES_MAX], medians[RESAMPLES];
    int place[SAMPLES_MAX] = {0};
    if (count > SAMPLES_MAX)
        count = SAMPLES_MAX;
    memcpy(ordered, samples, sizeof *samples * (size_t)count);
    double median = median_of(ordered, count);
    for (int i = 0; i < count * count; i++)
        place[i / count] += samples[i % count] < samples[i / count];
    for (int i = 0; i < RESAMPLES; i++)
        medians[i] = resampled_median(ordered, place, count, &seed);
    put_in_order(medians, RESAMPLES);
    return (struct summary){.samples = count,
                            .median = median,
                            .minimum = ordered[0],
                            .maximum = ordered[count - 1],
                            .low = medians[RESAMPLES * 25 / 1000],
                            .high = medians[RESAMPLES * 975 / 1000 - 1]};
}

enum {
    LAUNCHES = 5,               /* the launch time is their median */
    LAUNCHES_BEFORE_SLOPE = 12, /* the lower pass count lasts at least this many launches */
    LONG_PASS_LAUNCHES = 1000,  /* a pass this long needs no lower count */
    PASS_SURELY_LONG = 100,     /* times what is enough: longer than any such wait */
    CLOCK_STEPS = 100,          /* a difference of fewer steps is clock noise */
    CLOCK_TRIES = 1000,
    SAMPLES_FLOOR = 3,     /* retained however long they take */
    SLOW_PASS_SAMPLES = 2, /* a pass of that many samples' time is slow: fewer samples are enough */
    RETAKEN_IN_VAIN = 4,   /* repeats without one quiet sample: the load lasts */
};
static const int64_t passes_most = INT64_C(1) << 40;
static const double low_most_ns = 20e6;
static const double disturbed_share = 0.05;
static const double round_most_ns = 0.5e9; /* no cache keeps data over longer rounds */

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

/* State of one measurement. */
struct bench {
    struct target *target;
    kernel_function *kernel;
    struct kernel_args *args;
    bool by_launch;           /* each pass is a separate launch */
    double launch_least_ns;   /* minimum of several: a launch that nothing delays */
    double low_least_ns;      /* the shortest time of the lower pass count so far */
    struct speed_index speed; /* the last reading */
    struct measurement *result;
};

/* A sample before it is accepted. */
struct sample {
    double pass_ns;
    double lost_share; /* share of the time of the passes */
    bool moved;        /* a thread ended on another CPU */
    struct sample_speed speed;
    double load_gbps; /* of the loading workers, during the longer run */
};

/* Runs that many passes; *ns is their time, *loss, if not NULL, the time that their threads
 * lost. */
static int run(const struct bench *bench, int64_t passes, double *ns, struct loss *loss)
{
    struct placement *placement = &bench->result->placement;
    bench->args->passes = bench->by_launch ? passes > 0 : passes;
    bench->args->launches = bench->by_launch ? passes : 1;
    int error = bench->target->ops->run(bench->target, bench->kernel, bench->args, ns, placement);
    if (error)
        return error;
    bench->result->kernel_ns += *ns;
    bench->result->lost_ns += placement->loss.ns;
    bench->result->switches += placement->loss.switches;
    bench->result->migrations += placement->loss.migrations;
    if (loss)
        *loss = placement->loss;
    return 0;
}

static int measure_launch(struct bench *bench)
{
    double launches[LAUNCHES];
    for (int i = 0; i < LAUNCHES; i++) {
        int error = run(bench, 0, &launches[i], NULL);
        if (error)
            return error;
    }
    bench->result->launch_ns = median_of(launches, LAUNCHES);
    bench->launch_least_ns = launches[0];
    return 0;
}

/* The time of that many passes beyond the launch. If that seems enough, it is the shorter of two
 * runs, since the first may have been delayed: on a GPU, the first launch with new numbers may wait
 * while the driver allocates the lanes' stacks; on a CPU, other load may have had a core. */
static int run_beyond(const struct bench *bench, int64_t passes, double enough_ns, double *ns)
{
    double again_ns;
    struct loss loss = {0};
    int error = run(bench, passes, ns, &loss);
    const bool surely = bench->target->ops->side == SIDE_GPU
                            ? *ns - bench->launch_least_ns > PASS_SURELY_LONG * enough_ns
                            : loss.ns <= disturbed_share * *ns;
    *ns -= bench->launch_least_ns;
    if (error || *ns < enough_ns || surely)
        return error;
    error = run(bench, passes, &again_ns, NULL);
    *ns = fmin(*ns, again_ns - bench->launch_least_ns);
    return error;
}

/* Doubles the number of passes until they last `enough_ns` beyond the launch: a first estimate of a
 * pass's time. */
static int estimate_pass(const struct bench *bench, double enough_ns, double *pass_ns)
{
    double ns = 0;
    *pass_ns = fmax(bench->launch_least_ns, clock_step_ns());
    for (int64_t passes = 1; passes < passes_most; passes *= 2) {
        int error = run_beyond(bench, passes, enough_ns, &ns);
        if (error)
            return error;
        *pass_ns = fmax(ns, 1e-3) / (double)passes;
        if (ns >= enough_ns || (passes > (1 << 24) && ns < CLOCK_STEPS))
            break;
    }
    return 0;
}

/* The minimum duration of a first estimate. */
static double enough_of(const struct measure_settings *settings)
{
    return settings->sample_ns / 4;
}

static int64_t at_least_one(double passes)
{
    return passes < 1 ? 1 : passes > (double)passes_most ? passes_most : (int64_t)ceil(passes);
}

/* The two pass counts of a sample. */
struct counts {
    int64_t low, high;
};

static struct counts count_passes(double pass_ns, double launch_ns, double sample_ns)
{
    const bool long_pass = pass_ns >= LONG_PASS_LAUNCHES * launch_ns;
    const double wanted_ns = fmin(LAUNCHES_BEFORE_SLOPE * launch_ns, low_most_ns);
    const int64_t low = long_pass ? 0 : at_least_one(wanted_ns / pass_ns);
    const double low_ns = fmin((double)low * pass_ns, low_most_ns);
    return (struct counts){low, low + at_least_one(fmax(sample_ns, low_ns) / pass_ns)};
}

static void choose_passes(struct bench *bench, double pass_ns, double sample_ns)
{
    const struct counts counts = count_passes(pass_ns, bench->launch_least_ns, sample_ns);
    bench->result->low_passes = counts.low;
    bench->result->high_passes = counts.high;
    bench->low_least_ns = bench->launch_least_ns + (double)counts.low * pass_ns;
}

/* The time to visit all data once; 0 if that is not done. */
static double round_ns(int64_t passes, double pass_ns)
{
    const double ns = (double)passes * pass_ns;
    return passes <= 1 || ns > round_most_ns ? 0 : ns;
}

static int go_round(const struct bench *bench, int64_t passes, double pass_ns)
{
    double ns;
    return round_ns(passes, pass_ns) > 0 ? run(bench, passes, &ns, NULL) : 0;
}

static double stolen_ns(const struct bench *bench)
{
    struct target *target = bench->target;
    return target->ops->stolen_ns ? target->ops->stolen_ns(target) : 0;
}

/* Reads the target's speed. Returns the mean of this reading and the last one. */
static struct sample_speed next_speed(struct bench *bench)
{
    struct target *target = bench->target;
    const struct speed_index last = bench->speed;
    bench->speed = target->ops->speed ? target->ops->speed(target, bench->args->launch.threads)
                                      : (struct speed_index){NAN, NAN};
    return (struct sample_speed){(last.core_ns + bench->speed.core_ns) / 2,
                                 (last.memory_ns + bench->speed.memory_ns) / 2};
}

static bool is_disturbed(const struct sample *sample)
{
    return sample->moved || sample->lost_share > disturbed_share;
}

/* A load that delays the lower count makes the difference too small, and the pass would be faster
 * than its memory can be. So a disturbed sample is the difference from the shortest lower count: it
 * is too long, if anything. */
static int take_once(struct bench *bench, struct sample *sample)
{
    double low_ns, high_ns;
    struct loss low, high;
    struct measurement *result = bench->result;
    const double stolen_before_ns = stolen_ns(bench);
    int error = run(bench, result->low_passes, &low_ns, &low);
    if (!error)
        error = run(bench, result->high_passes, &high_ns, &high);
    if (error)
        return error;
    const double stolen = stolen_ns(bench) - stolen_before_ns;
    result->lost_ns += stolen;
    *sample = (struct sample){.lost_share = (low.ns + high.ns + stolen) / fmax(high_ns - low_ns, 1),
                              .moved = low.migrations + high.migrations > 0,
                              .speed = next_speed(bench)};
    bench->low_least_ns = fmin(bench->low_least_ns, low_ns);
    sample->load_gbps = (double)result->placement.loaded_bytes / high_ns;
    sample->pass_ns = (high_ns - (is_disturbed(sample) ? bench->low_least_ns : low_ns)) /
                      (double)(result->high_passes - result->low_passes);
    return 0;
}

/* If more passes take no more time, they say nothing about a pass: the machine was disturbed during
 * the lower count. */
static bool is_better(const struct sample *a, const struct sample *b)
{
    if ((a->pass_ns > 0) != (b->pass_ns > 0))
        return a->pass_ns > 0;
    return a->moved != b->moved ? b->moved : a->lost_share < b->lost_share;
}

/* Whether a sample may be taken again: not after the first ones have shown that the load lasts.
 * Repeating all would double the time of a run on a busy machine, and change nothing. */
static bool may_retake(const struct measurement *result, int most)
{
    const bool quiet = result->count > result->disturbed;
    return result->retaken < most && (quiet || result->retaken < RETAKEN_IN_VAIN);
}

/* Takes a sample, and again if it was disturbed or took no time, while retries are left. */
static int take_sample(struct bench *bench, int retaken_most, struct sample *sample)
{
    struct sample again;
    struct measurement *result = bench->result;
    int error = take_once(bench, sample);
    while (!error && (is_disturbed(sample) || sample->pass_ns <= 0) &&
           may_retake(result, retaken_most)) {
        result->retaken++;
        error = take_once(bench, &again);
        if (!error && is_better(&again, sample))
            *sample = again;
    }
    return error;
}

/* Keeps a sample, unless it took no time because it was disturbed. */
static void keep_sample(struct measurement *result, const struct sample *sample)
{
    const bool disturbed = is_disturbed(sample);
    if (disturbed && sample->pass_ns <= 0)
        return;
    result->is_disturbed[result->count] = disturbed;
    result->lost_share[result->count] = fmin(sample->lost_share, 1); /* of none: all */
    result->speed[result->count] = sample->speed;
    result->load_gbps += (sample->load_gbps - result->load_gbps) / (result->count + 1);
    result->samples[result->count++] = sample->pass_ns;
    result->disturbed += disturbed;
}

static bool is_stopped(const struct measure_settings *settings)
{
    return settings->stop && *settings->stop;
}

/* How many samples are dropped, and how many count. */
struct sample_counts {
    int warmup, kept;
};

static struct sample_counts count_samples(const struct measure_settings *settings, double pass_ns)
{
    if (pass_ns > SLOW_PASS_SAMPLES * settings->sample_ns)
        return (struct sample_counts){settings->warmup_slow, settings->samples_least};
    return (struct sample_counts){settings->warmup, settings->samples};
}

static int take_samples(struct bench *bench, const struct measure_settings *settings,
                        double pass_ns)
{
    struct sample sample;
    struct measurement *result = bench->result;
    const struct sample_counts counts = count_samples(settings, pass_ns);
    int error = 0;
    (void)next_speed(bench);
    for (int i = 0; i < counts.warmup && !error && !is_stopped(settings); i++)
        error = take_once(bench, &sample);
    for (int i = 0; i < counts.kept && !error && !is_stopped(settings); i++) {
        const bool late = settings->most_ns > 0 && result->kernel_ns > settings->most_ns;
        if (late && i >= SAMPLES_FLOOR)
            break;
        error = take_sample(bench, late ? 0 : counts.kept, &sample);
        if (!error)
            keep_sample(result, &sample);
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
        return samples_vary;
    return NULL;
}

static bool is_quota(double throttled_ns, double lost_ns)
{
    return throttled_ns > 0 && throttled_ns >= lost_ns / 2;
}

const char *measure_cause(double throttled_ns, double lost_ns)
{
    return is_quota(throttled_ns, lost_ns) ? "the CPU quota of a control group (cpu.stat)"
                                           : "other load on the machine";
}

/* Of a target on the host's CPUs; 0 for others, which no quota stops. */
static double throttled_ns(const struct target *target)
{
    return target->ops->side == SIDE_CPU ? limits_throttled_ns("") : 0;
}

static int take_all(struct bench *bench, const struct measure_settings *settings)
{
    double pass_ns = 0;
    const double before_ns = throttled_ns(bench->target);
    int error = measure_launch(bench);
    if (!error)
        error = estimate_pass(bench, enough_of(settings), &pass_ns);
    choose_passes(bench, pass_ns, settings->sample_ns);
    if (!error)
        error = go_round(bench, bench->args->round_passes, pass_ns);
    if (!error)
        error = take_samples(bench, settings, pass_ns);
    bench->result->throttled_ns = throttled_ns(bench->target) - before_ns;
    return error;
}

/* Why there is no sample at all. */
static const char *why_none(const struct measurement *result,
                            const struct measure_settings *settings)
{
    if (is_stopped(settings))
        return "interrupted before its first sample";
    return is_quota(result->throttled_ns, result->lost_ns)
               ? "the CPU quota of a control group disturbed all its samples"
               : "other load on the machine disturbed all its samples";
}

int measure(struct target *target, kernel_function *kernel, const struct kernel_args *args,
            const struct measure_settings *settings, struct measurement *result)
{
    struct kernel_args own = *args; /* the caller may measure again */
    struct bench bench = {.target = target,
                          .kernel = kernel,
                          .args = &own,
                          .by_launch = args->launches > 0,
                          .result = result};
    *result = (struct measurement){.invalid = NULL};
    own.only_checked = false;
    const int error = take_all(&bench, settings);
    if (error)
        return error;
    if (result->count == 0) {
        result->invalid = why_none(result, settings);
        return 0;
    }
    result->pass_ns = summarise(result->samples, result->count, settings->seed);
    result->invalid = why_invalid(result);
    return 0;
}

/* The time of estimate_pass if nothing delays it. */
static double estimate_ns(double pass_ns, double launch_ns, enum side side, double enough_ns)
{
    double all_ns = 0, last_ns = pass_ns;
    while (last_ns < enough_ns) {
        all_ns += last_ns + launch_ns;
        last_ns *= 2;
    }
    const bool twice = side == SIDE_GPU && last_ns <= PASS_SURELY_LONG * enough_ns;
    return all_ns + (twice ? 2 : 1) * (last_ns + launch_ns);
}

int measure_until_valid(struct target *target, kernel_function *kernel,
                        const struct kernel_args *args, const struct measure_settings *settings,
                        struct measurement *result)
{
    enum { TRIES = 3 };
    int error = 0;
    double spent_ns = 0;
    result->invalid = "not yet measured";
    for (int i = 0; i < TRIES && result->invalid && !error && spent_ns <= settings->most_ns; i++) {
        error = measure(target, kernel, args, settings, result);
        spent_ns += result->kernel_ns;
    }
    return error;
}

double measure_expected_ns(double pass_ns, double launch_ns, int64_t round_passes, enum side side,
                           const struct measure_settings *settings)
{
    const struct counts counts = count_passes(pass_ns, launch_ns, settings->sample_ns);
    const struct sample_counts samples = count_samples(settings, pass_ns);
    const double sample_ns = (double)(counts.low + counts.high) * pass_ns + 2 * launch_ns;
    const double most_ns = settings->most_ns > 0 ? settings->most_ns : INFINITY;
    const double least_ns = (samples.warmup + SAMPLES_FLOOR) * sample_ns;
    const double going_ns = round_ns(round_passes, pass_ns);
    return LAUNCHES * launch_ns + estimate_ns(pass_ns, launch_ns, side, enough_of(settings)) +
           (going_ns > 0 ? going_ns + launch_ns : 0) +
           fmin((samples.warmup + samples.kept) * sample_ns, fmax(most_ns, least_ns));
}

struct sample_speed measure_speed(const struct measurement *measured)
{
    return speed_usual(measured->speed, measured->count);
}

bool measure_disturbed(const struct measurement *measured)
{
    return 2 * measured->disturbed > measured->count;
}

bool measure_by_quota(const struct measurement *measured)
{
    return measure_disturbed(measured) && is_quota(measured->throttled_ns, measured->lost_ns);
}
