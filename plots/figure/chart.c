#include "plots/figure/chart.h"

#include "plots/figure/telling.h"
#include "study/base/message.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool same_target(const struct row *a, const struct row *b)
{
    return a->from == b->from && strcmp(a->target, b->target) == 0;
}

bool same_pattern(const struct row *a, const struct row *b)
{
    const int length = pattern_name_length(a->pattern);
    return length == pattern_name_length(b->pattern) &&
           strncmp(a->pattern, b->pattern, (size_t)length) == 0;
}

/* The element size of a point, or a constant if the element size itself is swept. */
static int fixed_element(const struct row *point)
{
    return strcmp(point->parameter, "element") == 0 ? 0 : atoi(point->element_bytes);
}

/* Orders points by the series that they belong to. */
static int by_series(const struct row *a, const struct row *b)
{
    int order = (a->from > b->from) - (a->from < b->from); /* NOLINT: existing rows */
    if (order == 0)
        order = strcmp(a->target, b->target);
    if (order == 0)
        order = strcmp(a->pattern, b->pattern);
    if (order == 0)
        order = strcmp(a->parameter, b->parameter);
    if (order == 0)
        order = fixed_element(a) - fixed_element(b);
    return order;
}

static int by_row(const void *left, const void *right)
{
    const struct row *a = *(const struct row *const *)left;
    const struct row *b = *(const struct row *const *)right;
    int order = by_series(a, b);
    return order ? order : (a->at > b->at) - (a->at < b->at);
}

/* Whether a study has points like the row: its pattern over its parameter. */
static bool has_like(const struct study_rows *study, const struct row *row)
{
    for (int i = 0; study && i < study->count; i++)
        if (isfinite(study->rows[i]->at) && strcmp(study->rows[i]->pattern, row->pattern) == 0 &&
            strcmp(study->rows[i]->parameter, row->parameter) == 0 &&
            strcmp(study->rows[i]->element_bytes, row->element_bytes) == 0)
            return true;
    return false;
}

/* The study in set number `s`. A user's sweep (stride_by_stride) has another name in the results
 * that are drawn for comparison: there it is the first study with such points. */
static const struct study_rows *study_in(const struct chart *chart, const struct dataset *sets,
                                         int s)
{
    const struct study_rows *own = dataset_study(&sets[0], chart->study);
    const struct study_rows *study = dataset_study(&sets[s], chart->study);
    for (int i = 0; !study && strstr(chart->study, "_by_") && i < sets[s].study_count; i++)
        for (int r = 0; r < sets[s].studies[i].count && !study; r++)
            if (has_like(own, sets[s].studies[i].rows[r]))
                study = &sets[s].studies[i];
    return study;
}

/* Room for as many rows as the sets have of the study. */
static void make_room(struct chart *chart, const struct dataset *sets, int set_count)
{
    size_t most = 1;
    for (int s = 0; s < set_count; s++) {
        const struct study_rows *study = study_in(chart, sets, s);
        most += study ? (size_t)study->count : 0;
    }
    chart->rows = needed(calloc(most, sizeof *chart->rows));
    chart->drawn = needed(calloc(most, sizeof *chart->drawn));
}

static void gather_rows(struct chart *chart, const struct dataset *sets, int set_count)
{
    for (int s = 0; s < set_count; s++) {
        const struct study_rows *study = study_in(chart, sets, s);
        const bool other = study && strcmp(study->study, chart->study) != 0;
        for (int i = 0; study && i < study->count; i++)
            if ((study->rows[i]->gpu || !sets[s].gpus_alone) &&
                (!other || has_like(dataset_study(&sets[0], chart->study), study->rows[i])))
                chart->rows[chart->row_count++] = study->rows[i];
    }
    qsort(chart->rows, (size_t)chart->row_count, sizeof *chart->rows, by_row);
}

static void gather_drawn(struct chart *chart)
{
    for (int i = 0; i < chart->row_count; i++) {
        const struct row *row = chart->rows[i];
        if (!row->usable || !isfinite(row->at))
            continue;
        chart->drawn[chart->drawn_count++] = row;
    }
}

