#include "chart.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool same_target(const struct point *a, const struct point *b)
{
    return a->from == b->from && strcmp(a->target, b->target) == 0;
}

/* Where the size of elements is what is swept, it is no part of what stays the same. */
static int fixed_element(const struct point *point)
{
    return strcmp(point->parameter, "element") == 0 ? 0 : atoi(point->element_bytes);
}

/* Orders points by the series that they belong to. */
static int by_series(const struct point *a, const struct point *b)
{
    int order = (a->from->name != NULL) - (b->from->name != NULL);
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
    const struct point *a = *(const struct point *const *)left;
    const struct point *b = *(const struct point *const *)right;
    int order = by_series(a, b);
    return order ? order : (a->at > b->at) - (a->at < b->at);
}

static int gather_rows(struct chart *chart, const struct dataset *sets, int set_count)
{
    int most = 0;
    for (int s = 0; s < set_count; s++)
        most += sets[s].count;
    chart->rows = calloc(most + 1, sizeof *chart->rows);
    chart->drawn = calloc(most + 1, sizeof *chart->drawn);
    chart->series = calloc(most + 1, sizeof *chart->series);
    if (!chart->rows || !chart->drawn || !chart->series)
        return -ENOMEM;
    for (int s = 0; s < set_count; s++)
        for (int i = 0; i < sets[s].count; i++)
            if (strcmp(sets[s].points[i].study, chart->study) == 0)
                chart->rows[chart->row_count++] = &sets[s].points[i];
    qsort(chart->rows, chart->row_count, sizeof *chart->rows, by_row);
    return 0;
}

/* A series is a stretch of the sorted rows, less those that cannot be drawn. */
static void cut_series(struct chart *chart)
{
    for (int i = 0; i < chart->row_count; i++) {
        const struct point *point = chart->rows[i];
        if (!point->usable || !isfinite(point->at))
            continue;
        const struct point **place = &chart->drawn[chart->drawn_count++];
        *place = point;
        if (place == chart->drawn || by_series(place[-1], point) != 0)
            chart->series[chart->series_count++].points = place;
        chart->series[chart->series_count - 1].count++;
    }
}

static double copy_gbps(const struct chart *chart, const struct point *of)
{
    for (int i = 0; i < chart->row_count; i++) {
        const struct point *row = chart->rows[i];
        if (row->usable && isnan(row->at) && strcmp(row->pattern, "copy") == 0 &&
            same_target(row, of))
            return row->gbps;
    }
    return NAN;
}

struct varying chart_varying(const struct chart *chart)
{
    struct varying varying = {0};
    for (int i = 1; i < chart->series_count; i++) {
        const struct point *a = chart->series[0].points[0], *b = chart->series[i].points[0];
        varying.pattern |= strcmp(a->pattern, b->pattern) != 0;
        varying.element_bytes |= fixed_element(a) != fixed_element(b);
        varying.parameter |= strcmp(a->parameter, b->parameter) != 0;
    }
    return varying;
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

/* A recorded machine's target is named in full: "h200: gpu0 (NVIDIA H200)". */
static void write_target(struct series *series)
{
    const struct point *point = series->points[0]; /* NOLINT: a series has a point */
    const char *title = table_header_value(&point->from->table, point->target);
    if (!point->from->name)
        snprintf(series->target_label, sizeof series->target_label, "%s", point->target);
    else
        snprintf(series->target_label, sizeof series->target_label, "%s: %s (%s)",
                 point->from->name, point->target, title ? title : "?");
}

static void write_label(struct series *series, struct varying varying)
{
    const struct point *point = series->points[0];
    FILE *out = fmemopen(series->label, sizeof series->label, "w");
    if (!out)
        return;
    if (varying.pattern)
        fprintf(out, "%s ", point->pattern);
    if (varying.parameter)
        fprintf(out, "over %s ", point->parameter);
    if (varying.element_bytes)
        fprintf(out, "of %s-byte elements ", point->element_bytes);
    if (varying.pattern || varying.parameter || varying.element_bytes)
        fputs("on ", out);
    fputs(series->target_label, out);
    fclose(out);
    series->label[sizeof series->label - 1] = '\0';
}

static void describe(const struct chart *chart, struct series *series, const struct dataset *own)
{
    const struct point *point = series->points[0]; /* NOLINT: a series has a point */
    series->copy_gbps = copy_gbps(chart, point);
    series->told =
        !point->from->name || !dataset_has(own, chart->study, target_is_gpu(point->target));
    write_target(series);
    write_label(series, chart_varying(chart));
}

int chart_build(struct chart *chart, const char *study, const struct dataset *sets, int set_count)
{
    *chart = (struct chart){.study = study, .parameter = "-"};
    if (gather_rows(chart, sets, set_count))
        return -ENOMEM;
    cut_series(chart);
    for (int i = 0; i < chart->series_count; i++)
        describe(chart, &chart->series[i], &sets[0]);
    if (chart->series_count > 0)
        chart->parameter = chart->series[0].points[0]->parameter;
    return 0;
}

void chart_free(struct chart *chart)
{
    free(chart->rows);
    free(chart->drawn);
    free(chart->series);
    *chart = (struct chart){0};
}
