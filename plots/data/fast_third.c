#include "plots/data/fast_third.h"

#include "study/base/message.h"

#include <math.h>
#include <stdlib.h>

/* In one state of a virtual machine the medians over 11 points of a run differed by less than 2 %
 * (core) and 10 % (memory) from run to run, in two states by 25 % and more. */
static const double core_tolerance = 0.05, memory_tolerance = 0.10;

/* If other load took more of a sample's time, the rest is too uncertain. */
static const double lost_most = 0.9;

struct timed {
    double log_ns;
    struct sample_speed speed;
};

static int by_time(const void *left, const void *right)
{
    const struct timed *a = left, *b = right;
    return (a->log_ns > b->log_ns) - (a->log_ns < b->log_ns);
}

/* Of the first `count` samples: mean, and squared deviations from it. */
static void mean_of(const struct timed *samples, int count, double *mean, double *squares)
{
    *mean = *squares = 0;
    for (int i = 0; i < count; i++)
        *mean += samples[i].log_ns / count;
    for (int i = 0; i < count; i++)
        *squares += (samples[i].log_ns - *mean) * (samples[i].log_ns - *mean);
}

/* Where a few samples are much faster than the others, chance decides how many of them the third
 * has, and its own samples do not show that. So its mean is as uncertain as that of all samples, at
 * least. */
static struct fast_third summarise(const struct timed *samples, int count)
{
    const int kept = (count + 2) / 3;
    const double part = (double)kept / count, edge = samples[kept - 1].log_ns;
    struct fast_third third = {.samples = count};
    double mean, all, squares;
    mean_of(samples, count, &mean, &all);
    mean_of(samples, kept, &third.log_ns, &squares);
    for (int i = 0; i < kept; i++) {
        third.log_speed.core_ns += log(samples[i].speed.core_ns) / kept;
        third.log_speed.memory_ns += log(samples[i].speed.memory_ns) / kept;
    }
    third.variance = fmax(all / (count - 1),
                          squares / fmax(1, kept - 1) / part +
                              (1 - part) / part * (edge - third.log_ns) * (edge - third.log_ns)) /
                     count;
    return third;
}

bool fast_third_of(const double *times_ns, const struct sample_speed *speeds,
                   const double *lost_shares, int count, struct fast_third *third)
{
    static const struct sample_speed unknown = {NAN, NAN};
    bool good = true;
    int kept = 0;
    struct timed *samples = needed(calloc((size_t)count + 1, sizeof *samples));
    for (int i = 0; i < count && good; i++) {
        const double lost = lost_shares ? fmax(0, lost_shares[i]) : 0; /* NaN becomes 0 */
        good = times_ns[i] > 0;
        if (lost < lost_most)
            samples[kept++] =
                (struct timed){log(times_ns[i] * (1 - lost)), speeds ? speeds[i] : unknown};
    }
    good = good && kept >= 2;
    if (good) {
        qsort(samples, (size_t)kept, sizeof *samples, by_time);
        *third = summarise(samples, kept);
    }
    free(samples);
    return good;
}

bool same_speed(struct sample_speed log_a, struct sample_speed log_b)
{
    return !(fabs(log_a.core_ns - log_b.core_ns) > core_tolerance) &&
           !(fabs(log_a.memory_ns - log_b.memory_ns) > memory_tolerance);
}
