/* One study prepared for drawing and describing: its rows in order, and the series among them. */
#ifndef PLOTS_CHART_H
#define PLOTS_CHART_H

#include "plots/data/dataset.h"

/* One line of a figure: a pattern on a target of one machine, by rising parameter value. */
struct series {
    const struct row *const *points; /* usable, with a value; points into the chart's `drawn` */
    int count;
    char label[200];        /* distinguishes it from the chart's other series, as in captions */
    char target_label[120]; /* the target alone; a recorded machine's in full */
    struct yardstick copy;  /* the copy of its target in this study; NaN if there is none */
    bool told; /* described in captions: for each kind of target, the first machine that has it */
};

/* Common data of all drawn points of one target of one machine. */
struct chart_target {
    const struct row *any;               /* one of them */
    const struct row *fastest, *slowest; /* by the time of an element on a worker */
};

/* A step that was found in a series: a figure draws a band between its points. */
struct chart_step {
    const struct row *below, *above;
    int series;
};

enum { CHART_STEPS_MAX = 32 };

struct quantity;
struct telling;

struct chart {
    const char *study;
    const struct telling *telling;
    const char *parameter;   /* the first series' parameter */
    const struct row **rows; /* all rows of the study, sorted by machine, target, pattern, value */
    int row_count;
    const struct row **drawn;
    int drawn_count, hollow_count, predicted_count; /* of the drawn: hollow, with a prediction */
    struct series *series;
    int series_count;
    struct chart_target *targets;
    int target_count;
    const struct quantity *told; /* the quantity in sentences: every drawn point has it */
    bool by_name;                /* all machines, also the run's own, are named */
    struct chart_step steps[CHART_STEPS_MAX];
    int step_count; /* by caption_find_steps */
};

/* The parts of their keys, besides machine and target, in which a chart's series differ. */
struct varying {
    bool pattern;
    bool element_bytes;
    bool parameter;
};

struct varying chart_varying(const struct chart *chart);

/* Whether two points belong to the same target of the same machine. */
bool same_target(const struct row *a, const struct row *b);

/* Whether two points have the same pattern, whatever its settings. */
bool same_pattern(const struct row *a, const struct row *b);

/* The chart_target of a point's target; NULL if no point of it is drawn. */
const struct chart_target *chart_target_of(const struct chart *chart, const struct row *point);

/* Time of one element on one worker, in ns, if a pass takes time_ns. */
double chart_worker_cost(const struct row *point, double time_ns);

/* The chart of that study; NULL if there is none. */
const struct chart *chart_of(const struct chart *charts, int count, const char *study);

/* The first series of that pattern, on a GPU or not, that captions describe; NULL if there is
 * none. */
const struct series *chart_find(const struct chart *chart, const char *pattern, bool gpu);

/* The point of a series at that value; NULL if there is none that can be compared. */
const struct row *series_at(const struct series *series, double at);

/* The point of a series (or NULL) with the largest amount of the quantity (`most`) or with the
 * smallest one above zero, of those that can be compared; NULL if there is none. */
const struct row *series_end(const struct chart *chart, const struct series *series,
                             const struct quantity *quantity, bool most);

/* Whether series `index` is the first of its target that captions describe. */
bool chart_tells_target(const struct chart *chart, int index);

/* The name of a point's machine; NULL if it needs none. */
const char *machine_name(const struct row *point);

/* Gathers the rows of `study` from `sets`: the run's own first, then those drawn for comparison.
 * `sets` and `telling` must outlive the chart; chart_free frees it. */
void chart_build(struct chart *chart, const char *study, const struct telling *telling,
                 const struct dataset *sets, int set_count);

void chart_free(struct chart *chart);

#endif
