/* What a caption tells of: two targets, the reader's own first, and those of their points that can
 * be compared. A point drawn hollow is neither ranked nor compared. */
#ifndef PLOTS_COMPARED_H
#define PLOTS_COMPARED_H

#include "plots/figure/chart.h"

#include <stdbool.h>

enum { TARGETS_TOLD = 2 };

/* A caption on its way; made anew for each sentence. */
struct told {
    const struct chart *chart;
    const struct row *targets[TARGETS_TOLD]; /* a point of each */
    int count;
    bool unit_said, thousandths; /* which unit the sentence has named, if any */
    bool later;    /* it is not the first: which targets have too few points has been said */
    bool same_one; /* as the one before it, it is about one pattern, which has been named */
};

/* The first target of the run itself, then its contrast: one of the other kind, the run's own
 * before a recorded one, else one of another machine. */
struct told told_targets(const struct chart *chart);

/* Some points of a target. */
struct selection {
    const struct chart *chart;
    const struct row *target;
    const char *of; /* their patterns, with blanks or commas and blanks between; NULL: all */
    double at;      /* their value; NaN: any */
};

/* Whether it holds the point, and the point can be compared. */
bool selection_has(const struct selection *selection, const struct row *point);

/* Whether the target has points of these patterns at all, hollow ones too. */
bool selection_drawn(const struct selection *selection);

/* The value nearest to `wanted` (which may be infinite, for an end) at which patterns can be
 * compared; where they nowhere can, the nearest of all. NaN where there is no point. */
double selection_value(const struct selection *selection, double wanted);

/* Whether they are of several patterns. */
bool selection_varies(const struct selection *selection);

#endif
