/* The numbers of captions with their intervals, and how two points compare.
 *
 * A point's interval is that of results.csv: the bootstrap 95 % interval of the median of its
 * samples. Ratios are made from unrounded numbers. */
#ifndef PLOTS_ESTIMATE_H
#define PLOTS_ESTIMATE_H

#include "plots/compare/verdict.h"

struct chart;
struct row;

/* The amount that the chart shows for a point; without an interval both ends equal the value. */
struct estimate estimate_amount(const struct chart *chart, const struct row *point);

/* The amount as a speed (larger is better): its reciprocal if smaller is better. */
struct estimate estimate_speed(const struct chart *chart, const struct row *point);

/* Useful bytes per nanosecond. */
struct estimate estimate_rate(const struct row *point);

/* Nanoseconds per pass. */
struct estimate estimate_time(const struct row *point);

/* Speed of point `a` divided by that of `b`. Speeds within 1 % are equal; the drift is that of
 * their targets' copies. */
struct comparison compare_points(const struct row *a, struct estimate speed_a, const struct row *b,
                                 struct estimate speed_b);

/* The same comparison, by the amounts that the chart shows and by useful bytes per nanosecond. */
struct comparison compare_told(const struct chart *chart, const struct row *a, const struct row *b);
struct comparison compare_rates(const struct row *a, const struct row *b);

/* Whether a comparison contradicts the lesson that both are equal: they differ by more than 10
 * %. */
bool is_unequal(const struct comparison *comparison, const struct row *a, const struct row *b);

#endif
