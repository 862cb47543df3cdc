/* One study made ready to draw and to tell: its rows in order, and the series among them. */
#ifndef PLOTS_CHART_H
#define PLOTS_CHART_H

#include "plots/data/dataset.h"

/* One line of a figure: a pattern on a target of one machine, by rising parameter value. */
struct series {
    const struct row *const *points; /* usable, with a value; into the chart's `drawn` */
    int count;
    char label[200];        /* what tells it from the chart's others, as in captions */
    char target_label[120]; /* its target alone, a recorded machine's in full */
    struct yardstick copy;  /* of its target, as the study has it; NaN if there is none */
    bool told; /* stands in captions: of each kind of target the first machine that has it does */
};

/* What the points drawn of one target of one machine have together. */
struct chart_target {
    const struct row *any;        /* one of them */
    double least_cost, most_cost; /* ns an element of each worker; NaN where there is none */
};

struct quantity;
struct telling;

struct chart {
    const char *study;
    const struct telling *telling;
    const char *parameter;   /* of the first series */
    const struct row **rows; /* all of the study's, sorted by machine, target, pattern, value */
    int row_count;
    const struct row **drawn;
    int drawn_count;
    struct series *series;
    int series_count;
    struct chart_target *targets;
    int target_count;
    const struct quantity *told; /* what sentences are about: one that every point drawn has */
    bool by_name;                /* machines, the run's own too, are told apart by their names */
};

/* Which parts of their keys tell a chart's series apart beyond machine and target. */
struct varying {
    bool pattern;
    bool element_bytes;
    bool parameter;
};

struct varying chart_varying(const struct chart *chart);

/* Whether two points are of the same target of the same machine. */
bool same_target(const struct row *a, const struct row *b);

/* That of a point's target; NULL where no point of it is drawn. */
const struct chart_target *chart_target_of(const struct chart *chart, const struct row *point);

/* What one element costs one worker, in ns, if a pass takes time_ns. */
double chart_worker_cost(const struct row *point, double time_ns);

/* The point of a series at that value; NULL. Series may end at different values: a killed run's. */
const struct row *series_point(const struct series *series, double at);

/* The first series of that pattern, on a GPU or not, that captions tell of; NULL. */
const struct series *chart_find(const struct chart *chart, const char *pattern, bool gpu);

/* The point of a series at that value that is not hollow; NULL. */
const struct row *series_at(const struct series *series, double value);

/* Of a series' points that are not hollow the one with the largest fraction of its copy (`most`) or
 * the smallest; NULL. */
const struct row *series_extreme(const struct series *series, bool most);

/* Whether series `index` is the first of its target that captions tell of. */
bool chart_tells_target(const struct chart *chart, int index);

/* What the machine of a point is called; NULL where it needs no name. */
const char *machine_name(const struct row *point);

/* Gathers the rows of `study` from `sets` (the run's own first, then those beside it), which must
 * outlive the chart, as `telling` must. 0 or -ENOMEM; chart_free in both cases. */
int chart_build(struct chart *chart, const char *study, const struct telling *telling,
                const struct dataset *sets, int set_count);

void chart_free(struct chart *chart);

#endif
