#include "plots/verify/twins.h"

#include "plots/data/median.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_LEAST = 5 };

/* What a file rounds away of a time, what a copier may have, and how much more than that the
 * samples have to spread. */
static const double rounding_ns = 0.011, rounding_share = 1e-5, spread_least = 20;

/* Of a sample of that time, as a share of it. */
static double slack_of(double ns)
{
    return rounding_ns / ns + rounding_share;
}

static bool can_be_told(const double *ordered, int count)
{
    const double least = ordered[0], most = ordered[count - 1];
    return least > 0 && (most - least) / most > spread_least * slack_of(least);
}

static int make_room(struct traces *traces)
{
    if (traces->count < traces->room)
        return 0;
    const int room = traces->room ? 2 * traces->room : 256;
    struct trace *more = realloc(traces->of, sizeof *more * (size_t)room);
    if (!more)
        return -ENOMEM;
    traces->of = more;
    traces->room = room;
    return 0;
}

int traces_add(struct traces *traces, int owner, const struct stated *stated)
{
    const int count = stated->sample_count;
    if (count < SAMPLES_LEAST)
        return 0;
    double *samples = malloc(sizeof *samples * (size_t)count);
    if (!samples || make_room(traces)) {
        free(samples);
        return -ENOMEM;
    }
    memcpy(samples, stated->samples, sizeof *samples * (size_t)count);
    put_in_order(samples, count);
    if (!can_be_told(samples, count)) {
        free(samples);
        return 0;
    }
    traces->of[traces->count++] = (struct trace){.owner = owner,
                                                 .line = stated->row->line,
                                                 .count = count,
                                                 .shape = samples[0] / samples[count - 1],
                                                 .samples = samples};
    return 0;
}

static double slack(const struct trace *a, const struct trace *b)
{
    return slack_of(a->samples[0]) + slack_of(b->samples[0]);
}

/* What times `a` gives `b`; NaN where nothing does. */
static double scale_between(const struct trace *a, const struct trace *b)
{
    const double scale = b->samples[b->count - 1] / a->samples[a->count - 1];
    const double allowed = slack(a, b);
    if (a->count != b->count)
        return NAN;
    for (int i = 0; i < a->count; i++)
        if (fabs(scale * a->samples[i] - b->samples[i]) > allowed * b->samples[i])
            return NAN;
    return scale;
}

static int by_shape(const void *left, const void *right)
{
    const struct trace *a = left, *b = right;
    if (a->shape != b->shape)
        return a->shape < b->shape ? -1 : 1;
    return a->owner != b->owner ? a->owner - b->owner : a->line - b->line;
}

/* The most that two traces of one measurement differ in shape. */
static double widest_slack(const struct traces *traces)
{
    double most = 0;
    for (int i = 0; i < traces->count; i++)
        most = fmax(most, 2 * slack_of(traces->of[i].samples[0]));
    return most;
}

void traces_compare(struct traces *traces, twins_listener *tell, void *context)
{
    if (traces->count == 0)
        return;
    qsort(traces->of, (size_t)traces->count, sizeof *traces->of, by_shape);
    const double widest = widest_slack(traces);
    for (int i = 0; i < traces->count; i++)
        for (int j = i + 1; j < traces->count; j++) {
            const struct trace *a = &traces->of[i], *b = &traces->of[j];
            const double apart = (b->shape - a->shape) / b->shape;
            if (apart > widest)
                break;
            struct twins twins = {.a = a, .b = b};
            if (apart <= slack(a, b) && !isnan(twins.scale = scale_between(a, b)))
                tell(context, &twins);
        }
}

void traces_free(struct traces *traces)
{
    for (int i = 0; i < traces->count; i++)
        free(traces->of[i].samples);
    free(traces->of);
    *traces = (struct traces){.of = NULL};
}
