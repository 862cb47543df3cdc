/* What a figure shows of a point: a quantity made from its columns, with the unit that it is in. */
#ifndef PLOTS_QUANTITY_H
#define PLOTS_QUANTITY_H

#include <stdbool.h>

struct chart;
struct row;

/* One quantity. `of` takes the time of a pass as an argument, so that the median and both ends of
 * its interval go the same way. */
struct quantity {
    const char *name;       /* of its column in data files */
    const char *title;      /* of its axis and column, with the unit */
    const char *words;      /* behind a number in a sentence */
    const char *thousandth; /* the same for a thousandth of the unit, for amounts below 1; NULL */
    double (*of)(const struct chart *chart, const struct row *point, double time_ns);
    double (*over)(
        const struct row *point); /* where it stands; NULL: at what the study's axis counts */
    const char *over_title;       /* of that axis, with the unit */
    bool less_is_better;
    bool relative; /* to the same target: both kinds of target can share one axis */
    bool doubles;  /* its logarithmic axis is to base 2, not 10 */
    bool roofline; /* each target's copy and its most bound it */
};

extern const struct quantity fraction_of_copy, useful_bandwidth, access_time, worker_time,
    times_cheapest, times_slowest, additions, launch_time, multiply_adds, operations;

/* The quantity of that name, of those that need no chart: all but times_cheapest and
 * times_slowest. NULL where there is none. */
const struct quantity *quantity_named(const char *name);

/* The median; NaN where a column that it needs is absent. */
double quantity_median(const struct quantity *quantity, const struct chart *chart,
                       const struct row *point);

/* The lower end (`high` false) or the upper one of the median's 95 % interval. */
double quantity_end(const struct quantity *quantity, const struct chart *chart,
                    const struct row *point, bool high);

/* What was predicted of it; NaN where nothing was. */
double quantity_predicted(const struct quantity *quantity, const struct chart *chart,
                          const struct row *point);

/* Where the point stands on the quantity's axis. */
double quantity_place(const struct quantity *quantity, const struct chart *chart,
                      const struct row *point);

/* Whether any point that is drawn has it. */
bool quantity_known(const struct quantity *quantity, const struct chart *chart);

#endif
