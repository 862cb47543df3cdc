#include "plots/caption/estimate.h"

#include "plots/figure/chart.h"
#include "plots/figure/quantity.h"

#include <math.h>

struct estimate estimate_amount(const struct chart *chart, const struct row *point)
{
    return estimate_between(quantity_median(chart->told, chart, point),
                            quantity_end(chart->told, chart, point, false),
                            quantity_end(chart->told, chart, point, true));
}

struct estimate estimate_speed(const struct chart *chart, const struct row *point)
{
    const struct estimate amount = estimate_amount(chart, point);
    return chart->told->less_is_better
               ? estimate_between(1 / amount.value, 1 / amount.low, 1 / amount.high)
               : amount;
}

struct estimate estimate_rate(const struct row *point)
{
    const double bytes = point->number.useful_bytes;
    return estimate_between(point->gbps, bytes / point->number.ci_high_ns,
                            bytes / point->number.ci_low_ns);
}

struct estimate estimate_time(const struct row *point)
{
    return estimate_between(point->number.time_ns, point->number.ci_low_ns,
                            point->number.ci_high_ns);
}

/* Each point carries the square root of its target's drift, so that their ratio carries the drift
 * once. Points of one run whose copies were not repeated are compared by their samples alone. */
static double drift_of(const struct row *a, const struct row *b)
{
    return sqrt(fmax(1, drift_of_copies(a->from, a->target)) *
                fmax(1, drift_of_copies(b->from, b->target)));
}

struct comparison compare_points(const struct row *a, struct estimate speed_a, const struct row *b,
                                 struct estimate speed_b)
{
    const struct margin margin = {.threshold = 0.01, .drift = drift_of(a, b)};
    return compare_speeds(speed_a, speed_b, margin);
}

struct comparison compare_told(const struct chart *chart, const struct row *a, const struct row *b)
{
    return compare_points(a, estimate_speed(chart, a), b, estimate_speed(chart, b));
}

struct comparison compare_rates(const struct row *a, const struct row *b)
{
    return compare_points(a, estimate_rate(a), b, estimate_rate(b));
}

bool is_unequal(const struct comparison *comparison, const struct row *a, const struct row *b)
{
    const struct margin tenth = {.threshold = 1 - 1 / 1.1, .drift = drift_of(a, b)};
    return compare_ratio(comparison->ratio, tenth).beyond;
}
