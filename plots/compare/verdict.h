/* Are two quantities different? This is the only answer: the claims, `compare`, `check-node`, the
 * page of a fleet, captions and headlines all ask here.
 *
 * A ratio of two speeds comes with the interval that its samples give. A machine may also drift:
 * between two measurements its speed changes by more than the samples of either show. The drift is
 * a factor that widens the interval on both sides before it is judged. A drift that cannot be
 * estimated is no drift of zero: then a factor of 2 stands in for it, since the recorded host has
 * two states that are a factor of 1.8 apart. */
#ifndef PLOTS_COMPARE_VERDICT_H
#define PLOTS_COMPARE_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

struct dataset;

extern const double assumed_drift; /* 2 */

/* A number and its interval; NaN where there is none. */
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

/* What a ratio is judged by. */
struct margin {
    double threshold; /* 0.05: speeds from 1 - 0.05 to 1 / (1 - 0.05) are the same */
    double drift;     /* factor of 1 or more; NaN: unknown */
};

/* The verdict on a ratio of speeds. */
struct comparison {
    struct estimate ratio;            /* as the samples give it, without the drift */
    enum verdict verdict, by_samples; /* with the drift, and what it would be without */
    bool beyond;                      /* the whole interval is farther from 1 than the threshold */
    bool apart; /* so it would be without the drift; where it is not, two points tie */
};

struct comparison compare_ratio(struct estimate ratio, struct margin margin);

/* How fast `a` is over `b`. */
struct comparison compare_speeds(struct estimate a, struct estimate b, struct margin margin);

/* The samples would give a verdict, but the machine drifts by as much. */
bool is_within_drift(const struct comparison *comparison);

/* Slower, and by more than the threshold: what an alarm is raised for. */
bool is_much_slower(const struct comparison *comparison);

/* Around a value, with ends in any order; an end that is not known is the value itself. */
struct estimate estimate_between(double value, double a, double b);

/* A ratio's interval goes from the lowest numerator over the highest denominator to the highest
 * over the lowest: it holds at least as often as both intervals do together. */
struct estimate estimate_ratio(struct estimate a, struct estimate b);
struct estimate estimate_product(struct estimate a, struct estimate b);

/* The same with an interval that allows for a drift, which is NaN where it is unknown. */
struct estimate estimate_with_drift(struct estimate estimate, double drift);

/* A variance, and what its degrees of freedom are worked out from (Satterthwaite 1946). */
struct spread {
    double variance, weight;
};

/* Adds a variance of so many degrees of freedom; 0: unknown, and taken as many. */
void spread_add(struct spread *spread, double variance, double freedom);

/* The ratio of two means of logarithms (Welch, Biometrika 34, 1947). Its interval misses the truth
 * with probability `chance`. */
struct estimate estimate_of_logarithms(double log_ratio, const struct spread *spread,
                                       double chance);

/* The median of `count` numbers, which are put in order. Its interval goes from one order statistic
 * to another, `deviations` standard deviations of a binomial variable from the middle; of few
 * numbers it is their whole range. */
struct estimate estimate_of_median(double *numbers, int count, double deviations);

/* The drift of a target in a run: its fastest copy over its slowest, 1 or more. All studies have
 * the same copy, so this is how far the machine itself changed during the run. NaN where fewer than
 * two copies are valid. */
double drift_of_copies(const struct dataset *set, const char *target);

/* The drift of every target: "cpu 19 %, gpu0 0.05 %". Returns text. */
const char *drift_text(const struct dataset *set, char *text, size_t size);

#endif
