/* Quantities that a figure shows of a point: each is computed from its columns and has a unit. */
#ifndef PLOTS_QUANTITY_H
#define PLOTS_QUANTITY_H

#include <stdbool.h>

struct chart;
struct row;

/* One quantity. `of` takes the time of a pass as an argument, so that the median and both ends of
 * its interval are computed in the same way. */
struct quantity {
    const char *name;  /* column name in data files */
    const char *title; /* title of its axis and column, with the unit */
    const char *words; /* words after a number in a sentence */
    const char *unit;  /* format of a number that stands alone: "% ns" */
    double (*of)(const struct chart *chart, const struct row *point, double time_ns);
    double (*over)(
        const struct row *point); /* horizontal position; NULL: the value on the study's axis */
    const char *over_title;       /* title of that axis, with the unit */
    bool less_is_better;
    bool relative; /* relative to the same target: both kinds of target can share one axis */
    bool from_end; /* no amount is smaller than 1, the target's slowest or fastest point */
    bool doubles;  /* its logarithmic axis has base 2, not 10 */
    bool roofline; /* bounded by each target's copy and its highest rate of operations */
};

extern const struct quantity fraction_of_copy, useful_bandwidth, access_time, handover_time,
    loaded_time, worker_time, times_cheapest, times_slowest, times_loop, additions, launch_time,
    multiply_adds, operations;

/* The quantity of that name; NULL if there is none. Those that need a chart are not found. */
const struct quantity *quantity_named(const char *name);

/* The point whose amount is 1, of a quantity that is relative to one; else NULL. */
const struct row *quantity_base(const struct quantity *quantity, const struct chart *chart,
                                const struct row *point);

/* The median; NaN if a column that it needs is absent. */
double quantity_median(const struct quantity *quantity, const struct chart *chart,
                       const struct row *point);

/* The lower end (`high` false) or the upper one of the median's 95 % interval. */
double quantity_end(const struct quantity *quantity, const struct chart *chart,
                    const struct row *point, bool high);

/* The predicted value; NaN if there is no prediction. */
double quantity_predicted(const struct quantity *quantity, const struct chart *chart,
                          const struct row *point);

/* The point's position on the quantity's axis. */
double quantity_place(const struct quantity *quantity, const struct chart *chart,
                      const struct row *point);

/* Whether any drawn point has the quantity. */
bool quantity_known(const struct quantity *quantity, const struct chart *chart);

#endif
