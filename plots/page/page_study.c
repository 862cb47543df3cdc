/* One study: its question, its figure and caption, and its details in a fold. */
#include "plots/caption/caption.h"
#include "plots/caption/wording.h"
#include "plots/figure/figure.h"
#include "plots/figure/telling.h"
#include "plots/page/parts.h"
#include "study/base/text.h"
#include "study/base/units.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Upper limits for one study: longer lists are slow in a browser and nobody reads them. */
enum { LESSONS_MOST = 64, LEFT_OUT_MOST = 100, FILES_MOST = 64 };

/* Writes <TAG>text</TAG> with the text of `write`; nothing if that is empty. */
static void write_told(FILE *out, const char *tag, const struct chart *chart,
                       void (*write)(FILE *out, const struct chart *chart))
{
    char *text = caption_text_of(write, chart);
    if (text[strspn(text, " ")])
        quote_form(out, "<%>%</%>\n", tag, text, tag);
    free(text);
}

static int write_files(const struct page *page, const struct chart *chart)
{
    int code = 0;
    fputs("<details class=\"files\"><summary>Numbers (CSV)</summary>\n<p>", page->out);
    for (int i = 0; i < chart->series_count && i < FILES_MOST && !code; i++) {
        char name[FIGURE_NAME_SIZE], path[PATH_MAX];
        figure_series_name(name, chart, i);
        snprintf(path, sizeof path, "%.*s/data/%s", PATH_MAX - FIGURE_NAME_SIZE - 8,
                 page->report_dir, name);
        code = page_data_link(page->out, path, name, chart->series[i].label);
        fputs("\n", page->out);
    }
    fputs("</p></details>\n", page->out);
    return code;
}

/* Whether an earlier group of rows has the same pattern; `begins` are the first rows of the
 * groups. */
static bool met_before(const struct chart *chart, const int *begins, int count, int row)
{
    for (int i = 0; i < count; i++)
        if (same_pattern(chart->rows[begins[i]], chart->rows[row]))
            return true;
    return false;
}

/* The first rows of patterns that have a lesson. The lesson of a study's baseline is left out,
 * because it does not explain the study; copy has its lesson in studies that sweep copy itself.
 * Rows are sorted by pattern only within a target. */
static int find_lessons(const struct page *page, const struct chart *chart, int rows[LESSONS_MOST])
{
    int count = 0;
    const char *last = "";
    for (int i = 0; i < chart->row_count && count < LESSONS_MOST; i++) {
        const struct row *point = chart->rows[i];
        if (point->pattern == last || row_is_baseline(point))
            continue;
        last = point->pattern;
        if (page->lesson && page->lesson(last) && !met_before(chart, rows, count, i))
            rows[count++] = i;
    }
    return count;
}

/* Many lessons would be a wall of text, so they are folded. */
static void write_lessons(const struct page *page, const struct chart *chart)
{
    enum { OPEN_MOST = 2 };
    int rows[LESSONS_MOST];
    const int count = find_lessons(page, chart, rows);
    if (count > OPEN_MOST)
        fprintf(page->out, "<details><summary>Lessons of its %d patterns</summary>\n", count);
    for (int i = 0; i < count; i++) {
        const char *pattern = chart->rows[rows[i]]->pattern;
        const char *formula = page->formula ? page->formula(pattern) : NULL;
        char name[FIGURE_NAME_SIZE];
        snprintf(name, sizeof name, "%.*s", pattern_name_length(pattern), pattern);
        quote_form(page->out, "<p class=\"lesson\"><strong>%</strong> ", name);
        if (formula)
            quote_form(page->out, "<code>%</code><br>", formula);
        quote_form(page->out, "%</p>\n", page->lesson(pattern));
    }
    if (count > OPEN_MOST)
        fputs("</details>\n", page->out);
}

/* Names a row in the list of rows that were left out, with the reason. */
static void write_invalid(FILE *out, const struct chart *chart, const struct row *row)
{
    const bool baseline = row_is_baseline(row);
    char value[64];
    telling_value(value, sizeof value, chart->telling, row);
    quote_form(out, "<li>% on %%%%%: %</li>\n", row->pattern, target_slot(row).text,
               baseline ? " (baseline)" : " at ", baseline ? "" : row_parameter(row),
               baseline ? "" : " ", baseline ? "" : value,
               strcmp(row->valid, "yes") != 0 ? row_reason(row)
               : row->usable                  ? "its copy has no valid time"
                                              : "no time was recorded");
}

