#include "study/measure/duration.h"

#include "plots/data/median.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { OUTLIER = 5 /* times the median ratio */ };

/* How little a measured point says of another one: each falls by a factor e for so much. */
static const double other_pattern = 1, other_study = 0.3, doubled_bytes = 0.3, doubled_length = 1;
/* Other load comes and goes: what was so many points ago falls by e, too, but still counts. */
static const double forgotten = 30, remembered = 0.1;
/* The target's median weighs as much as a point so unlike. */
static const double prior_weight = 0.02;

/* The points that a scale is taken from, as they stand now. */
struct past {
    const struct duration *durations;
    int count;
    int measured;   /* how many of them have been */
    double *ratios; /* room for all */
};

static double ratio_of(const struct duration *duration, enum duration_part part)
{
    return duration->took_ns[part] / duration->expected_ns[part];
}

/* The median of measured over expected on a target; 1 where nothing was measured. */
static double centre_of(const struct past *past, int target, enum duration_part part)
{
    int found = 0;
    for (int i = 0; i < past->count; i++)
        if (past->durations[i].state == DURATION_MEASURED && past->durations[i].target == target)
            past->ratios[found++] = ratio_of(&past->durations[i], part);
    return found ? median_of(past->ratios, found) : 1;
}

static double weight_of(const struct past *past, const struct duration *measured,
                        const struct duration *left, enum duration_part part)
{
    const double age = (past->measured - measured->order) / forgotten;
    const double apart =
        (measured->pattern != left->pattern ? other_pattern : 0) +
        (measured->study != left->study ? other_study : 0) +
        doubled_bytes * fabs(log2((measured->bytes + 1) / (left->bytes + 1))) +
        doubled_length * fabs(log2(measured->expected_ns[part] / left->expected_ns[part]));
    return exp(-apart) * (remembered + (1 - remembered) * exp(-age));
}

/* Measured over expected, of points like this one. */
static double scale_for(const struct past *past, const struct duration *left,
                        enum duration_part part, double centre)
{
    double sum = prior_weight * centre, weights = prior_weight;
    for (int i = 0; i < past->count; i++) {
        const struct duration *measured = &past->durations[i];
        if (measured->state != DURATION_MEASURED || measured->target != left->target)
            continue;
        const double weight = weight_of(past, measured, left, part);
        const double ratio = ratio_of(measured, part);
        sum += weight * fmin(fmax(ratio, centre / OUTLIER), centre * OUTLIER);
        weights += weight;
    }
    return sum / weights;
}

static double target_left_ns(const struct past *past, int target, enum duration_part part)
{
    double left_ns = 0;
    const double centre = centre_of(past, target, part);
    for (int i = 0; i < past->count; i++) {
        const struct duration *d = &past->durations[i];
        if (d->state == DURATION_LEFT && d->target == target)
            left_ns += d->expected_ns[part] * scale_for(past, d, part, centre);
    }
    return left_ns;
}

/* What was measured so far took. */
static double took_ns(const struct past *past)
{
    double sum_ns = 0;
    for (int i = 0; i < past->count; i++)
        for (int part = 0; part < DURATION_PARTS; part++)
            if (past->durations[i].state == DURATION_MEASURED)
                sum_ns += past->durations[i].took_ns[part];
    return sum_ns;
}

double duration_left_ns(const struct duration *durations, int count, double renewed_ns)
{
    struct past past = {.durations = durations, .count = count};
    double left_ns = 0;
    int targets = 0;
    past.ratios = malloc(sizeof *past.ratios * (size_t)(count + 1));
    for (int i = 0; i < count; i++) {
        targets = durations[i].target >= targets ? durations[i].target + 1 : targets;
        past.measured += durations[i].state == DURATION_MEASURED;
    }
    for (int t = 0; past.ratios && t < targets; t++)
        for (enum duration_part part = 0; part < DURATION_PARTS; part++)
            left_ns += target_left_ns(&past, t, part);
    free(past.ratios);
    const double so_far_ns = took_ns(&past);
    return so_far_ns > 0 ? left_ns * (1 + renewed_ns / so_far_ns) : left_ns;
}
