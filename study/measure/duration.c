#include "study/measure/duration.h"

#include "plots/data/median.h"

#include <math.h>
#include <stdlib.h>

enum {
    OUTLIER = 5,  /* times the median ratio */
    LENGTHS = 64, /* doublings from 1 ns on */
};

/* What is expected counts as much as so long a measurement: the first point alone says little. */
static const double believed_ns = 0.1e9;
/* What is twice as long, or half as long, counts so much. */
static const double doubled = 0.135;

/* A part of all points of a target, by how long it is expected to take. */
struct lengths {
    double took_ns[LENGTHS], expected_ns[LENGTHS], left_ns[LENGTHS];
};

static int length_of(double ns)
{
    const int length = ns > 1 ? ilogb(ns) : 0;
    return length < LENGTHS ? length : LENGTHS - 1;
}

/* The median of measured over expected on a target; 1 where nothing was measured. */
static double centre_of(const struct duration *durations, int count, int target,
                        enum duration_part part, double *ratios)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        if (durations[i].state == DURATION_MEASURED && durations[i].target == target)
            ratios[found++] = durations[i].took_ns[part] / durations[i].expected_ns[part];
    return found ? median_of(ratios, found) : 1;
}

static void add_up(const struct duration *durations, int count, int target, enum duration_part part,
                   double most, struct lengths *lengths)
{
    for (int i = 0; i < count; i++) {
        const struct duration *d = &durations[i];
        const int length = length_of(d->expected_ns[part]);
        if (d->target != target)
            continue;
        if (d->state == DURATION_LEFT)
            lengths->left_ns[length] += d->expected_ns[part];
        if (d->state != DURATION_MEASURED)
            continue;
        lengths->took_ns[length] += fmin(d->took_ns[part], most * d->expected_ns[part]);
        lengths->expected_ns[length] += d->expected_ns[part];
    }
}

/* How many times what is expected all of them take, those most of which are near that length. As
 * long as there is little, it is the `scale` of others. */
static double scale_of(const struct lengths *lengths, int length, double near, double scale)
{
    double took_ns = believed_ns * scale, expected_ns = believed_ns;
    for (int i = 0; i < LENGTHS; i++) {
        const double weight = pow(near, abs(i - length));
        took_ns += weight * lengths->took_ns[i];
        expected_ns += weight * lengths->expected_ns[i];
    }
    return took_ns / expected_ns;
}

static double part_left_ns(const struct duration *durations, int count, int target,
                           enum duration_part part, double *ratios)
{
    struct lengths lengths = {.took_ns = {0}};
    double left_ns = 0;
    const double most = OUTLIER * centre_of(durations, count, target, part, ratios);
    add_up(durations, count, target, part, most, &lengths);
    const double all = scale_of(&lengths, 0, 1, 1);
    for (int i = 0; i < LENGTHS; i++)
        left_ns += lengths.left_ns[i] * scale_of(&lengths, i, doubled, all);
    return left_ns;
}

/* What was measured so far took. */
static double so_far_ns(const struct duration *durations, int count)
{
    double sum_ns = 0;
    for (int i = 0; i < count; i++)
        for (int part = 0; part < DURATION_PARTS; part++)
            if (durations[i].state == DURATION_MEASURED)
                sum_ns += durations[i].took_ns[part];
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
        for (enum duration_part part = 0; part < DURATION_PARTS; part++)
            left_ns += part_left_ns(durations, count, target, part, ratios);
    free(ratios);
    const double past_ns = so_far_ns(durations, count);
    return past_ns > 0 ? left_ns * (1 + renewed_ns / past_ns) : left_ns;
}
