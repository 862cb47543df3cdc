#include "plots/compare/verdict.h"

#include "plots/data/dataset.h"
#include "plots/data/median.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *verdict_word(enum verdict verdict)
{
    static const char *const words[] = {"faster", "slower", "same", "inconclusive"};
    return words[verdict];
}

static enum verdict judge(struct estimate ratio, double least)
{
    if (ratio.low >= least && ratio.high <= 1 / least)
        return VERDICT_SAME;
    if (ratio.low > 1)
        return VERDICT_FASTER;
    return ratio.high < 1 ? VERDICT_SLOWER : VERDICT_INCONCLUSIVE;
}

static bool is_beyond(struct estimate ratio, double least)
{
    return ratio.high < least || ratio.low > 1 / least;
}

/* The drift widens the interval, which must not make a verdict clearer: a ratio that is the same by
 * its samples does not become faster. */
struct comparison compare_ratio(struct estimate ratio, struct margin margin)
{
    const double least = 1 - margin.threshold;
    const struct estimate widened = estimate_with_drift(ratio, margin.drift);
    const enum verdict by_samples = judge(ratio, least), verdict = judge(widened, least);
    return (struct comparison){.ratio = ratio,
                               .verdict = verdict == by_samples ? verdict : VERDICT_INCONCLUSIVE,
                               .by_samples = by_samples,
                               .beyond = is_beyond(widened, least),
                               .far = ratio.value < least || ratio.value > 1 / least,
                               .apart = is_beyond(ratio, least)};
}

bool is_within_drift(const struct comparison *comparison)
{
    return comparison->verdict != comparison->by_samples;
}

struct comparison compare_speeds(struct estimate a, struct estimate b, struct margin margin)
{
    return compare_ratio(estimate_ratio(a, b), margin);
}

bool is_much_slower(const struct comparison *comparison)
{
    return comparison->verdict == VERDICT_SLOWER && comparison->far;
}

struct estimate estimate_between(double value, double a, double b)
{
    return (struct estimate){
        .value = value, .low = fmin(value, fmin(a, b)), .high = fmax(value, fmax(a, b))};
}

struct estimate estimate_ratio(struct estimate a, struct estimate b)
{
    return (struct estimate){a.value / b.value, a.low / b.high, a.high / b.low};
}

struct estimate estimate_product(struct estimate a, struct estimate b)
{
    return (struct estimate){a.value * b.value, a.low * b.low, a.high * b.high};
}

struct estimate estimate_with_drift(struct estimate estimate, double drift)
{
    const double assumed = 2, factor = isnan(drift) ? assumed : drift;
    return (struct estimate){estimate.value, estimate.low / factor, estimate.high * factor};
}

struct estimate estimate_of_median(double *numbers, int count, double deviations)
{
    const double reach = deviations * sqrt(count) / 2, middle = (count - 1) / 2.0;
    const int low = (int)floor(middle - reach), high = (int)ceil(middle + reach);
    if (count == 0)
        return (struct estimate){NAN, NAN, NAN};
    return (struct estimate){.value = median_of(numbers, count), /* sorts the numbers */
                             .low = numbers[low < 0 ? 0 : low],
                             .high = numbers[high >= count ? count - 1 : high]};
}

double drift_of_copies(const struct dataset *set, const char *target)
{
    for (int i = 0; i < set->target_count; i++)
        if (strcmp(set->targets[i].target, target) == 0 &&
            set->targets[i].copies >= COPIES_OF_SPREAD)
            return set->targets[i].fastest_gbps / set->targets[i].slowest_gbps;
    return NAN;
}

const char *drift_text(const struct dataset *set, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < set->target_count; i++) {
        const size_t length = strlen(text);
        const char *target = set->targets[i].target;
        const double drift = drift_of_copies(set, target);
        if (isnan(drift))
            snprintf(text + length, size - length, "%s%s unknown (fewer than %d copies)",
                     length ? ", " : "", target, COPIES_OF_SPREAD);
        else
            snprintf(text + length, size - length, "%s%s %.2g %%", length ? ", " : "", target,
                     100 * (drift - 1));
    }
    return text;
}
