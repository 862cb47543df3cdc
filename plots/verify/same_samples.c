#include "plots/verify/same_samples.h"

#include "study/base/array.h"
#include "study/base/median.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_LEAST = 5 };

/* The rounding of a time in a file, the rounding that a copier may add, and the spread that samples
 * need as a multiple of both. */
static const double rounding_ns = 0.011, rounding_share = 1e-5, spread_least = 20;

/* The rounding of a sample of that time, as a fraction of it. */
static double slack_of(double ns)
{
    return rounding_ns / ns + rounding_share;
}

static bool can_be_told(const double *ordered, int count)
{
    const double least = ordered[0], most = ordered[count - 1];
    return least > 0 && (most - least) / most > spread_least * slack_of(least);
}

void copy_search_add(struct copy_search *copies, int owner, const struct row *row)
{
    const int count = row->sample_count;
    if (count < SAMPLES_LEAST)
        return;
    double *ns = needed(malloc(sizeof *ns * (size_t)count));
    memcpy(ns, row_samples(row), sizeof *ns * (size_t)count);
    put_in_order(ns, count);
    if (!can_be_told(ns, count)) {
        free(ns);
        return;
    }
    array_make_room(copies->of, copies->count, copies->room);
    copies->of[copies->count++] = (struct row_samples){.owner = owner,
                                                       .line = row->line,
                                                       .count = count,
                                                       .shape = ns[0] / ns[count - 1],
                                                       .ns = ns};
}

static double slack(const struct row_samples *a, const struct row_samples *b)
{
    return slack_of(a->ns[0]) + slack_of(b->ns[0]);
}

/* The factor that turns a's times into b's; NaN if there is none. */
static double scale_between(const struct row_samples *a, const struct row_samples *b)
{
    const double scale = b->ns[b->count - 1] / a->ns[a->count - 1];
    const double allowed = slack(a, b);
    if (a->count != b->count)
        return NAN;
    for (int i = 0; i < a->count; i++)
        if (fabs(scale * a->ns[i] - b->ns[i]) > allowed * b->ns[i])
            return NAN;
    return scale;
}

static int by_place(const struct row_samples *a, const struct row_samples *b)
{
    return a->owner != b->owner ? a->owner - b->owner : a->line - b->line;
}

static int by_shape(const void *left, const void *right)
{
    const struct row_samples *a = left, *b = right;
    if (a->shape != b->shape)
        return a->shape < b->shape ? -1 : 1;
    return by_place(a, b);
}

/* The largest difference in shape between two rows of one measurement. */
static double widest_slack(const struct copy_search *copies)
{
    double most = 0;
    for (int i = 0; i < copies->count; i++)
        most = fmax(most, 2 * slack_of(copies->of[i].ns[0]));
    return most;
}

/* The pair of two hand-ins, created if it is new. */
static struct copy_pair *pair_of(struct copy_pairs *pairs, int a, int b)
{
    for (int i = 0; i < pairs->count; i++)
        if (pairs->of[i].a == a && pairs->of[i].b == b)
            return &pairs->of[i];
    array_make_room(pairs->of, pairs->count, pairs->room);
    pairs->of[pairs->count] = (struct copy_pair){.a = a, .b = b};
    return &pairs->of[pairs->count++];
}

/* Adds two rows to their pair if they come from one measurement. */
static void compare(struct copy_pairs *pairs, const struct row_samples *a,
                    const struct row_samples *b)
{
    const double scale = scale_between(a, b);
    if (isnan(scale))
        return;
    struct copy_pair *pair = pair_of(pairs, a->owner, b->owner);
    if (pair->rows++ == 0 || a->line < pair->line_a) {
        pair->line_a = a->line;
        pair->line_b = b->line;
        pair->scale = scale;
    }
}

static int by_owners(const void *left, const void *right)
{
    const struct copy_pair *a = left, *b = right;
    return a->a != b->a ? a->a - b->a : a->b - b->b;
}

void copy_search_find(struct copy_search *copies, struct copy_pairs *pairs)
{
    *pairs = (struct copy_pairs){.of = NULL};
    if (copies->count)
        qsort(copies->of, (size_t)copies->count, sizeof *copies->of, by_shape);
    const double widest = widest_slack(copies);
    for (int i = 0; i < copies->count; i++) {
        const struct row_samples *a = &copies->of[i], *b = a + 1;
        for (; b < copies->of + copies->count; b++) {
            const double apart = (b->shape - a->shape) / b->shape;
            if (apart > widest)
                break;
            if (apart > slack(a, b))
                continue;
            if (by_place(a, b) > 0)
                compare(pairs, b, a);
            else
                compare(pairs, a, b);
        }
    }
    if (pairs->count)
        qsort(pairs->of, (size_t)pairs->count, sizeof *pairs->of, by_owners);
}

void copy_search_free(struct copy_search *copies)
{
    for (int i = 0; i < copies->count; i++)
        free(copies->of[i].ns);
    free(copies->of);
    *copies = (struct copy_search){.of = NULL};
}
