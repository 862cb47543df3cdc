/* The spread of one point's samples: quartiles, outliers, a histogram. */
#ifndef WARPLINE_SPREAD_H
#define WARPLINE_SPREAD_H

#include <stdbool.h>

enum { HISTOGRAM_BINS_MAX = 16 };

/* Times in the unit of the samples. */
struct spread {
    double mean, deviation;             /* standard deviation, by n - 1; 0 of one sample */
    double quartile_low, quartile_high; /* interpolated as numpy's default does (type 7) */
    double mad;                         /* median of the distances from the median */
    double fence_low, fence_high; /* 1.5 interquartile ranges beyond the quartiles (Tukey 1977) */
    int below, above;             /* outliers: samples beyond the fences */
    int disturbed;                /* of these, the ones that were disturbed */
};

struct histogram {
    int bins;          /* 1 or more */
    double low, width; /* bin i begins at low + i * width; the last one includes its end */
    int counts[HISTOGRAM_BINS_MAX];
};

/* The spread of `count` samples, 1 to 1000, in any order; they are not changed. `is_disturbed` says
 * of each whether it was disturbed. */
struct spread spread_of(const double *samples, const bool *is_disturbed, int count);

/* The histogram of the same samples without outliers. The bin width is that of Freedman and
 * Diaconis (1981), twice the interquartile range divided by the cube root of the count; there are
 * at most HISTOGRAM_BINS_MAX bins. */
struct histogram histogram_of(const double *samples, int count, const struct spread *spread);

#endif
