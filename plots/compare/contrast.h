/* Two groups of runs compared: the speed of B divided by that of A, point by point, with intervals.
 *
 * A point's speed is its accesses divided by its time. The ratio compares the geometric means over
 * the samples of all runs of a group. On logarithms it is a difference of means, with Welch's
 * interval (Biometrika 34, 1947, with Satterthwaite's degrees of freedom). The interval includes
 * three sources of variation:
 *
 * - the samples of each run. Their variance is multiplied by (1+r)/(1-r) if neighbouring samples
 *   are correlated (r: their lag-1 autocorrelation, over all points of a target);
 * - the variation of a run's copies during the run, beyond their own samples: all other points vary
 *   as much from one time to another;
 * - the variation between the runs of a group, if it has several and they vary more than that.
 *
 * A side without repeated copies is assumed to vary as much as the other. If neither has any, the
 * variation is unknown, and the interval is widened by an assumed factor (verdict.h).
 *
 * A single run does not show how much another run of the same machine would differ beyond the
 * variation of its copies; several runs of each side do.
 *
 * All intervals of one comparison, of points and of summaries, hold together with 99 % (Bonferroni;
 * Dunn, JASA 56, 1961). So one of a hundred comparisons between equal machines finds a difference.
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

/* The speeds of one point in the runs of a group: logarithms of accesses per nanosecond. */
struct speeds {
    int runs;
    double sum, squares;      /* of the runs' means */
    double variance, freedom; /* sum of the means' variances, and of their squares over n - 1 */
};

struct contrast_point {
    const char *field[POINT_FIELDS];
    const char *class; /* of the pattern */
    const char *marks; /* of the last row with any; "-" */
    struct speeds side[2];
    int runs[2]; /* number of rows, usable or not */
    const char *footprint[2];
    bool judged;             /* both sides have a speed */
    struct comparison speed; /* of B over A */
};

/* The variation of a target's copies, and the correlation of neighbouring samples. */
struct drift {
    double squares, within, freedom; /* from the copies of each run and kind */
    double alike, samples;           /* sums over rows of autocorrelations and of sample counts */
    int rows;
    double between;         /* variance of a point between two times */
    double between_freedom; /* its degrees of freedom; 0: unknown */
    double inflation;       /* factor on the samples' variance */
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

/* Copies of one kind in the current run. */
struct copies_of_kind {
    const char *target, *pattern, *element, *footprint;
    int count;
    double sum, squares, variance;
};

struct contrast {
    double threshold;                      /* 0.05 */
    const char *(*class_of)(const char *); /* of a pattern; may be NULL */
    bool points_only;                      /* no groups are computed */
    struct names names;
    void *tree; /* points, with their fields as the key */
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
    char node[NODE_NAME_MAX]; /* of the current run */
};

/* A contrast that is zeroed except for threshold and class_of is empty. Adds all runs of a folder
 * to side 0 (A) or 1 (B). 0, or a negative errno with the problem. */
int contrast_add(struct contrast *contrast, int side, const char *folder, char *problem,
                 size_t problem_size);

/* Adds one row; call contrast_end_run after the rows of a run. -ENOMEM if memory is short. */
int contrast_add_row(struct contrast *contrast, int side, const struct measured *row);
void contrast_end_run(struct contrast *contrast, int side);

/* Removes everything that was added to a side. */
void contrast_clear(struct contrast *contrast, int side);

/* Judges all points that both sides have, and makes the groups, in the order of the points. 0 or
 * -ENOMEM. */
int contrast_judge(struct contrast *contrast);

void contrast_free(struct contrast *contrast);

#endif
