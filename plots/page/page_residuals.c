#include "plots/figure/residual.h"
#include "plots/figure/telling.h"
#include "plots/page/parts.h"
#include "study/base/text.h"

#include <math.h>

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
