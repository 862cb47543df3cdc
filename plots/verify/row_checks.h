/* What can be worked out again of one row. */
#ifndef PLOTS_ROW_CHECKS_H
#define PLOTS_ROW_CHECKS_H

#include "plots/verify/doubt.h"
#include "plots/verify/stated.h"

#include <stdint.h>

/* The 95 % interval of the median of samples, as a run makes it. */
typedef void interval_function(const double *samples, int count, uint64_t seed, double *low,
                               double *high);

/* What a pass of a row's point reads and writes, and what its arrays take, in bytes, by its pattern
 * and parameters. False where that is not known. */
typedef bool bytes_function(const struct row *row, double *useful_bytes, double *footprint_bytes);

/* What rows are checked by. */
struct row_ground {
    interval_function *interval; /* NULL: an interval only has to lie among the samples */
    bytes_function *bytes;       /* NULL: they are not worked out */
    uint64_t seed;               /* of the run */
    bool has_samples;
    bool fractions; /* the copies are as measured, so that fractions can be worked out */
};

/* Adds a doubt for each thing that does not follow. */
void row_check(const struct stated *stated, const struct row_ground *ground,
               struct doubt_sink *sink);

#endif
