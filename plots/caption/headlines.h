/* The headline numbers of results, for the page, for JSON and for the last screen of a run. Each
 * comes from the points of one study, or is an extreme of all of them (extremes.c). */
#ifndef PLOTS_HEADLINES_H
#define PLOTS_HEADLINES_H

#include "plots/figure/chart.h"

#include <stdbool.h>
#include <stdio.h>

enum { HEADLINES = 9 };

/* The study whose figure represents the whole run. */
extern const char signature_study[];

/* Plain text, not escaped. */
struct headline {
    const char *title, *link; /* `link`: the part of the page that the headline leads to */
    bool there;               /* whether its points exist; without them the headline is empty */
    char *number, *meaning;
};

/* Headline `index`, below HEADLINES, of these charts; headline_free frees it. */
struct headline headline_tell(const struct chart *charts, int chart_count, int index);

void headline_free(struct headline *headline);

/* The points in memory of one target that reach most and least of its copy's speed. Hollow points
 * are ignored; NULL if there is none. */
struct extremes {
    const struct row *most, *least;
};
struct extremes headline_extremes(const struct dataset *set, const char *target);

/* The same point on a CPU and on a GPU; NULL if no point was measured on both. */
struct disagreement {
    const struct row *cpu, *gpu;
    double factor; /* ratio of their fractions of a copy, as a logarithm */
};

/* The point whose fractions on a CPU and on a GPU differ most. */
struct disagreement headline_disagreement(const struct dataset *set);

/* Counts of points without a valid time, and of valid points that are drawn hollow. */
struct quality {
    int invalid, marked;
};
struct quality headline_quality(const struct dataset *set);

/* Writes for each target its copy's speed and the points that reach most and least of it; the point
 * at which a CPU and a GPU disagree most; and how many points are invalid or marked. Only points in
 * memory that are not drawn hollow are ranked. */
void extremes_write(FILE *out, const struct dataset *set);

#endif
