/* The subjects of a caption: two targets, the reader's own first, and those of their points that
 * can be compared. A point that is drawn hollow is neither ranked nor compared. */
#ifndef PLOTS_COMPARED_H
#define PLOTS_COMPARED_H

#include "plots/figure/chart.h"

#include <stdbool.h>

enum { TARGETS_TOLD = 2 };

/* State of a caption that is being written; initialised for each sentence. */
struct told {
    const struct chart *chart;
    const struct row *targets[TARGETS_TOLD]; /* one point of each target */
    int count;
    bool unit_said, thousandths; /* the unit that the sentence has named, if any */
    bool later;    /* a later sentence: the first has already named targets with too few points */
    bool same_one; /* about the same single pattern as the sentence before, which named it */
};

/* The first target of the run itself, then its contrast. The contrast is a target of the other
 * kind, preferably of the same run; if there is none, a target of another machine. */
struct told told_targets(const struct chart *chart);

/* A subset of a target's points. */
struct selection {
    const struct chart *chart;
    const struct row *target;
    const char *of; /* pattern names, separated by blanks or by commas and blanks; NULL: all */
    double at;      /* parameter value; NaN: any */
};

/* Whether the selection contains the point and the point can be compared. */
bool selection_has(const struct selection *selection, const struct row *point);

/* Whether the target has any points of these patterns, including hollow ones. */
bool selection_drawn(const struct selection *selection);

/* The value nearest to `wanted` at which patterns can be compared; an infinite `wanted` means the
 * largest or smallest. If they can be compared nowhere, the nearest value of all. NaN if there is
 * no point. */
double selection_value(const struct selection *selection, double wanted);

/* Whether the selection has points of several patterns. */
bool selection_varies(const struct selection *selection);

#endif
