/* Extremes of all results: the points that reach most and least of a copy's speed, and the point at
 * which a CPU and a GPU disagree most. */
#include "plots/caption/estimate.h"
#include "plots/caption/headlines.h"
#include "study/base/message.h"
#include "study/base/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether the row can be ranked by its fraction of a copy's speed: its point and the copy are in
 * memory, not in caches. */
static bool is_ranked(const struct row *row)
{
    return strcmp(row->level, "memory") == 0 && row->usable && !row->hollow &&
           !row_is_baseline(row) && isfinite(row_fraction(row)) && row_fraction(row) > 0;
}

static struct estimate fraction_of(const struct row *row)
{
    const double fraction = row_fraction(row), ns = row->number.time_ns;
    return estimate_between(fraction, fraction * ns / row->number.ci_high_ns,
                            fraction * ns / row->number.ci_low_ns);
}

/* How many other ranked points of its target tie with it. */
static int count_ties(const struct row *row)
{
    const struct dataset *set = row->from;
    int count = 0;
    for (int i = 0; i < set->count; i++) {
        const struct row *other = &set->points[i];
        count += other != row && other->target == row->target && is_ranked(other) &&
                 !compare_points(row, fraction_of(row), other, fraction_of(other)).apart;
    }
    return count;
}

static void put_row(FILE *out, const char *what, const struct row *row)
{
    const int ties = count_ties(row);
    fprintf(out, "  %s %s of it: %s, %s %s", what, DIGITS(row_fraction(row), 2), row->pattern,
            row_parameter(row), row->value);
    if (ties)
        fprintf(out, " (%d more tie%s)", ties, ties == 1 ? "s" : "");
    fputs("\n", out);
}

struct extremes headline_extremes(const struct dataset *set, const char *target)
{
    struct extremes found = {.most = NULL};
    for (int i = 0; i < set->count; i++) {
        const struct row *row = &set->points[i];
        if (row->target != target || !is_ranked(row))
            continue;
        if (!found.least || row_fraction(row) < row_fraction(found.least))
            found.least = row;
        if (!found.most || row_fraction(row) > row_fraction(found.most))
            found.most = row;
    }
    return found;
}

static void put_target(FILE *out, const struct dataset *set, const struct target_rates *rates)
{
    const struct extremes found = headline_extremes(set, rates->target);
    if (rates->fastest_gbps <= 0)
        return;
    fprintf(out, "%s: copy baseline %.4g", rates->target, rates->slowest_gbps);
    if (rates->copies >= COPIES_OF_SPREAD)
        fprintf(out, " to %.4g", rates->fastest_gbps);
    fputs(" GB/s\n", out);
    if (found.least && found.least != found.most) {
        put_row(out, "most ", found.most);
        put_row(out, "least", found.least);
    }
}

/* Strings of one dataset are interned: equal strings have equal pointers. */
static int order_points(const struct row *a, const struct row *b)
{
    const char *const one[] = {a->study, a->pattern, a->parameter, a->value, a->element_bytes},
                      *const two[] = {b->study, b->pattern, b->parameter, b->value,
                                      b->element_bytes};
    return memcmp(one, two, sizeof one);
}

/* Sorts rows of one point next to each other, in the order of the file. */
static int by_point(const void *a, const void *b)
{
    const struct row *const x = *(const struct row *const *)a, *const y =
                                                                   *(const struct row *const *)b;
    const int order = order_points(x, y);
    return order ? order : (x > y) - (x < y);
}

static void compare(struct disagreement *most, const struct row *cpu, const struct row *gpu)
{
    const double factor = cpu && gpu ? fabs(log(row_fraction(cpu) / row_fraction(gpu))) : 0;
    if (factor > most->factor || (factor == most->factor && most->cpu && cpu < most->cpu))
        *most = (struct disagreement){cpu, gpu, factor};
}

/* Compares the rows of one point: the largest difference is between one kind's minimum and the
 * other's maximum. */
static void compare_rows(struct disagreement *most, const struct row *const *rows, size_t count)
{
    const struct row *least[2] = {NULL, NULL}, *largest[2] = {NULL, NULL};
    for (size_t i = 0; i < count; i++) {
        const int kind = rows[i]->gpu;
        if (!least[kind] || row_fraction(rows[i]) < row_fraction(least[kind]))
            least[kind] = rows[i];
        if (!largest[kind] || row_fraction(rows[i]) > row_fraction(largest[kind]))
            largest[kind] = rows[i];
    }
    compare(most, least[0], largest[1]);
    compare(most, largest[0], least[1]);
}

struct disagreement headline_disagreement(const struct dataset *set)
{
    struct disagreement most = {.factor = 0};
    const struct row **rows = needed(malloc(sizeof *rows * (size_t)(set->count + 1)));
    size_t count = 0;
    for (int i = 0; i < set->count; i++)
        if (is_ranked(&set->points[i]))
            rows[count++] = &set->points[i];
    qsort(rows, count, sizeof *rows, by_point);
    for (size_t first = 0, last; first < count; first = last) {
        for (last = first + 1; last < count && order_points(rows[first], rows[last]) == 0;)
            last++;
        compare_rows(&most, rows + first, last - first);
    }
    free(rows);
    return most;
}

static void put_disagreement(FILE *out, const struct dataset *set)
{
    const struct disagreement most = headline_disagreement(set);
    if (most.cpu && most.gpu)
        fprintf(out, "they disagree most on %s, %s %s: %s keeps %.2g of its copy, %s %.2g\n",
                most.cpu->pattern, row_parameter(most.cpu), most.cpu->value, most.cpu->target,
                row_fraction(most.cpu), most.gpu->target, row_fraction(most.gpu));
}

struct quality headline_quality(const struct dataset *set)
{
    struct quality quality = {.invalid = 0};
    for (int i = 0; i < set->count; i++) {
        quality.invalid += !set->points[i].usable;
        quality.marked += set->points[i].usable && set->points[i].hollow;
    }
    return quality;
}

static void put_quality(FILE *out, const struct dataset *set)
{
    const struct quality quality = headline_quality(set);
    if (quality.invalid + quality.marked > 0)
        fprintf(out,
                "of %d points, %d %s no valid time and %d %s marked (columns `valid`, `marks`)\n",
                set->count, quality.invalid, quality.invalid == 1 ? "has" : "have", quality.marked,
                quality.marked == 1 ? "is" : "are");
}

void extremes_write(FILE *out, const struct dataset *set)
{
    for (int i = 0; i < set->target_count; i++)
        put_target(out, set, &set->targets[i]);
    put_disagreement(out, set);
    put_quality(out, set);
}