static bool is_left_out(const struct chart *chart, const struct row *row)
{
    return !row->usable ||
           (isfinite(row->at) && !isfinite(quantity_median(chart->told, chart, row)));
}

static void write_left_out(FILE *out, const struct chart *chart)
{
    int left_out = 0;
    for (int i = 0; i < chart->row_count; i++)
        left_out += is_left_out(chart, chart->rows[i]);
    if (left_out == 0)
        return;
    fprintf(out, "<div class=\"note\"><p>%d of %d points %s not drawn:</p>\n<ul>\n", left_out,
            chart->row_count, left_out == 1 ? "is" : "are");
    int written = 0;
    for (int i = 0; i < chart->row_count && written < LEFT_OUT_MOST; i++)
        if (is_left_out(chart, chart->rows[i])) {
            write_invalid(out, chart, chart->rows[i]);
            written++;
        }
    if (written < left_out)
        fprintf(out, "<li>and %d more: see column valid of results.csv</li>\n", left_out - written);
    fputs("</ul></div>\n", out);
}
static void count_hollow(FILE *out, const struct chart *chart)
{
    const int hollow = chart->hollow_count;
    if (hollow)
        fprintf(out,
                "<p class=\"hollow\">%d of the %d point%s drawn %s ringed (<a "
                "href=\"#reading\">why</a>).</p>\n",
                hollow, chart->drawn_count, chart->drawn_count == 1 ? "" : "s",
                hollow == 1 ? "is" : "are");
}

/* "Copy baseline, 1 in the figure: cpu 78.0 GB/s, band 0.94–1.09" for each target of the run. */
static void tell_copies(FILE *out, const struct chart *chart)
{
    const char *before = "<p>Copy baseline, 1 in the figure: ";
    if (chart->telling->shown->panels[0].quantity != &fraction_of_copy)
        return;
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct yardstick *copy = &series->copy;
        if (!chart_tells_target(chart, i) || !isfinite(copy->gbps))
            continue;
        fputs(before, out);
        quote_form(out, "%", series->target_label);
        fprintf(out, " %s GB/s, band %s", DIGITS(copy->gbps, 4),
                range_slot(copy->low_gbps / copy->gbps, copy->high_gbps / copy->gbps, 2).text);
        before = "; ";
    }
    if (*before == ';')
        fputs(".</p>\n", out);
}

bool page_title(FILE *out, const struct chart *chart)
{
    char *finding = caption_finding(chart);
    const bool found = strcmp(finding, chart->telling->question) != 0;
    if (out)
        quote_form(out, "%", finding);
    free(finding);
    return found;
}

int page_study(const struct page *page, int index)
{
    FILE *out = page->out;
    const struct chart *chart = &page->charts[index];
    quote_form(out, "<section id=\"%\">\n<h2><span>%</span> ", chart->study, chart->study);
    const bool answered = page_title(out, chart);
    fputs("</h2>\n", out);
    if (answered) /* else the question is the title */
        quote_form(out, "<p class=\"question\">%</p>\n", chart->telling->question);
    fputs("<figure>\n", out);
    page_figure(page, index, "");
    write_told(out, "figcaption", chart, caption_write);
    fputs("</figure>\n", out);
    const int code = page->drawn[index] ? write_files(page, chart) : 0;
    write_told(out, "p", chart, predictions_warn);
    count_hollow(out, chart);
    if (chart->telling->lesson)
        quote_form(out, "<p class=\"lesson\">%</p>\n", chart->telling->lesson);
    write_lessons(page, chart);
    page_verdicts(page, chart->study);
    fputs("<details><summary>Predictions and copies</summary>\n", out);
    write_told(out, "p", chart, predictions_tell);
    tell_copies(out, chart);
    fputs("</details>\n", out);
    page_table(out, chart);
    write_left_out(out, chart);
    fputs("</section>\n", out);
    return code;
}