static void count_drawn(struct chart *chart)
{
    for (int i = 0; i < chart->drawn_count; i++) {
        chart->hollow_count += chart->drawn[i]->hollow;
        chart->predicted_count += isfinite(chart->drawn[i]->number.predicted_ns);
    }
}

static bool begins_series(const struct chart *chart, int i)
{
    return i == 0 || by_series(chart->drawn[i - 1], chart->drawn[i]) != 0;
}

/* A series is a contiguous range of the drawn rows. */
static void cut_series(struct chart *chart)
{
    int count = 0;
    for (int i = 0; i < chart->drawn_count; i++)
        count += begins_series(chart, i);
    chart->series = needed(calloc((size_t)count + 1, sizeof *chart->series));
    chart->targets = needed(calloc((size_t)count + 1, sizeof *chart->targets));
    for (int i = 0; i < chart->drawn_count; i++) {
        if (begins_series(chart, i))
            chart->series[chart->series_count++].points = &chart->drawn[i];
        chart->series[chart->series_count - 1].count++;
    }
}

double chart_worker_cost(const struct row *point, double time_ns)
{
    return time_ns * point->number.workers / point->number.elements;
}

const struct chart_target *chart_target_of(const struct chart *chart, const struct row *point)
{
    for (int i = 0; i < chart->target_count; i++)
        if (same_target(chart->targets[i].any, point))
            return &chart->targets[i];
    return NULL;
}

/* Keeps the point with the larger cost (`more`) or the smaller one; one without a cost is none. */
static void keep_end(const struct row **kept, const struct row *point, bool more)
{
    const double was = chart_worker_cost(*kept, (*kept)->number.time_ns);
    const double is = chart_worker_cost(point, point->number.time_ns);
    if (isnan(was) || (more ? is > was : is < was))
        *kept = point;
}

/* Series are sorted by machine and target, so those of one target are adjacent. */
static void gather_targets(struct chart *chart)
{
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct row *first = series->points[0]; /* NOLINT: a series has points */
        if (i == 0 || !same_target(chart->series[i - 1].points[0], first)) /* NOLINT: it too */
            chart->targets[chart->target_count++] = (struct chart_target){first, first, first};
        struct chart_target *target = &chart->targets[chart->target_count - 1];
        for (int p = 0; p < series->count; p++) {
            const struct row *point = series->points[p]; /* NOLINT: a series has points */
            keep_end(&target->fastest, point, false);
            keep_end(&target->slowest, point, true);
        }
    }
}

struct varying chart_varying(const struct chart *chart)
{
    struct varying varying = {0};
    for (int i = 1; i < chart->series_count; i++) {
        const struct row *a = chart->series[0].points[0], *b = chart->series[i].points[0];
        varying.pattern |= strcmp(a->pattern, b->pattern) != 0;
        varying.element_bytes |= fixed_element(a) != fixed_element(b);
        varying.parameter |= strcmp(a->parameter, b->parameter) != 0;
    }
    return varying;
}

const struct row *series_at(const struct series *series, double at)
{
    int low = 0, high = series ? series->count : 0; /* the result lies between them */
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (series->points[middle]->at < at)
            low = middle + 1;
        else
            high = middle;
    }
    const struct row *point = series && low < series->count ? series->points[low] : NULL;
    return point && point->at == at && row_is_compared(point) ? point : NULL;
}

const struct chart *chart_of(const struct chart *charts, int count, const char *study)
{
    for (int i = 0; i < count; i++)
        if (strcmp(charts[i].study, study) == 0)
            return &charts[i];
    return NULL;
}

const struct series *chart_find(const struct chart *chart, const char *pattern, bool gpu)
{
    for (int i = 0; chart && i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        if (series->told && strcmp(series->points[0]->pattern, pattern) == 0 &&
            series->points[0]->gpu == gpu)
            return series;
    }
    return NULL;
}

const struct row *series_end(const struct chart *chart, const struct series *series,
                             const struct quantity *quantity, bool most)
{
    const struct row *found = NULL;
    double end = NAN;
    for (int i = 0; series && i < series->count; i++) {
        const double amount = quantity_median(quantity, chart, series->points[i]);
        if (!row_is_compared(series->points[i]) || !(amount > 0) ||
            (found && (most ? amount <= end : amount >= end)))
            continue;
        found = series->points[i];
        end = amount;
    }
    return found;
}

