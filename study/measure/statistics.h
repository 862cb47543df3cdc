/* Statistics of one point's samples. */
#ifndef WARPLINE_STATISTICS_H
#define WARPLINE_STATISTICS_H

#include <stdint.h>

struct summary {
    int samples;
    double median, minimum, maximum;
    double low, high; /* 95 % interval of the median, by bootstrap */
};

/* Summarises `count` >= 1 samples, in any order; they are left as they are. The interval is the
 * percentile bootstrap (Efron 1979): the 2.5 % and 97.5 % points of the medians of 1000 samples
 * drawn with replacement. The draws are the same for the same `seed`. */
struct summary summarise(const double *samples, int count, uint64_t seed);

#endif
