#include "caption.h"
#include "page.h"
#include "quote.h"
#include "residual.h"

#include <math.h>
#include <string.h>

static void write_percent(FILE *out, double fraction)
{
    fprintf(out, "<td class=\"number\">%+.*f&#8239;%%</td>", fabs(fraction) < 0.1, 100 * fraction);
}

static void write_row(FILE *out, const char *study, const char *target,
                      const struct residuals *residuals)
{
    char value[64];
    const struct point *largest = residuals->largest;
    caption_value(value, sizeof value, largest);
    quote_form(out, "<tr><td><a href=\"#%\">%</a></td><td>%</td>", study, study, target);
    fprintf(out, "<td class=\"number\">%d</td>", residuals->count);
    write_percent(out, residuals->median);
    fprintf(out, "<td class=\"number\">%.*f&#8239;%%</td>", residuals->median_absolute < 0.1,
            100 * residuals->median_absolute);
    write_percent(out, residual_of(largest));
    quote_form(out, "<td>%, % %</td><td>%</td><td>%</td></tr>\n", largest->pattern,
               largest->parameter, value, largest->bound, residual_meaning(largest));
}

/* Whether no earlier point is of the same study and target. */
static bool is_first(const struct dataset *set, int index)
{
    const struct point *point = &set->points[index];
    for (int i = 0; i < index; i++)
        if (strcmp(set->points[i].study, point->study) == 0 &&
            strcmp(set->points[i].target, point->target) == 0)
            return false;
    return true;
}

static void write_rows(FILE *out, const struct dataset *set, const char *study)
{
    for (int i = 0; i < set->count; i++) {
        const struct point *point = &set->points[i];
        struct residuals residuals;
        if (strcmp(point->study, study) == 0 && is_first(set, i) &&
            residuals_among(set->points, set->count, point->target, study, &residuals) == 0 &&
            residuals.count > 0)
            write_row(out, study, point->target, &residuals);
    }
}

void page_residuals(const struct page *page, const struct chart *charts, int chart_count)
{
    FILE *out = page->out;
    char summary[256];
    residual_summary(&page->sets[0], summary, sizeof summary);
    if (!*summary)
        return;
    quote_form(out,
               "<section id=\"residuals\">\n<h2><span>residuals</span> How good are the "
               "predictions?</h2>\n<p>What a pass moves was counted from its address expressions "
               "before it was measured, and its time is that of what it asks most of: ceilings of "
               "sectors or lines, banks, latency, arithmetic and launches, measured at the start "
               "of the run (ceilings.csv). A residual is the measured bandwidth over the predicted "
               "one, less 1. The %.</p>\n",
               summary);
    fputs("<div class=\"wide\"><table>\n<thead><tr><th>study</th><th>target</th><th>points</th>"
          "<th>median</th><th>median of absolutes</th><th>farthest off</th><th>which</th>"
          "<th>bound</th><th>what that means</th></tr></thead>\n<tbody>\n",
          out);
    for (int i = 0; i < chart_count; i++)
        write_rows(out, &page->sets[0], charts[i].study);
    fputs("</tbody></table></div>\n</section>\n", out);
}
