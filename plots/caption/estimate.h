/* The numbers of captions with their intervals, and how two points compare.
 *
 * A point's interval is that of results.csv: the bootstrap 95 % interval of the median of its
 * samples. Ratios are made from unrounded numbers. */
#ifndef PLOTS_ESTIMATE_H
#define PLOTS_ESTIMATE_H

#include "plots/compare/verdict.h"

struct chart;
struct row;

/* What the chart tells of a point; without an interval both ends are the value. */
struct estimate estimate_amount(const struct chart *chart, const struct row *point);

/* The same where more is better: one over it where less is. */
struct estimate estimate_speed(const struct chart *chart, const struct row *point);

/* Useful bytes per nanosecond. */
struct estimate estimate_rate(const struct row *point);

/* Nanoseconds a pass. */
struct estimate estimate_time(const struct row *point);

/* How fast point `a` is over point `b`: of two speeds of them. Within 1 % they are the same; the
 * drift is that of their targets' copies. */
struct comparison compare_points(const struct row *a, struct estimate speed_a, const struct row *b,
                                 struct estimate speed_b);

/* The same by what the chart tells of them, and by useful bytes per nanosecond. */
struct comparison compare_told(const struct chart *chart, const struct row *a, const struct row *b);
struct comparison compare_rates(const struct row *a, const struct row *b);

/* Whether a comparison is against the lesson that both are equal: more than a tenth apart. */
bool is_unequal(const struct comparison *comparison, const struct row *a, const struct row *b);

#endif
