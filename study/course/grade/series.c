#include "study/course/grade/answers.h"

#include <math.h>

/* Students' and recorded numbers have been rounded: by that much, or that part of small ones. */
static const double rounding = 0.005;

static struct reading_of ratio(const struct reading_of *a, const struct reading_of *b)
{
    return (struct reading_of){a->value / b->value, a->low / b->high, a->high / b->low, false};
}

static const struct reading_of nowhere = {NAN, NAN, NAN, false};

static struct reading_of place_between(const struct number_series *series, int i, bool open)
{
    const double low = (double)series->at[i], high = (double)series->at[i + 1];
    return (struct reading_of){sqrt(low * high), low, high, open};
}

static bool overlap(const struct reading_of *a, const struct reading_of *b)
{
    return a->low <= b->high && b->low <= a->high;
}

/* The largest step between neighbouring values, up or down. */
static struct reading_of knee(const struct number_series *series)
{
    int widest = -1;
    double most = 0;
    for (int i = 0; i + 1 < series->count; i++) {
        const double step = fabs(log(series->of[i + 1].value / series->of[i].value));
        if (step > most) {
            most = step;
            widest = i;
        }
    }
    return widest < 0 ? nowhere
                      : place_between(series, widest,
                                      overlap(&series->of[widest], &series->of[widest + 1]));
}

static struct reading_of spread(const struct number_series *series)
{
    const struct reading_of *least = &series->of[0], *most = least;
    for (int i = 1; i < series->count; i++) {
        least = series->of[i].value < least->value ? &series->of[i] : least;
        most = series->of[i].value > most->value ? &series->of[i] : most;
    }
    const struct reading_of over = ratio(most, least);
    return (struct reading_of){over.value - 1, fmax(over.low - 1, 0), over.high - 1, false};
}

static struct reading_of crossing(const struct number_series *a, const struct number_series *b)
{
    for (int i = 0; i + 1 < a->count; i++) {
        const double here = a->of[i].value - b->of[i].value;
        const double next = a->of[i + 1].value - b->of[i + 1].value;
        if (here * next <= 0 && (here != 0 || next != 0))
            return place_between(
                a, i, overlap(&a->of[i], &b->of[i]) && overlap(&a->of[i + 1], &b->of[i + 1]));
    }
    return nowhere;
}

struct reading_of series_shape(enum shape_kind shape, const struct number_series *series,
                               const struct number_series *against)
{
    switch (shape) {
    case SHAPE_FALLS_BY:
        return ratio(&series->of[0], &series->of[series->count - 1]);
    case SHAPE_KNEE:
        return knee(series);
    case SHAPE_LEVEL:
        return spread(series);
    case SHAPE_CROSSES:
        return crossing(series, against);
    default:
        return series->of[0];
    }
}

bool reading_is(const struct reading_of *reading, double number, double tolerance, bool is_place)
{
    const double low = is_place ? reading->low : reading->value;
    const double high = is_place ? reading->high : reading->value;
    const double rounded = low != 0 ? rounding * fmin(1, fabs(low)) : rounding;
    return number >= low / (1 + tolerance) - rounded && number <= high * (1 + tolerance) + rounded;
}
