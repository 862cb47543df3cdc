/* Do two quantities differ? All parts use the answer given here: claims, `compare`, `check-node`,
 * the page of a fleet, captions and headlines.
 *
 * A ratio of two speeds has an interval from its samples. A machine may also drift: between two
 * measurements its speed changes by more than the samples of either show. The drift is a factor
 * that widens the interval on both sides before the verdict. An unknown drift is not zero: a factor
 * of 2 replaces it, since the recorded host has two states that are a factor of 1.8 apart. */
#ifndef PLOTS_COMPARE_VERDICT_H
#define PLOTS_COMPARE_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

struct dataset;

/* A number and its interval; NaN if there is none. */
struct estimate {
    double value, low, high;
};

enum verdict {
    VERDICT_FASTER,       /* the whole interval is above 1 */
    VERDICT_SLOWER,       /* the whole interval is below 1 */
    VERDICT_SAME,         /* the whole interval is within the threshold */
    VERDICT_INCONCLUSIVE, /* none of these */
    VERDICTS,
};

/* "faster", "slower", "same", "inconclusive". */
const char *verdict_word(enum verdict verdict);

/* The limits for judging a ratio. */
struct margin {
    double threshold; /* 0.05: speeds from 1 - 0.05 to 1 / (1 - 0.05) are the same */
    double drift;     /* factor of 1 or more; NaN: unknown */
};

/* The verdict on a ratio of speeds. */
struct comparison {
    struct estimate ratio;            /* from the samples alone, without the drift */
    enum verdict verdict, by_samples; /* with the drift, and without it */
    bool beyond;                      /* the whole interval is farther from 1 than the threshold */
    bool far;                         /* the ratio itself is farther from 1 than the threshold */
    bool apart;                       /* the same without the drift; if false, two points tie */
};

struct comparison compare_ratio(struct estimate ratio, struct margin margin);

/* The speed of `a` divided by that of `b`. */
struct comparison compare_speeds(struct estimate a, struct estimate b, struct margin margin);

/* Whether the samples alone would give a verdict, but the drift is as large as the difference. */
bool is_within_drift(const struct comparison *comparison);

/* The condition for an alarm: surely slower, and probably by more than the threshold. An interval
 * that has to lie beyond the threshold would miss a fifth where runs vary by 3 %. */
bool is_much_slower(const struct comparison *comparison);

/* An estimate with its two ends in any order; an unknown end is the value itself. */
struct estimate estimate_between(double value, double a, double b);

/* The interval of a ratio: from lowest numerator over highest denominator to highest over lowest.
 * It covers the truth at least as often as both intervals do together. */
struct estimate estimate_ratio(struct estimate a, struct estimate b);
struct estimate estimate_product(struct estimate a, struct estimate b);

/* The estimate with its interval widened by a drift, which is NaN if unknown. */
struct estimate estimate_with_drift(struct estimate estimate, double drift);

/* The median of `count` numbers, which are sorted. Its interval is between two order statistics,
 * `deviations` standard deviations of a binomial variable from the middle; for few numbers it is
 * their whole range. */
struct estimate estimate_of_median(double *numbers, int count, double deviations);

/* The drift of a target in a run: the speed of its fastest copy divided by that of its slowest, 1
 * or more. All studies measure the same copy, so this is how much the machine itself changed during
 * the run. NaN if fewer than three copies are valid. */
double drift_of_copies(const struct dataset *set, const char *target);

/* The drift of every target: "cpu 19 %, gpu0 0.05 %". Returns text. */
const char *drift_text(const struct dataset *set, char *text, size_t size);

/* Student's t: the value that the absolute value of a variable with `freedom` >= 1 degrees of
 * freedom exceeds with probability `both` (0 < both < 1, both tails together). By Hill's algorithm
 * 396 (CACM 13, 1970), to three digits and, from 3 degrees of freedom on, to five; INFINITY if
 * freedom is below 1. */
double student_quantile(double both, double freedom);

#endif
