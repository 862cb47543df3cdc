#include "plots/compare/verdict.h"

#include "plots/data/dataset.h"
#include "study/base/median.h"
#include "study/base/text.h"

#include <math.h>
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
        const char *target = set->targets[i].target;
        const double drift = drift_of_copies(set, target);
        if (isnan(drift))
            text_add(text, size, "%s%s unknown (fewer than %d copies)", *text ? ", " : "", target,
                     COPIES_OF_SPREAD);
        else
            text_add(text, size, "%s%s %.2g %%", *text ? ", " : "", target, 100 * (drift - 1));
    }
    return text;
}

/* The value that a normal variable exceeds with probability `above` < 1/2: Newton's method on the
 * logarithm of the tail, which is nearly a parabola. */
static double normal_quantile(double above)
{
    double x = sqrt(-2 * log(above));
    for (int i = 0; i < 8; i++) {
        const double tail = 0.5 * erfc(x * M_SQRT1_2);
        const double density = exp(-x * x / 2) / sqrt(2 * M_PI);
        x += log(tail / above) * tail / density;
    }
    return x;
}

/* Hill's two series: for the middle of the distribution, and for its tails. `a` to `d` are his
 * names. */
static double middle(double both, double n, double a, double b, double c, double d)
{
    const double x = -normal_quantile(both / 2);
    double y = x * x;
    if (n < 5)
        c += 0.3 * (n - 4.5) * (x + 0.6);
    c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c;
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
    return expm1(a * y * y);
}

static double tail(double y, double n, double d)
{
    const double inner = ((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3;
    return ((1 / inner + 0.5 / (n + 4)) * y - 1) * (n + 1) / (n + 2) + 1 / y;
}

double student_quantile(double both, double freedom)
{
    const double n = freedom;
    if (!(n >= 1))
        return INFINITY;
    if (n < 1.0000001)
        return 1 / tan(both * M_PI_2);
    const double a = 1 / (n - 0.5), b = 48 / (a * a);
    const double c = ((20700 * a / b - 98) * a - 16) * a + 96.36;
    const double d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * M_PI_2) * n;
    const double y = pow(d * both, 2 / n);
    return sqrt(n * (y > 0.05 + a ? middle(both, n, a, b, c, d) : tail(y, n, d)));
}