bool chart_tells_target(const struct chart *chart, int index)
{
    if (!chart->series[index].told)
        return false;
    for (int i = 0; i < index; i++)
        if (chart->series[i].told &&
            same_target(chart->series[i].points[0], chart->series[index].points[0]))
            return false;
    return true;
}

const char *machine_name(const struct row *point)
{
    return dataset_machine(point->from);
}

/* Names a recorded machine's target in full: "h200: gpu0 (NVIDIA H200)". If there are several such
 * machines, the head of the page names their hardware. */
static void write_target(struct series *series, bool by_name)
{
    const struct row *point = series->points[0]; /* NOLINT: a series has a point */
    const char *title = table_header_value(&point->from->table, point->target);
    if (by_name)
        snprintf(series->target_label, sizeof series->target_label, "%.60s: %s",
                 machine_name(point), point->target);
    else if (!point->from->name)
        snprintf(series->target_label, sizeof series->target_label, "%s", point->target);
    else
        snprintf(series->target_label, sizeof series->target_label, "%s: %s (%s)",
                 point->from->name, point->target, title ? title : "?");
}

static void write_label(struct series *series, struct varying varying)
{
    const struct row *point = series->points[0];
    const bool on = varying.pattern || varying.parameter || varying.element_bytes;
    snprintf(series->label, sizeof series->label, "%s%s%s%s%s%s%s%s%s%s",
             varying.pattern ? point->pattern : "", varying.pattern ? " " : "",
             varying.parameter ? "by " : "", varying.parameter ? point->parameter : "",
             varying.parameter ? " " : "", varying.element_bytes ? "of " : "",
             varying.element_bytes ? point->element_bytes : "",
             varying.element_bytes ? "-byte elements " : "", on ? "on " : "", series->target_label);
}

static bool has_before(const struct dataset *sets, const struct row *point, const char *study)
{
    for (const struct dataset *set = sets; set < point->from; set++)
        if (dataset_has(set, study, point->gpu))
            return true;
    return false;
}

static void describe(struct series *series, struct varying varying, const struct dataset *sets,
                     const struct chart *chart)
{
    const struct row *point = series->points[0]; /* NOLINT: a series has a point */
    series->copy = point->yardstick;
    for (int i = 1; i < series->count && !isfinite(series->copy.gbps); i++)
        series->copy = series->points[i]->yardstick; /* the first copies may be disturbed */
    series->told = !has_before(sets, point, chart->study);
    write_target(series, chart->by_name);
    write_label(series, varying);
}

/* The points of other machines of which the quantity is unknown, such as fractions of a copy that
 * has no time, are not drawn next to the run's own. */
static bool drop_unknown(struct chart *chart)
{
    int count = 0;
    for (int i = 0; i < chart->drawn_count; i++)
        if (isfinite(quantity_median(chart->told, chart, chart->drawn[i])))
            chart->drawn[count++] = chart->drawn[i];
    const bool dropped = count < chart->drawn_count;
    chart->drawn_count = count;
    return dropped;
}

static void make_series(struct chart *chart, const struct dataset *sets)
{
    free(chart->series);
    free(chart->targets);
    chart->series_count = chart->target_count = 0;
    cut_series(chart);
    gather_targets(chart);
    const struct varying varying = chart_varying(chart);
    for (int i = 0; i < chart->series_count; i++)
        describe(&chart->series[i], varying, sets, chart);
}

void chart_build(struct chart *chart, const char *study, const struct telling *telling,
                 const struct dataset *sets, int set_count)
{
    *chart = (struct chart){
        .study = study, .telling = telling, .parameter = "-", .by_name = sets[0].called != NULL};
    make_room(chart, sets, set_count);
    gather_rows(chart, sets, set_count);
    gather_drawn(chart);
    make_series(chart, sets);
    chart->told = told_quantity(chart);
    if (drop_unknown(chart))
        make_series(chart, sets);
    count_drawn(chart);
    if (chart->series_count > 0)
        chart->parameter = chart->series[0].points[0]->parameter;
}

void chart_free(struct chart *chart)
{
    free(chart->rows);
    free(chart->drawn);
    free(chart->series);
    free(chart->targets);
    *chart = (struct chart){0};
}
