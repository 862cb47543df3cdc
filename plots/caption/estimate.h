/* Numbers that are told, with what is known of them.
 *
 * A point's interval is results.csv's: the bootstrap 95 % interval of the median of its samples. A
 * ratio's goes from the lowest numerator over the highest denominator to the highest over the
 * lowest, as the claims' does: it holds at least as often as both intervals do together.
 *
 * Samples of one point lie close together in time. How far the same work varies over a run is seen
 * from the copies that are measured all along: a difference that is no larger than theirs is told
 * as such, and says nothing against a lesson.
 *
 * Ratios are made from unrounded numbers. */
#ifndef PLOTS_ESTIMATE_H
#define PLOTS_ESTIMATE_H

#include <stdbool.h>

struct chart;
struct row;

struct estimate {
    double value, low, high;
};

/* What the chart tells of a point; without an interval both ends are the value. */
struct estimate estimate_amount(const struct chart *chart, const struct row *point);

/* The same where more is better: one over it where less is. */
struct estimate estimate_speed(const struct chart *chart, const struct row *point);

/* Useful bytes per nanosecond. */
struct estimate estimate_rate(const struct row *point);

/* Nanoseconds a pass. */
struct estimate estimate_time(const struct row *point);

struct estimate estimate_ratio(struct estimate a, struct estimate b);

/* Whether the speeds of two points of a target, so many times apart, differ no more than its copies
 * did over the run. Not where the study has no copy. */
bool estimate_within_copies(double ratio, const struct row *point);

/* Whether two are equal: within 1 %, or their intervals overlap. */
bool estimates_tie(struct estimate a, struct estimate b);

#endif
