#include "plots/caption/estimate.h"

#include "plots/figure/chart.h"
#include "plots/figure/quantity.h"

#include <math.h>

static const double equal_within = 1.01;

/* An end that is not known is the value itself. */
static struct estimate between(double value, double a, double b)
{
    return (struct estimate){
        .value = value, .low = fmin(value, fmin(a, b)), .high = fmax(value, fmax(a, b))};
}

struct estimate estimate_amount(const struct chart *chart, const struct row *point)
{
    return between(quantity_median(chart->told, chart, point),
                   quantity_end(chart->told, chart, point, false),
                   quantity_end(chart->told, chart, point, true));
}

struct estimate estimate_speed(const struct chart *chart, const struct row *point)
{
    const struct estimate amount = estimate_amount(chart, point);
    return chart->told->less_is_better ? between(1 / amount.value, 1 / amount.low, 1 / amount.high)
                                       : amount;
}

struct estimate estimate_rate(const struct row *point)
{
    const double bytes = point->number.useful_bytes;
    return between(point->gbps, bytes / point->number.ci_high_ns, bytes / point->number.ci_low_ns);
}

struct estimate estimate_time(const struct row *point)
{
    return between(point->number.time_ns, point->number.ci_low_ns, point->number.ci_high_ns);
}

struct estimate estimate_ratio(struct estimate a, struct estimate b)
{
    return between(a.value / b.value, a.low / b.high, a.high / b.low);
}

static double spread_of(const struct row *point)
{
    const struct dataset *set = point->from;
    for (int i = 0; i < set->target_count && isfinite(point->yardstick.gbps); i++)
        if (set->targets[i].target == point->target && set->targets[i].slowest_gbps > 0)
            return set->targets[i].fastest_gbps / set->targets[i].slowest_gbps;
    return 1;
}

bool estimate_within_copies(double ratio, const struct row *point)
{
    const double spread = spread_of(point);
    return ratio <= spread && ratio >= 1 / spread;
}

bool estimates_tie(struct estimate a, struct estimate b)
{
    return (a.low <= b.high && b.low <= a.high) ||
           fmax(a.value, b.value) <= equal_within * fmin(a.value, b.value);
}
