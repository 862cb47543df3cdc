#include "study/measure/duration.h"

#include "plots/data/median.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum {
    STUDY_PRIOR = 3, /* points of a study that its target's scale weighs as much as */
    OUTLIER = 10,    /* times the median ratio */
};

/* The points that a scale is taken from: of a target, and of one study or (-1) all. */
struct like {
    int target, study;
    enum duration_part part;
};

static bool is_like(const struct duration *duration, const struct like *like)
{
    return duration->target == like->target && (like->study < 0 || duration->study == like->study);
}

/* Measured over expected, by the points' sums: long ones are what the time left is made of. Ratios
 * are held within OUTLIER times `centre`, and `prior` weighs as much as `weight` points. */
static double scale_of(const struct duration *durations, int count, const struct like *like,
                       double centre, double prior, double weight)
{
    double took = 0, expected = 0;
    int points = 0;
    for (int i = 0; i < count; i++) {
        if (durations[i].state != DURATION_MEASURED || !is_like(&durations[i], like))
            continue;
        const double expected_ns = durations[i].expected_ns[like->part];
        const double ratio = durations[i].took_ns[like->part] / expected_ns;
        took += expected_ns * fmin(fmax(ratio, centre / OUTLIER), centre * OUTLIER);
        expected += expected_ns;
        points++;
    }
    if (points == 0)
        return prior;
    const double more = weight * expected / points;
    return (took + prior * more) / (expected + more);
}

/* The median of measured over expected; 1 where nothing was measured. */
static double centre_of(const struct duration *durations, int count, const struct like *like,
                        double *ratios)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        if (durations[i].state == DURATION_MEASURED && is_like(&durations[i], like))
            ratios[found++] =
                durations[i].took_ns[like->part] / durations[i].expected_ns[like->part];
    return found ? median_of(ratios, found) : 1;
}

/* One study on one target: what is expected of its points that are left, scaled. */
static double study_left_ns(const struct duration *durations, int count, const struct like *like,
                            double centre, double target_scale)
{
    double expected = 0;
    for (int i = 0; i < count; i++)
        if (durations[i].state == DURATION_LEFT && is_like(&durations[i], like))
            expected += durations[i].expected_ns[like->part];
    return expected == 0
               ? 0
               : expected * scale_of(durations, count, like, centre, target_scale, STUDY_PRIOR);
}

static double part_left_ns(const struct duration *durations, int count, int target, int studies,
                           enum duration_part part, double *ratios)
{
    struct like like = {.target = target, .study = -1, .part = part};
    double left = 0;
    const double centre = centre_of(durations, count, &like, ratios);
    const double scale = scale_of(durations, count, &like, centre, centre, 1);
    for (like.study = 0; like.study < studies; like.study++)
        left += study_left_ns(durations, count, &like, centre, scale);
    return left;
}

double duration_left_ns(const struct duration *durations, int count)
{
    double left = 0, *ratios = malloc(sizeof *ratios * (size_t)(count + 1));
    int targets = 0, studies = 0;
    for (int i = 0; i < count; i++) {
        targets = durations[i].target >= targets ? durations[i].target + 1 : targets;
        studies = durations[i].study >= studies ? durations[i].study + 1 : studies;
    }
    for (int t = 0; ratios && t < targets; t++)
        for (enum duration_part part = 0; part < DURATION_PARTS; part++)
            left += part_left_ns(durations, count, t, studies, part, ratios);
    free(ratios);
    return left;
}
