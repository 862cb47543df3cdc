/* Two groups of runs against each other: how fast B is over A, point by point, with intervals.
 *
 * A point's speed is its accesses over its time. Its ratio is that of the geometric means over the
 * samples of all runs of a group. On logarithms it is a difference of means, whose interval is
 * Welch's (Biometrika 34, 1947, with Satterthwaite's degrees of freedom). Three things are in it:
 *
 * - the samples of each run, whose variance is made larger by (1+r)/(1-r) where neighbouring
 *   samples are alike (r: their lag-1 autocorrelation, over all points of a target);
 * - what the copies of one run varied by, from the first to the last, beyond their own samples:
 *   all other points vary by that, too, from one time to another;
 * - where a group has several runs, what its runs varied by, if that is more.
 *
 * A side without repeated copies is taken to vary as much as the other. If neither has any, the
 * variation is unknown, and the interval is wider by an assumed factor (verdict.h).
 *
 * Of a single run it is not known what another run of the same machine would give beyond its own
 * copies' variation; several runs of each side tell it.
 *
 * All intervals of one comparison, of points and of summaries, hold together with 99 % (Bonferroni;
 * Dunn, JASA 56, 1961). So one comparison of a hundred between equal machines finds a difference.
 * Half of that chance is for the shift common to all points of a target, one number each: with more
 * points it is found more easily, not less. The other half is shared by points, studies and
 * classes. */
#ifndef PLOTS_COMPARE_CONTRAST_H
#define PLOTS_COMPARE_CONTRAST_H

#include "plots/compare/circumstances.h"
#include "plots/compare/verdict.h"
#include "plots/data/names.h"
#include "plots/data/row_reader.h"

#include <stdbool.h>

extern const double contrast_false_alarm; /* 0.01 */

/* Speeds of one point in the runs of a group: logarithms of accesses a nanosecond. */
struct speeds {
    int runs;
    double sum, squares;      /* of the runs' means */
    double variance, freedom; /* sum of the means' variances, and of their squares over n - 1 */
};

struct contrast_point {
    const char *field[POINT_FIELDS];
    const char *class; /* of the pattern */
    const char *marks; /* of the last row that had any; "-" */
    struct speeds side[2];
    int runs[2]; /* rows there are, usable or not */
    const char *footprint[2];
    bool judged;             /* both sides have a speed */
    struct comparison speed; /* of B over A */
};

/* What the copies of a target varied by, and how alike neighbouring samples are. */
struct drift {
    double squares, within, freedom; /* of the copies of each run and kind */
    double alike, samples;           /* sums over rows of autocorrelations and of sample counts */
    int rows;
    double between;         /* variance of a point from one time to another */
    double between_freedom; /* its degrees of freedom; 0: unknown */
    double inflation;       /* of the samples' variance */
};

struct contrast_target {
    const char *name;
    struct drift side[2];
};

/* A summary: all points of a target, or those of one study or class. */
struct contrast_group {
    const char *target, *by, *name; /* by is "all", "study" or "class" */
    int points, verdicts[VERDICTS];
    struct comparison speed;
};

/* Copies of one kind in the run in hand. */
struct copies_of_kind {
    const char *target, *pattern, *element, *footprint;
    int count;
    double sum, squares, variance;
};

struct contrast {
    double threshold;                      /* 0.05 */
    const char *(*class_of)(const char *); /* of a pattern; may be NULL */
    bool points_only;                      /* no groups are made */
    struct names names;
    void *tree; /* of points, by their fields */
    struct contrast_point **points;
    int count, room;
    struct contrast_target targets[32];
    int target_count;
    struct contrast_group *groups;
    int group_count;
    struct copies_of_kind copies[64];
    int copy_count;
    struct circumstances circumstances;
    int run_count[2], judged, contradicted, invalid;
    int much_slower;          /* points and groups where B is slower by more than the threshold */
    char node[NODE_NAME_MAX]; /* of the run in hand */
};

/* Zeroed but for threshold and class_of, it holds nothing. Adds all runs of a folder to side 0 (A)
 * or 1 (B). 0, or a negative errno with the problem. */
int contrast_add(struct contrast *contrast, int side, const char *folder, char *problem,
                 size_t problem_size);

/* Adds one row; contrast_end_run after those of a run. -ENOMEM where memory is short. */
int contrast_add_row(struct contrast *contrast, int side, const struct measured *row);
void contrast_end_run(struct contrast *contrast, int side);

/* Forgets what was added to a side. */
void contrast_clear(struct contrast *contrast, int side);

/* Judges all points that both sides have, and makes the groups, in the order of the points. 0 or
 * -ENOMEM. */
int contrast_judge(struct contrast *contrast);

void contrast_free(struct contrast *contrast);

#endif
