/* The subjects of a caption: two targets, the reader's own first, and those of their points that
 * can be compared (row_is_compared): other load makes a point a bound, other marks exclude it. */
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
    bool unit_said; /* the sentence has named the unit */
    bool same_one;  /* about the same single pattern as the sentence before, which named it */
    bool named[TARGETS_TOLD]; /* which of the targets the sentence is about: named_slot */
    char number[48];          /* the sentence in one number: note_number; "" if it has none */
    bool number_of_gpu;
};

/* The first target of the run itself, then its contrast. The contrast is a target of the other
 * kind, preferably of the same run; if there is none, a target of another machine. */
struct told told_targets(const struct chart *chart);

/* Whether no row of the point's sweep, valid or not, lies beyond its value: above it (`last`) or
 * below it. */
bool reaches_end(const struct chart *chart, const struct row *point, bool last);

/* A subset of a target's points. */
struct selection {
    const struct chart *chart;
    const struct row *target;
    const char *of; /* pattern names, separated by blanks or by commas and blanks; NULL: all */
    double at;      /* parameter value; NaN: any */
    bool in_caches; /* also points of a level that is not the copy's */
};

/* Whether the selection contains the point and the point can be compared. */
bool selection_has(const struct selection *selection, const struct row *point);

/* The value nearest to `wanted` at which patterns can be compared; an infinite `wanted` means the
 * largest or smallest. If they can be compared nowhere, the nearest value of all. NaN if there is
 * no point. */
double selection_value(const struct selection *selection, double wanted);

/* Whether other load made any of the selected points a bound. */
bool selection_is_busy(const struct selection *selection);

/* Whether more than half of the sweeps' rows, valid or not, can be compared: fewer do not show what
 * is fastest or slowest. */
bool selection_is_wide(const struct selection *selection);

/* Whether the selection has points of several patterns. */
bool selection_varies(const struct selection *selection);

#endif
