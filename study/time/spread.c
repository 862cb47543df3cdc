#include "study/time/timing.h"

#include "study/base/median.h"

#include <math.h>
#include <string.h>

enum { SAMPLES_MAX = 1000 };
static const double fence = 1.5; /* times the interquartile range */

static double quantile(const double *ordered, int count, double share)
{
    const double at = share * (count - 1);
    const int before = (int)at, after = before + 1 < count ? before + 1 : before;
    return ordered[before] + (at - before) * (ordered[after] - ordered[before]);
}

static double deviation_of(const double *samples, int count, double mean)
{
    double squares = 0;
    for (int i = 0; i < count; i++)
        squares += (samples[i] - mean) * (samples[i] - mean);
    return count > 1 ? sqrt(squares / (count - 1)) : 0;
}

static double mad_of(const double *samples, int count, double median)
{
    double distances[SAMPLES_MAX];
    for (int i = 0; i < count; i++)
        distances[i] = fabs(samples[i] - median);
    return median_of(distances, count);
}

static void count_outliers(const double *samples, const bool *is_disturbed, int count,
                           struct spread *spread)
{
    for (int i = 0; i < count; i++) {
        const bool below = samples[i]<spread->fence_low, above = samples[i]> spread->fence_high;
        spread->below += below;
        spread->above += above;
        spread->disturbed += (below || above) && is_disturbed[i];
    }
}

struct spread spread_of(const double *samples, const bool *is_disturbed, int count)
{
    double ordered[SAMPLES_MAX], sum = 0;
    struct spread spread = {.below = 0};
    memcpy(ordered, samples, sizeof *samples * (size_t)count);
    put_in_order(ordered, count);
    for (int i = 0; i < count; i++)
        sum += ordered[i];
    spread.mean = sum / count;
    spread.deviation = deviation_of(samples, count, spread.mean);
    spread.quartile_low = quantile(ordered, count, 0.25);
    spread.quartile_high = quantile(ordered, count, 0.75);
    spread.mad = mad_of(samples, count, quantile(ordered, count, 0.5));
    const double beyond = fence * (spread.quartile_high - spread.quartile_low);
    spread.fence_low = spread.quartile_low - beyond;
    spread.fence_high = spread.quartile_high + beyond;
    count_outliers(samples, is_disturbed, count, &spread);
    return spread;
}

static bool is_outlier(double sample, const struct spread *spread)
{
    return sample < spread->fence_low || sample > spread->fence_high;
}

static void choose_bins(struct histogram *histogram, double high, int count,
                        const struct spread *spread)
{
    const double range = high - histogram->low;
    const double wanted = 2 * (spread->quartile_high - spread->quartile_low) / cbrt(count);
    histogram->bins = 1;
    if (range > 0 && wanted > 0)
        histogram->bins = (int)fmin(ceil(range / wanted), HISTOGRAM_BINS_MAX);
    histogram->width = range / histogram->bins;
}

struct histogram histogram_of(const double *samples, int count, const struct spread *spread)
{
    struct histogram histogram = {.low = INFINITY};
    double high = -INFINITY;
    for (int i = 0; i < count; i++)
        if (!is_outlier(samples[i], spread)) {
            histogram.low = fmin(histogram.low, samples[i]);
            high = fmax(high, samples[i]);
        }
    choose_bins(&histogram, high, count, spread);
    for (int i = 0; i < count; i++) {
        if (is_outlier(samples[i], spread))
            continue;
        const double at = histogram.width > 0 ? (samples[i] - histogram.low) / histogram.width : 0;
        histogram.counts[at < histogram.bins ? (int)at : histogram.bins - 1]++;
    }
    return histogram;
}
