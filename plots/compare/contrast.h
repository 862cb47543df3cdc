/* Two groups of runs compared: the speed of B divided by that of A, point by point, with intervals.
 *
 * A point's speed is its accesses divided by its time: the geometric mean over the fastest
 * third of its samples (plots/data/fast_third.h), and over the runs of a group, so on logarithms
 * the ratio is a difference of means. Five sources of variation have a part of the interval, each
 * with its own quantile of Student's t:
 *
 * 1. The samples of a point. Their variance is multiplied by (1+r)/(1-r) if neighbouring samples
 * are correlated (r: their lag-1 autocorrelation, over all points of a target).
 * 2. The points: one and the same point differs from one time to another by more than its samples
 *    show. Two estimates are made, and the larger one counts: from the copies that a run repeats,
 *    and from the ratios of neighbouring points of a sweep (von Neumann 1941, Rice 1984). Both are
 *    medians of squares, so that steps between caches and single points do not count; such
 *    variation has long tails, so t has at most 5 degrees of freedom.
 * 3. The time, for a shift common to all points of a target: medians over consecutive blocks of
 * points (batch means), which include states of the machine that last longer than a point.
 * 4. The runs: a run may lie whole in one state of its machine. This is estimated from the runs of
 * a group and from the machine's earlier runs of the same points, which the header has
 * (study/ceilings/earlier_runs.h), or from the copies of each further half minute of a run,
 * whichever is larger. A shift common to all points is a mean over the whole run, in which less of
 * these copies' variation remains (batch means; add_parts in contrast.c): eight full runs of one
 * kind of host differ by up to 18 % in pairs, where half minutes vary by 15 and the interval has
 * at least 33. It is never taken as zero: an assumed variation counts as `freedom` further
 * runs. So a single short run of a machine without earlier runs finds only differences of more than
 * a factor of two on a CPU.
 * 5. The places: in each run the arrays lie elsewhere in memory, which changes what their pages and
 *    their parts of a cache have in common. In four quick runs of one H200, about ten of 437
 *    points differed by 10 to 40 % between any two runs, and one, over many pages, by up to a
 *    factor of 6, where the middle ones differed by 0.5 %. How much a point varies, only several
 * runs show: of groups of three runs and more it is the variance of the point's own speeds between
 *    them. With fewer runs the interval of a point is not known, nor that of a group of fewer than
 *    three points; in a larger group most points are not such ones.
 *
 * A machine has states: a core is slower while its other hardware thread works, and memory while
 * others use it. Samples have the speed of cores and memory meanwhile. If its median over the
 * points differs between the sides, B may be slower or faster for that alone, by up to twice as
 * much (logarithms) in the direction of the difference: the interval allows for it on that side.
 * In 1,682 such pairs of 63 quick runs of two cores, idle and busy, the shift was beyond that by
 * 20 % in one of a hundred, and by 37 % at most, which part 4 has room for; beyond once as much it
 * was by 39 and 58 %. Between single runs, part 4 contains small differences (same_speed). Means
 * of groups of three runs and more have less of them, but what earlier runs in one state show is
 * too little for runs of several: of 2,864 equal groups 31 would have differed. So they have this
 * allowance for any difference, once as much, since means follow its mean: 4 of 5,728 differ. If
 * the speed differs at a point of single runs, that point is inconclusive. Different machines have
 * different speeds, so there a point is compared with that median.
 *
 * The shift common to a target's points is the median of their log ratios, since some points always
 * jump: an array may get better pages in one run than in another. Two runs of a group, and two
 * earlier runs, are as far apart as the same median. So where part 4 is known of at least as many
 * points as are compared, it contains the other three, unless these are larger: the machine may be
 * busier than it was. Groups of three runs and more show that themselves, by how much their own
 * runs vary: this alone, of both sides together, is the least that their interval has.
 *
 * All intervals of one comparison hold together with 99 % (Bonferroni; Dunn, JASA 56, 1961). So at
 * most one of a hundred comparisons between equal machines finds a difference. Half of that chance
 * is for the shift common to all points of a target and for part 4, one number each: with more
 * points it is found more easily, not less. The other half is shared by points, studies and
 * classes. */
#ifndef PLOTS_COMPARE_CONTRAST_H
#define PLOTS_COMPARE_CONTRAST_H

#include "plots/compare/verdict.h"
#include "plots/data/fast_third.h"
#include "plots/data/names.h"
#include "plots/fleet/roll_call.h"

#include <stdbool.h>
#include <stdio.h>

extern const double contrast_false_alarm; /* 0.01 */

/* The speeds of one point in the runs of a group: logarithms of accesses per nanosecond. */
struct speeds {
    int runs;
    double sum;                 /* of the runs' means */
    double off, off_squares;    /* of their differences from the first run's: sum, and of squares */
    struct sample_speed target; /* sums of the logarithms of the target's speed */
    double variance, freedom;   /* sum of the means' variances, and of their squares over n - 1 */
};

struct contrast_point {
    const char *field[POINT_FIELDS];
    const char *class; /* of the pattern */
    const char *marks; /* of the last row with any; "-" */
    struct speeds side[2];
    double first[2], last; /* speeds in a side's first run and in the run last added */
    int last_run;          /* its number */
    int runs[2];           /* number of rows, usable or not */
    const char *footprint[2];
    bool judged;             /* both sides have a speed */
    bool unlike;             /* but cores or memory were faster in one of them */
    double reach_squared;    /* of the ratio's logarithm: half its interval's width, squared */
    struct comparison speed; /* of B over A */
};

