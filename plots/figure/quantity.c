#include "plots/figure/quantity.h"
#include "plots/figure/chart.h"
#include "plots/figure/telling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double of_copy(const struct chart *chart, const struct row *point, double time_ns)
{
    (void)chart;
    return point->number.useful_bytes / time_ns / point->yardstick.gbps;
}

static double bandwidth(const struct chart *chart, const struct row *point, double time_ns)
{
    (void)chart;
    return point->number.useful_bytes / time_ns;
}

static double an_access(const struct chart *chart, const struct row *point, double time_ns)
{
    (void)chart;
    return time_ns / point->number.elements;
}

static double of_a_worker(const struct chart *chart, const struct row *point, double time_ns)
{
    (void)chart;
    return chart_worker_cost(point, time_ns);
}

static double over_cheapest(const struct chart *chart, const struct row *point, double time_ns)
{
    const struct row *base = quantity_base(&times_cheapest, chart, point);
    return base ? of_a_worker(chart, point, time_ns) / quantity_median(&worker_time, chart, base)
                : NAN;
}

static double over_slowest(const struct chart *chart, const struct row *point, double time_ns)
{
    const struct row *base = quantity_base(&times_slowest, chart, point);
    return base ? quantity_median(&worker_time, chart, base) / of_a_worker(chart, point, time_ns)
                : NAN;
}

/* The point of the plain loop, which is first in the pattern's group, with the same footprint. */
static const struct row *loop_of(const struct chart *chart, const struct row *point)
{
    const char *groups = chart->telling->shown->groups;
    const int group = telling_group(groups, point->pattern);
    for (int i = 0; i < chart->series_count; i++) {
        const struct row *first = chart->series[i].points[0];
        if (same_target(first, point) && telling_leads(groups, first->pattern) &&
            telling_group(groups, first->pattern) == group)
            return series_at(&chart->series[i], point->at);
    }
    return NULL;
}

static double over_loop(const struct chart *chart, const struct row *point, double time_ns)
{
    const struct row *loop = loop_of(chart, point);
    return loop ? point->number.useful_bytes / time_ns / loop->gbps : NAN;
}

static double a_us(const struct chart *chart, const struct row *point, double time_ns)
{
    (void)chart;
    return 1000 * point->number.elements / time_ns;
}

static double in_us(const struct chart *chart, const struct row *point, double time_ns)
{
    (void)chart;
    (void)point;
    return time_ns / 1000;
}

static double arithmetic(const struct chart *chart, const struct row *point, double time_ns)
{
    (void)chart;
    return point->number.elements * point->at / time_ns;
}

/* A multiply-add is two operations. */
static double flops(const struct chart *chart, const struct row *point, double time_ns)
{
    return 2 * arithmetic(chart, point, time_ns);
}

static double flops_a_byte(const struct row *point)
{
    return 2 * point->at * point->number.elements / point->number.useful_bytes;
}

static double load_of(const struct row *point)
{
    return point->number.load_gbps;
}

const struct quantity fraction_of_copy = {.name = "fraction",
                                          .title = "fraction of copy",
                                          .words = " of its copy",
                                          .unit = "%",
                                          .of = of_copy,
                                          .relative = true};
const struct quantity useful_bandwidth = {.name = "gbps",
                                          .title = "GB/s of useful bytes",
                                          .words = " GB/s",
                                          .unit = "% GB/s",
                                          .of = bandwidth};
const struct quantity access_time = {.name = "ns",
                                     .title = "nanoseconds an access",
                                     .words = " ns an access",
                                     .unit = "% ns",
                                     .of = an_access,
                                     .less_is_better = true};
const struct quantity handover_time = {.name = "handover_ns",
                                       .title = "nanoseconds a handover",
                                       .words = " ns a handover",
                                       .unit = "% ns",
                                       .of = an_access,
                                       .less_is_better = true};
const struct quantity loaded_time = {.name = "loaded_ns",
                                     .title = "nanoseconds an access",
                                     .words = " ns an access",
                                     .unit = "% ns",
                                     .of = an_access,
                                     .less_is_better = true,
                                     .over = load_of,
                                     .over_title = "GB/s of the load"};
