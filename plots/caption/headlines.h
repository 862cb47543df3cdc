/* The headline numbers of results, for the page, for JSON and for a run's last screen: each made
 * from the points of one study, or extremes of all of them (extremes.c). */
#ifndef PLOTS_HEADLINES_H
#define PLOTS_HEADLINES_H

#include "plots/figure/chart.h"

#include <stdbool.h>
#include <stdio.h>

enum { HEADLINES = 8 };

/* The study whose figure stands for all. */
extern const char signature_study[];

/* Plain text, not escaped. */
struct headline {
    const char *title, *link; /* the part of the page that it leads to */
    bool there;               /* its points are; else it has nothing to say */
    char *number, *meaning;
};

/* Headline number `index`, below HEADLINES, of these charts. 0 or -ENOMEM; headline_free in both
 * cases. */
int headline_tell(const struct chart *charts, int chart_count, int index,
                  struct headline *headline);

void headline_free(struct headline *headline);

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
 * a GPU disagree most; how many points are invalid or marked. Only points in memory that are not
 * drawn hollow are ranked. */
void extremes_write(FILE *out, const struct dataset *set);

#endif
