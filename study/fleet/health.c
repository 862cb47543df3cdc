#include "study/fleet/health.h"

#include "study/plan/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points to measure, the most informative first. Each row selects one point of a target: the one
 * whose parameter is nearest to `value`. */
static const struct probe {
    const char *pattern, *parameter;
    double value;
    bool cpu, gpu;
} probes[] = {
    {"copy", "-", 0, true, true},                            /* bandwidth of memory */
    {"intensity", "iterations", 512, true, true},            /* arithmetic: the clock */
    {"chase", "footprint", 1e12, true, true},                /* latency of memory */
    {"chase", "footprint", 16384, true, true},               /* of the L1: the clock */
    {"gather", "window", 1e12, true, true},                  /* pages and random access */
    {"transfer_in_pinned", "footprint", 6.4e7, false, true}, /* the link */
    {"transfer_out", "footprint", 6.4e7, false, true},
    {"sum", "footprint", 1e12, true, true},  /* loads alone */
    {"chase", "footprint", 1e6, true, true}, /* latency of the L2 */
    {"banks", "stride", 32, false, true},
    {"contention", "cells", 1, true, true}, /* atomics */
    {"matrix_columns", "edge", 4096, true, true},
    {"order", "run", 1, true, true},
    {"copy", "footprint", 2.5e5, true, true}, /* bandwidth of a cache */
    {"launch", "threads", 1e12, true, true},
};

static double distance(const struct contrast_point *point, double value)
{
    const double own = strtod(point->field[POINT_VALUE], NULL);
    return fabs(log2((own + 1) / (value + 1)));
}

/* Whether a run without --set and --sweep measures the point, so that it can be measured here. */
static bool is_planned(const struct contrast_point *point)
{
    return strcmp(point->field[POINT_SETTINGS], "-") == 0 && study_find(point->field[POINT_STUDY]);
}

static const struct contrast_point *nearest(const struct contrast *contrast, const char *target,
                                            const struct probe *probe)
{
    const struct contrast_point *best = NULL;
    for (int i = 0; i < contrast->count; i++) {
        const struct contrast_point *point = contrast->points[i];
        if (point->side[0].runs == 0 || strcmp(point->field[POINT_TARGET], target) != 0 ||
            strcmp(point->field[POINT_PATTERN], probe->pattern) != 0 ||
            strcmp(point->field[POINT_PARAMETER], probe->parameter) != 0 || !is_planned(point))
            continue;
        if (!best || distance(point, probe->value) < distance(best, probe->value))
            best = point;
    }
    return best;
}

int health_choose(const struct contrast *contrast, const char *target, bool gpu, int most,
                  struct health_point *points)
{
    int count = 0;
    for (size_t i = 0; i < sizeof probes / sizeof *probes && count < most; i++) {
        const struct contrast_point *point =
            (gpu ? probes[i].gpu : probes[i].cpu) ? nearest(contrast, target, &probes[i]) : NULL;
        bool is_new = point != NULL;
        for (int j = 0; j < count; j++)
            is_new &= points[j].baseline != point;
        if (is_new)
            points[count++] = (struct health_point){.baseline = point};
    }
    return count;
}

bool health_is_judged(const struct health_point *point)
{
    return point->is_measured && point->baseline->judged;
}

bool health_is_slow(const struct health_point *point)
{
    return health_is_judged(point) && is_much_slower(&point->baseline->speed);
}

bool health_is_unclear(const struct health_point *point)
{
    return health_is_judged(point) && point->baseline->speed.verdict == VERDICT_INCONCLUSIVE;
}

void health_judge(struct contrast *contrast, const struct health_point *points, int count)
{
    contrast_clear(contrast, 1);
    contrast->several_nodes = true; /* the baseline may be of any node */
    for (int i = 0; i < count; i++) {
        const struct contrast_point *baseline = points[i].baseline;
        struct measured row = {.node = "here",
                               .level = "-",
                               .marks = "-",
                               .valid = "yes",
                               .footprint_bytes = baseline->footprint[0],
                               .elements = points[i].elements,
                               .time_ns = 1,
                               .usable = points[i].is_measured,
                               .comparable = points[i].is_measured,
                               .times_ns = points[i].measured.samples,
                               .speeds = points[i].measured.speed,
                               .samples = points[i].measured.count};
        memcpy(row.field, baseline->field, sizeof row.field);
        contrast_add_row(contrast, 1, &row);
    }
    contrast_end_run(contrast, 1);
    contrast_judge(contrast);
}
