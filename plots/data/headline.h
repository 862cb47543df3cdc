/* What results come to, on one screen of text. Knows result files alone. */
#ifndef PLOTS_HEADLINE_H
#define PLOTS_HEADLINE_H

#include "plots/data/dataset.h"

#include <stdio.h>

/* Of one target, the points in memory that keep most and least of its copy, of those that are not
 * drawn hollow; NULL where there is none. */
struct extremes {
    const struct row *most, *least;
};
struct extremes headline_extremes(const struct dataset *set, const char *target);

/* The same point on a CPU and on a GPU; NULL where no point was measured on both. */
struct disagreement {
    const struct row *cpu, *gpu;
    double factor; /* between their fractions of their copies, as a logarithm */
};

/* Of all of them the one whose fractions are farthest apart. */
struct disagreement headline_disagreement(const struct dataset *set);

/* Points without a valid time, and those with one that are drawn hollow. */
struct quality {
    int invalid, marked;
};
struct quality headline_quality(const struct dataset *set);

/* Writes, for each target, its own copy and which points keep most and least of it; where a CPU and
 * a GPU disagree most; how many points are invalid or marked. Ranked are points in memory that are
 * not drawn hollow. */
void headline_write(FILE *out, const struct dataset *set);

#endif