const struct quantity worker_time = {.name = "worker_ns",
                                     .title = "nanoseconds an element for each core or warp",
                                     .words = " ns an element",
                                     .unit = "% ns",
                                     .of = of_a_worker,
                                     .less_is_better = true};
const struct quantity times_cheapest = {.name = "times_cheapest",
                                        .title = "times the target's fastest point",
                                        .words = " times its shortest time",
                                        .unit = "×%",
                                        .of = over_cheapest,
                                        .less_is_better = true,
                                        .relative = true,
                                        .from_end = true,
                                        .doubles = true};
const struct quantity times_slowest = {.name = "times_slowest",
                                       .title = "times as fast as the target's slowest point",
                                       .words = " times its slowest speed",
                                       .unit = "×%",
                                       .of = over_slowest,
                                       .relative = true,
                                       .from_end = true};
const struct quantity times_loop = {.name = "times_loop",
                                    .title = "times as fast as the loop",
                                    .words = " times as fast as the loop",
                                    .unit = "×%",
                                    .of = over_loop,
                                    .relative = true};
const struct quantity additions = {.name = "additions",
                                   .title = "millions of additions a second",
                                   .words = " million additions a second",
                                   .unit = "% M/s",
                                   .of = a_us};
const struct quantity launch_time = {.name = "us",
                                     .title = "microseconds a launch",
                                     .words = " µs",
                                     .unit = "% µs",
                                     .of = in_us,
                                     .less_is_better = true};
const struct quantity multiply_adds = {.name = "multiply_adds",
                                       .title = "billions of multiply-adds a second",
                                       .words = " billion multiply-adds a second",
                                       .unit = "% G/s",
                                       .of = arithmetic};
const struct quantity operations = {
    .name = "gflops",
    .title = "GFLOP/s (a multiply-add counts as two)",
    .words = " GFLOP/s",
    .unit = "% GFLOP/s",
    .of = flops,
    .over = flops_a_byte,
    .over_title = "floating-point operations for each useful byte",
    .roofline = true,
};

const struct quantity *quantity_named(const char *name)
{
    static const struct quantity *const all[] = {&fraction_of_copy, &useful_bandwidth, &access_time,
                                                 &handover_time,    &worker_time,      &additions,
                                                 &launch_time,      &multiply_adds,    &operations};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    return NULL;
}

const struct row *quantity_base(const struct quantity *quantity, const struct chart *chart,
                                const struct row *point)
{
    const struct chart_target *target = quantity->from_end ? chart_target_of(chart, point) : NULL;
    return !target ? NULL : quantity->less_is_better ? target->fastest : target->slowest;
}

double quantity_median(const struct quantity *quantity, const struct chart *chart,
                       const struct row *point)
{
    return quantity->of(chart, point, point->number.time_ns);
}

double quantity_end(const struct quantity *quantity, const struct chart *chart,
                    const struct row *point, bool high)
{
    double a = quantity->of(chart, point, point->number.ci_low_ns);
    double b = quantity->of(chart, point, point->number.ci_high_ns);
    if (isnan(a) || isnan(b))
        return NAN;
    return high ? fmax(a, b) : fmin(a, b);
}

double quantity_predicted(const struct quantity *quantity, const struct chart *chart,
                          const struct row *point)
{
    return quantity->of(chart, point, point->number.predicted_ns);
}

double quantity_place(const struct quantity *quantity, const struct chart *chart,
                      const struct row *point)
{
    if (quantity->over)
        return quantity->over(point);
    const bool onto = axis_of(chart->telling->shown, point->parameter)->element_added;
    return point->at + (onto ? atoi(point->element_bytes) : 0);
}

bool quantity_known(const struct quantity *quantity, const struct chart *chart)
{
    for (int i = 0; i < chart->drawn_count; i++)
        if (isfinite(quantity_median(quantity, chart, chart->drawn[i])))
            return true;
    return false;
}
