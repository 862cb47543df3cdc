#include "study/measure/duration.h"

#include "plots/data/median.h"

#include <math.h>
#include <stdlib.h>

enum { OUTLIER = 5 /* times the median ratio */ };

/* What is expected counts as much as so long a measurement: the first point alone says little. */
static const double believed_ns = 0.2e9;

static double expected_of(const struct duration *duration)
{
    return duration->expected_ns[DURATION_KERNELS] + duration->expected_ns[DURATION_HOST];
}

static double took_of(const struct duration *duration)
{
    return duration->took_ns[DURATION_KERNELS] + duration->took_ns[DURATION_HOST];
}

/* The median of measured over expected on a target; 1 where nothing was measured. */
static double centre_of(const struct duration *durations, int count, int target, double *ratios)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        if (durations[i].state == DURATION_MEASURED && durations[i].target == target)
            ratios[found++] = took_of(&durations[i]) / expected_of(&durations[i]);
    return found ? median_of(ratios, found) : 1;
}

static double target_left_ns(const struct duration *durations, int count, int target,
                             double *ratios)
{
    double took_ns = believed_ns, expected_ns = believed_ns, left_ns = 0;
    const double most = OUTLIER * centre_of(durations, count, target, ratios);
    for (int i = 0; i < count; i++) {
        const struct duration *d = &durations[i];
        if (d->target != target)
            continue;
        if (d->state == DURATION_LEFT)
            left_ns += expected_of(d);
        if (d->state != DURATION_MEASURED)
            continue;
        took_ns += fmin(took_of(d), most * expected_of(d));
        expected_ns += expected_of(d);
    }
    return left_ns * took_ns / expected_ns;
}

/* What was measured so far took. */
static double so_far_ns(const struct duration *durations, int count)
{
    double sum_ns = 0;
    for (int i = 0; i < count; i++)
        if (durations[i].state == DURATION_MEASURED)
            sum_ns += took_of(&durations[i]);
    return sum_ns;
}

double duration_left_ns(const struct duration *durations, int count, double renewed_ns)
{
    double left_ns = 0;
    int targets = 0;
    double *ratios = malloc(sizeof *ratios * (size_t)(count + 1));
    for (int i = 0; i < count; i++)
        targets = durations[i].target >= targets ? durations[i].target + 1 : targets;
    for (int target = 0; ratios && target < targets; target++)
        left_ns += target_left_ns(durations, count, target, ratios);
    free(ratios);
    const double past_ns = so_far_ns(durations, count);
    return past_ns > 0 ? left_ns * (1 + renewed_ns / past_ns) : left_ns;
}
