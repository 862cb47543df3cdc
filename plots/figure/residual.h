/* How far measurements are from what was predicted: the residual of a point is its measured
 * bandwidth over the predicted one, less 1. -0.4: 40 % slower than predicted.
 *
 * Copies that a study compares with are left out: their like are what predictions are made from. */
#ifndef PLOTS_RESIDUAL_H
#define PLOTS_RESIDUAL_H

#include "plots/figure/chart.h"

#include <stdio.h>

/* NaN where the point has no prediction, or is no measurement to compare. */
double residual_of(const struct row *point);

/* Of some points. */
struct residuals {
    int count;
    double median, median_absolute; /* NaN where there are none */
    const struct row *largest;      /* by how many times the prediction is missed; or NULL */
};

/* Of those of `count` rows that are of that target. 0 or -ENOMEM. */
int residuals_among(const struct row *const *rows, int count, const char *target,
                    struct residuals *residuals);

/* What a point's residual means, by the bound it was predicted with: a clause without its end. */
const char *residual_meaning(const struct row *point);

/* What a point's prediction is bound by, in words: of "sectors" "memory or L2 bandwidth". */
const char *residual_bound(const struct row *point);

/* Writes a sentence for each target that captions tell of whose predictions are no use here: half
 * of its points are off by a factor of 1.75 or more. 0 or -ENOMEM. */
int residual_warn(FILE *out, const struct chart *chart);

/* A caption's sentences, one for each target that captions tell of: the median absolute residual,
 * the largest one and what it means. Nothing where there is no prediction. 0 or -ENOMEM. */
int residual_tell(FILE *out, const struct chart *chart);

/* "median absolute residual: cpu 21 % of 850 points, gpu0 7.2 % of 836" for every target of the
 * set; empty where there is no prediction. 0 or -ENOMEM. */
int residual_summary(const struct dataset *set, char *text, size_t size);

#endif