/* A sum of squared deviations and its degrees of freedom. */
struct deviations {
    double squares, freedom;
};

/* A part of an uncertainty. */
struct part {
    double variance, freedom;
};

/* How much a target varies in the runs of a side, on logarithms. */
struct variation {
    double *copies; /* squared deviations of copies from the median of their run */
    int copy_count, copy_room;
    double copies_within;      /* sum of the parts that their samples explain */
    struct deviations parts;   /* of the mean copies of each half minute of a run from the run's */
    double means_squares;      /* of these, what remains in the mean of such a run */
    struct deviations group;   /* of the runs of this side, each from the first */
    double shifts;             /* sum of these */
    struct deviations earlier; /* of the machine's earlier runs */
    int earlier_points;        /* of which this many points are known */
    double points;         /* whose shift `runs` contains completely; INFINITY: all, 0: not known */
    double alike, samples; /* sums over rows of autocorrelations and of sample counts */
    int rows;
    double inflation;       /* factor on the samples' variance */
    double times;           /* variance of a point between two times of a run; NaN: no copies */
    struct part runs;       /* between two runs */
    struct part whole_runs; /* between the means of all points of two runs */
    bool is_assumed;        /* both are the assumed variation alone */
};

struct contrast_target {
    const char *name;
    struct variation side[2];
    double scatter, scatter_freedom; /* variance of a point's log ratio beyond its samples */
    bool unlike;                     /* cores or memory were faster in one side */
    double state[2];                 /* log ratios from which to which that speed may be the
                                      * reason; 0 and 0 for single runs that are not unlike */
};

/* A summary: all points of a target, or those of one study or class. */
struct contrast_group {
    const char *target, *by, *name; /* by is "all", "study" or "class" */
    int points, verdicts[VERDICTS];
    struct comparison speed;
};

enum { CIRCUMSTANCES_MOST = 64 };

/* A header line that two groups of runs may differ in: a driver, a kernel, a compiler. */
struct circumstance {
    const char *key;
    const char *value[2]; /* of A and B; NULL: in no run; "several": its runs differ */
};

/* Copies of one kind in the current run, and those of its current half minute. */
struct copies_of_kind {
    const char *target, *pattern, *element, *footprint;
    double *speeds; /* logarithms */
    int count, room;
    double variance;
    double *parts; /* means of half minutes */
    int part_number, part_count, parts_count, parts_room;
    double part_sum;
};

struct contrast {
    double threshold;                      /* 0.05 */
    const char *(*class_of)(const char *); /* of a pattern; may be NULL */
    bool points_only;                      /* no groups but all points of a target */
    struct names names;
    void *tree; /* holds the points, with their fields as the key */
    struct contrast_point **points;
    int count, room;
    struct contrast_target targets[32];
    int target_count;
    struct contrast_group *groups;
    int group_count, group_room;
    struct copies_of_kind copies[64];
    int copy_count;
    struct circumstance circumstances[CIRCUMSTANCES_MOST];
    int circumstance_count;
    int runs_added, run_count[2], judged, contradicted, invalid;
    int much_slower;          /* points and groups where B is slower by more than the threshold */
    char node[NODE_NAME_MAX]; /* of the current run */
    const char *first_node;   /* of the first run */
    bool several_nodes;       /* some run is of another one */
    double run_ns;            /* measured so far in the current run */
    struct roll roll;         /* the runs, numbered by their folders */
    int folder_count;
};

/* A contrast that is zeroed except for threshold and class_of is empty. Adds all runs of a folder
 * to side 0 (A) or 1 (B). 0, or a negative errno with the problem. */
int contrast_add(struct contrast *contrast, int side, const char *folder, char *problem,
                 size_t problem_size);

/* Adds one row; call contrast_end_run after the rows of a run. */
void contrast_add_row(struct contrast *contrast, int side, const struct measured *row);
void contrast_end_run(struct contrast *contrast, int side);

/* The target of that name, which is interned; added if it is new. With too many targets, the last.
 */
struct contrast_target *contrast_target_of(struct contrast *contrast, const char *name);

/* Removes everything that was added to a side. */
void contrast_clear(struct contrast *contrast, int side);

/* Judges all points that both sides have, and makes the groups, in the order of the points. Where
 * contrast_has_few_runs, the intervals of single points and of groups of fewer than 3 are not
 * known. */
void contrast_judge(struct contrast *contrast);

/* Whether a side has fewer than 3 runs, from which nobody knows how much a point varies between
 * runs. A check of a node (points_only) takes points that vary little. */
bool contrast_has_few_runs(const struct contrast *contrast);

void contrast_free(struct contrast *contrast);

/* Whether A and B differ in it. */
bool circumstance_differs(const struct circumstance *one);

/* An output format of a comparison (contrast_write.c). */
struct contrast_form {
    const char *name; /* as in --format */
    /* `names` are the labels of A and B. */
    void (*write)(FILE *out, const struct contrast *contrast, const char *const names[2]);
};

/* All formats, the default first, ended by one without a name. */
extern const struct contrast_form contrast_forms[];

#endif
