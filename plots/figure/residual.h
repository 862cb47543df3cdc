/* The residual of a point: its measured bandwidth divided by the predicted one, minus 1. -0.4 means
 * 40 % slower than predicted.
 *
 * Copies that a study compares with are left out, because predictions are derived from copies. */
#ifndef PLOTS_RESIDUAL_H
#define PLOTS_RESIDUAL_H

#include "plots/figure/chart.h"

/* NaN if the point has no prediction, or is no measurement to compare. */
double residual_of(const struct row *point);

/* The residuals of some points. */
struct residuals {
    int count;
    double median, median_absolute, p90_absolute; /* NaN if there are none */
    double median_factor;      /* by which the predictions are missed, in either direction */
    const struct row *largest; /* missed by the largest factor; or NULL */
    /* What the same points took when the run measured some of them again: the median of the
     * relative differences; NaN if there are no repeats. */
    double spread;
    int repeats;
};

/* Whether the typical error is as small as the difference of two measurements. */
bool residuals_within_noise(const struct residuals *residuals);

/* Computes the residuals of those of `count` rows, of one study or of all, that belong to `target`
 * of the set `from`, and the spread of its repeats (repeats.csv). */
struct residuals residuals_among(const struct row *const *rows, int count,
                                 const struct dataset *from, const char *target);

/* The meaning of a point's residual, by the bound of its prediction: a clause without its full
 * stop. */
const char *residual_meaning(const struct row *point);

/* The bound of a point's prediction, in words: for "sectors", "memory or L2 bandwidth". */
const char *residual_bound(const struct row *point);

/* "median absolute residual: cpu 21 % of 850 points, gpu0 7.2 % of 836" for every target of the
 * set; empty if there is no prediction. */
void residual_summary(const struct dataset *set, char *text, size_t size);

#endif
