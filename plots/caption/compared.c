#include "plots/caption/compared.h"

#include "plots/data/names.h"

#include <math.h>
#include <string.h>

static const struct row *first_of(const struct series *series)
{
    return series->points[0]; /* a series has points */
}

/* The run's own first series, else the first of all. */
static const struct row *find_subject(const struct chart *chart)
{
    for (int i = 0; i < chart->series_count; i++)
        if (!first_of(&chart->series[i])->from->name)
            return first_of(&chart->series[i]);
    return chart->series_count ? first_of(&chart->series[0]) : NULL;
}

/* The run's own series come first, so the first series of the other kind is its own if it has
 * one. */
static const struct row *find_contrast(const struct chart *chart, const struct row *subject)
{
    const struct row *other_machine = NULL;
    for (int i = 0; i < chart->series_count; i++) {
        const struct row *point = first_of(&chart->series[i]);
        if (point->gpu != subject->gpu)
            return point;
        if (!other_machine && point->from != subject->from)
            other_machine = point;
    }
    return other_machine;
}

struct told told_targets(const struct chart *chart)
{
    struct told told = {.chart = chart, .targets = {find_subject(chart)}};
    if (told.targets[0])
        told.targets[1] = find_contrast(chart, told.targets[0]);
    told.count = (told.targets[0] != NULL) + (told.targets[1] != NULL);
    return told;
}

static bool is_of(const struct selection *selection, const struct row *point)
{
    return same_target(point, selection->target) && word_among(selection->of, point->pattern);
}

bool selection_has(const struct selection *selection, const struct row *point)
{
    return (row_is_compared(point) || (selection->in_caches && row_is_of_other_level(point))) &&
           is_of(selection, point) && (isnan(selection->at) || point->at == selection->at);
}

bool selection_is_busy(const struct selection *selection)
{
    for (int i = 0; i < selection->chart->drawn_count; i++)
        if (selection->chart->drawn[i]->busy &&
            selection_has(selection, selection->chart->drawn[i]))
            return true;
    return false;
}

bool selection_is_wide(const struct selection *selection)
{
    int compared = 0, all = 0;
    for (int i = 0; i < selection->chart->row_count; i++) {
        const struct row *row = selection->chart->rows[i];
        all += is_of(selection, row) && !row_is_baseline(row) &&
               (isnan(selection->at) || row->at == selection->at);
        compared += selection_has(selection, row) && !row_is_baseline(row);
    }
    return 2 * compared > all;
}

bool reaches_end(const struct chart *chart, const struct row *point, bool last)
{
    const double sign = last ? 1 : -1;
    for (int i = 0; i < chart->row_count; i++) {
        const struct row *row = chart->rows[i];
        if (same_target(row, point) && row->pattern == point->pattern &&
            row->parameter == point->parameter && sign * row->at > sign * point->at)
            return false;
    }
    return true;
}

bool selection_varies(const struct selection *selection)
{
    const char *pattern = NULL;
    for (int i = 0; i < selection->chart->drawn_count; i++) {
        const struct row *point = selection->chart->drawn[i];
        if (!is_of(selection, point))
            continue;
        if (pattern && strcmp(pattern, point->pattern) != 0)
            return true;
        pattern = point->pattern;
    }
    return false;
}

static double distance(double value, double wanted)
{
    if (isinf(wanted))
        return wanted > 0 ? -value : value;
    return fabs(value - wanted);
}

/* The value nearest to `wanted` among those farther away than `beyond`; NaN if there is none. */
static double next_nearest(const struct selection *selection, double wanted, double beyond)
{
    double found = NAN;
    for (int i = 0; i < selection->chart->drawn_count; i++) {
        const struct row *point = selection->chart->drawn[i];
        const double far = distance(point->at, wanted);
        if (far > beyond && selection_has(selection, point) &&
            (isnan(found) || far < distance(found, wanted)))
            found = point->at;
    }
    return found;
}

static int count_at(struct selection selection, double value)
{
    int count = 0;
    selection.at = value;
    for (int i = 0; i < selection.chart->drawn_count; i++)
        count += selection_has(&selection, selection.chart->drawn[i]);
    return count;
}

double selection_value(const struct selection *selection, double wanted)
{
    enum { TRIES_MOST = 64 }; /* more values are not searched */
    const double first = next_nearest(selection, wanted, -INFINITY);
    const int needed = selection_varies(selection) ? 2 : 1;
    double value = first;
    for (int i = 0; i < TRIES_MOST && !isnan(value); i++) {
        if (count_at(*selection, value) >= needed)
            return value;
        value = next_nearest(selection, wanted, distance(value, wanted));
    }
    return first;
}
