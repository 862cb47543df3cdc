/* The fastest third of a row's samples: what two runs of a machine are compared by.
 *
 * What disturbs a sample makes it longer, never shorter. Shifts between the pairs of 21 runs on a
 * virtual machine of two cores, as the deviation of a run: in a calm spell 2.9 % by medians and 2.5
 * % by fastest thirds; next to a busy process 6.5 and 4 %; by fastest thirds of runs at the same
 * speed of cores and memory 1.7 % there, and 1.3 instead of 6 % where the machine had changed its
 * state between runs.
 *
 * Where other load is on every core, no sample is undisturbed, but each knows the share of
 * its time that it lost. Without that share, runs next to builds on these two cores deviate by 8
 * instead of 29 %, and next to builds and a busy process by 7 instead of 34 %. */
#ifndef PLOTS_FAST_HALF_H
#define PLOTS_FAST_HALF_H

#include "plots/data/row_reader.h"

struct fast_third {
    double log_ns;   /* mean of the logarithms of the fastest third's times */
    double variance; /* of that mean (Stigler, Annals of Statistics 1, 1973), and not less
                      * than that of the mean of all samples */
    struct sample_speed log_speed; /* means of the logarithms of the target's speed in that third;
                                    * NaN: unknown */
    int samples;                   /* of which it is the third */
};

/* The fastest third of `count` samples, rounded up, without what they lost of their time, and
 * without those that lost nearly all; `speeds` and `lost_shares` may be NULL. False for fewer than
 * two samples or one without a time. */
bool fast_third_of(const double *times_ns, const struct sample_speed *speeds,
                   const double *lost_shares, int count, struct fast_third *third);

/* Whether cores and memory were as fast: within 5 and 10 %. True if one of them is unknown. */
bool same_speed(struct sample_speed log_a, struct sample_speed log_b);

#endif
