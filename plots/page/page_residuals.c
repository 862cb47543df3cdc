#include "plots/caption/wording.h"
#include "plots/figure/residual.h"
#include "plots/figure/telling.h"
#include "plots/page/parts.h"
#include "study/base/text.h"

#include <math.h>

/* A median error of this factor means that the model leaves out the decisive cost. */
static const double no_guide = 1.75;

static void write_percent(FILE *out, double fraction)
{
    fprintf(out, "<td class=\"number\">%+.*f&#8239;%%</td>", fabs(fraction) < 0.1, 100 * fraction);
}

static void write_size(FILE *out, double fraction)
{
    if (isnan(fraction))
        fputs("<td class=\"number\">-</td>", out);
    else
        fprintf(out, "<td class=\"number\">%.*f&#8239;%%</td>", fraction < 0.1, 100 * fraction);
}

static void write_row(void *context, const struct chart *chart, const struct residuals *residuals)
{
    const struct page *page = context;
    const struct row *largest = residuals->largest;
    FILE *out = page->out;
    char value[64];
    telling_value(value, sizeof value, chart->telling, largest);
    quote_form(out, "<tr><th scope=\"row\"><a href=\"#%\">%</a></th><td>%</td>", largest->study,
               largest->study, largest->target);
    fprintf(out, "<td class=\"number\">%d</td>", residuals->count);
    write_percent(out, residuals->median);
    write_size(out, residuals->median_absolute);
    write_size(out, residuals->p90_absolute);
    write_size(out, residuals->spread);
    quote_form(out, "<td>%</td>", residuals_within_noise(residuals) ? "yes" : "");
    write_percent(out, residual_of(largest));
    quote_form(out, "<td>%, % %</td><td>%</td></tr>\n", largest->pattern, row_parameter(largest),
               value, residual_bound(largest));
}

/* Calls `tell` with the residuals of each study on each target, in the order of the charts. */
static void each_row(const struct dataset *set, const struct chart *charts, int chart_count,
                     void (*tell)(void *context, const struct chart *chart,
                                  const struct residuals *residuals),
                     void *context)
{
    for (int c = 0; c < chart_count; c++) {
        const struct study_rows *study = dataset_study(set, charts[c].study);
        for (int i = 0; study && i < set->target_count; i++) {
            const struct residuals residuals =
                residuals_among(study->rows, study->count, set, set->targets[i].target);
            if (residuals.count > 0)
                tell(context, &charts[c], &residuals);
        }
    }
}

/* The meanings that the page contains already. */
struct meanings_written {
    FILE *out;
    const char *meanings[64];
    int count;
};

static void write_meaning(void *context, const struct chart *chart,
                          const struct residuals *residuals)
{
    (void)chart;
    struct meanings_written *written = context;
    const struct row *point = residuals->largest;
    const char *meaning = residual_meaning(point);
    for (int i = 0; i < written->count; i++)
        if (written->meanings[i] == meaning)
            return;
    if (written->count == (int)(sizeof written->meanings / sizeof written->meanings[0]))
        return;
    written->meanings[written->count++] = meaning;
    quote_form(written->out, "<div><dt>%, %</dt><dd>%</dd></div>\n", residual_bound(point),
               residual_of(point) < 0 ? "slower" : "faster", meaning);
}

void page_residuals(const struct page *page)
{
    FILE *out = page->out;
    const struct dataset *set = &page->sets[0];
    struct meanings_written written = {.out = out};
    const char *name = dataset_machine(set);
    char summary[256];
    residual_summary(set, summary, sizeof summary);
    if (!*summary)
        return;
    quote_form(
        out,
        "<section id=\"predictions\">\n<h2><span>predictions</span> How good are the "
        "predictions?</h2>\n<p>Before a point is measured, the models count from its address "
        "expressions what a pass needs of each resource: memory and cache bandwidth, "
        "banks of shared memory and L1, latency, arithmetic, launches. The ceiling of each "
        "resource was measured at the start of the run (ceilings.csv). The resource that takes "
        "longest gives the predicted time and is its bound. A residual is the measured "
        "bandwidth divided by the predicted one, minus 1. The %. Points that a run measures "
        "twice, the second time at a random place, show how much of an error is noise.%%%</p>\n",
        summary, name ? " All of them are of " : "", name ? name : "", name ? "." : "");
    page_table_open(out, "", "Residuals",
                    "study|target|points|median residual|median error|90 % below|repeats vary by|"
                    "within the noise|largest residual|its point|bound");
    each_row(set, page->charts, page->chart_count, write_row, (void *)page);
    page_table_close(out);
    fputs("<p>Likely causes of the largest residuals, by the predicted bound:</p>\n"
          "<dl class=\"facts\">\n",
          out);
    each_row(set, page->charts, page->chart_count, write_meaning, &written);
    fputs("</dl>\n</section>\n", out);
}

static void write_largest(FILE *out, const struct chart *chart, const struct row *point)
{
    char value[64];
    const double residual = residual_of(point);
    const double times = residual < 0 ? 1 / (1 + residual) : 1 + residual;
    telling_value(value, sizeof value, chart->telling, point);
    fprintf(out, " Largest error: %s at %s %s ", point->pattern, row_parameter(point), value);
    if (times < 1.1)
        fprintf(out, "is %.1f %% %s than predicted (bound: %s).", 100 * (times - 1),
                residual < 0 ? "slower" : "faster", residual_bound(point));
    else
        fprintf(out, "took %.*f times the predicted time (bound: %s).",
                residual > 0   ? 2
                : times < 9.95 ? 1
                               : 0,
                1 / (1 + residual), residual_bound(point));
}

/* Called for each target of a chart that has a residual, with one of its points. */
typedef void tell_residuals(FILE *out, const struct chart *chart, const struct row *point,
                            const struct residuals *residuals);

static void tell_target(FILE *out, const struct chart *chart, const struct row *point,
                        const struct residuals *residuals)
{
    fprintf(out, " Typical error of the predictions for %s: ", target_slot(point).text);
    fprintf(out, residuals->median_absolute < 0.1 ? "%.2g %%" : "%.0f %%",
            100 * residuals->median_absolute);
    fprintf(out, " (%d point%s%s).", residuals->count, residuals->count == 1 ? "" : "s",
            residuals_within_noise(residuals) ? ", within the noise" : "");
    write_largest(out, chart, residuals->largest);
}

static void warn_of_target(FILE *out, const struct chart *chart, const struct row *point,
                           const struct residuals *residuals)
{
    const double factor = residuals->median_factor;
    (void)chart;
    if (factor >= no_guide)
        fprintf(out,
                " Predictions are no guide for %s here: half of its points are off by a factor of "
                "%.*f or more.",
                target_slot(point).text, factor < 9.95, factor);
}

static void each_target(FILE *out, const struct chart *chart, tell_residuals *tell)
{
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        if (!chart_tells_target(chart, i))
            continue;
        const struct residuals residuals = residuals_among(
            chart->rows, chart->row_count, series->points[0]->from, series->points[0]->target);
        if (residuals.count > 0)
            tell(out, chart, series->points[0], &residuals);
    }
}

void predictions_tell(FILE *out, const struct chart *chart)
{
    each_target(out, chart, tell_target);
}

void predictions_warn(FILE *out, const struct chart *chart)
{
    each_target(out, chart, warn_of_target);
}
