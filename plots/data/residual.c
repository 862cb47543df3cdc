#include "plots/data/residual.h"
#include "plots/data/median.h"
#include "plots/figure/caption.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What it means that a bound is missed. */
static const struct meaning {
    const char *bound, *slower, *faster;
} meanings[] = {
    {.bound = "sectors",
     .slower = "something beside the sectors holds it up: waits that too few warps cover, pages, "
               "or an order that memory's rows do not like",
     .faster = "caches held more of it than the model gives them"},
    {.bound = "lines",
     .slower = "its lines take longer than a copy's: they conflict in a cache, come where no "
               "prefetcher expects them, or go from core to core, which the model does not know",
     .faster =
         "caches held more of it, or prefetchers saw more of it coming, than the model gives them"},
    {.bound = "banks",
     .slower = "instructions around the tile's accesses take time too",
     .faster = "the tile's accesses meet in fewer banks than the model counts"},
    {.bound = "latency",
     .slower = "each access waits longer, or fewer at once, than in the chase that was measured",
     .faster = "more accesses are under way at once, or they wait for nearer levels, than the "
               "model knows"},
    {.bound = "launch",
     .slower = "starting so many workers takes longer each",
     .faster = "workers start side by side"},
    {.bound = "arithmetic",
     .slower = "instructions beside the multiply-adds take time too",
     .faster = "the arithmetic ceiling was measured while the clock was lower"},
    {.bound = "requests",
     .slower = "instructions beside loads and stores take time too",
     .faster = "requests are made faster here than by the probe"},
    {.bound = "accesses",
     .slower =
         "instructions beside loads and stores take time too, or no vector instructions are used",
     .faster = "accesses are made faster here than by the probe"},
    {.bound = "atomics",
     .slower = "cells fall to fewer slices of the L2 than the model deals them to",
     .faster = "the L2 adds up more of it at once than the model knows"},
};

double residual_of(const struct point *point)
{
    const bool baseline = strcmp(point->value, "-") == 0;
    return point->usable && !baseline ? point->number.predicted_ns / point->number.time_ns - 1
                                      : NAN;
}

/* How many times the prediction is missed, either way. */
static double times_off(const struct point *point)
{
    return fabs(log1p(residual_of(point)));
}

static void take(struct residuals *residuals, double *values, const struct point *point)
{
    const double residual = residual_of(point);
    if (!isfinite(residual))
        return;
    values[residuals->count++] = residual;
    if (!residuals->largest || times_off(point) > times_off(residuals->largest))
        residuals->largest = point;
}

static void summarise(struct residuals *residuals, double *values)
{
    residuals->median = median_of(values, residuals->count);
    for (int i = 0; i < residuals->count; i++)
        values[i] = fabs(values[i]);
    residuals->median_absolute = median_of(values, residuals->count);
}

int residuals_among(const struct point *const *rows, int count, const char *target,
                    struct residuals *residuals)
{
    double *values = malloc(sizeof *values * (size_t)(count + 1));
    *residuals = (struct residuals){.count = 0};
    if (!values)
        return -ENOMEM;
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i]->target, target) == 0)
            take(residuals, values, rows[i]);
    summarise(residuals, values);
    free(values);
    return 0;
}

const char *residual_meaning(const struct point *point)
{
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
        if (strcmp(point->bound, meanings[i].bound) == 0)
            return residual_of(point) < 0 ? meanings[i].slower : meanings[i].faster;
    return "";
}

/* Two digits, or all that stand before the point. */
static void write_percent(FILE *out, double fraction)
{
    fprintf(out, fraction < 0.1 ? "%.2g %%" : "%.0f %%", 100 * fraction);
}

static void write_largest(FILE *out, const struct point *point)
{
    char value[64];
    const double residual = residual_of(point);
    const double times = residual < 0 ? 1 / (1 + residual) : 1 + residual;
    const char *way = residual < 0 ? "slower" : "faster";
    caption_value(value, sizeof value, point);
    fprintf(out, ", farthest %s at %s %s, ", point->pattern, point->parameter, value);
    if (times < 1.1)
        fprintf(out, "%.1f %% %s than its %s allow.", 100 * (times - 1), way, point->bound);
    else
        fprintf(out, "%.*f times %s than by its %s: %s.", times < 9.95 ? 1 : 0, times, way,
                point->bound, residual_meaning(point));
}

static void tell_target(FILE *out, const struct chart *chart, const struct series *like,
                        double *values)
{
    struct residuals residuals = {.count = 0};
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        for (int p = 0; p < series->count && series->told; p++)
            if (same_target(series->points[p], like->points[0]))
                take(&residuals, values, series->points[p]);
    }
    if (residuals.count == 0)
        return;
    summarise(&residuals, values);
    fprintf(out, " Predictions for %s: ", like->target_label);
    write_percent(out, residuals.median_absolute);
    fprintf(out, " off in the median of %d point%s", residuals.count,
            residuals.count == 1 ? "" : "s");
    write_largest(out, residuals.largest);
}

int residual_tell(FILE *out, const struct chart *chart)
{
    double *values = malloc(sizeof *values * (size_t)(chart->drawn_count + 1));
    if (!values)
        return -ENOMEM;
    for (int i = 0; i < chart->series_count; i++)
        if (chart_tells_target(chart, i))
            tell_target(out, chart, &chart->series[i], values);
    free(values);
    return 0;
}

int residual_summary(const struct dataset *set, char *text, size_t size)
{
    const char *before = "median absolute residual: ";
    text[0] = '\0';
    FILE *out = fmemopen(text, size, "w");
    int code = out ? 0 : -ENOMEM;
    for (int i = 0; i < set->target_count && !code; i++) {
        const char *target = set->targets[i].target;
        struct residuals of;
        code = residuals_among(set->by_study, set->count, target, &of);
        if (code || of.count == 0)
            continue;
        fprintf(out, "%s%s ", before, target);
        write_percent(out, of.median_absolute);
        fprintf(out, " of %d points", of.count);
        before = ", ";
    }
    if (out)
        fclose(out);
    text[size - 1] = '\0';
    return code;
}
