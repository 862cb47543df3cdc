#include "plots/page/page.h"
#include "plots/data/draft.h"
#include "plots/figure/figure.h"
#include "plots/figure/residual.h"
#include "plots/figure/telling.h"
#include "plots/quote.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So much of a study is on its page; of more, a browser takes long and a reader nothing. */
enum { LESSONS_MOST = 64, ROWS_MOST = 1000, LEFT_OUT_MOST = 100 };

static void write_pair(FILE *out, const char *key, const char *value)
{
    if (value && strcmp(value, "-") != 0)
        quote_form(out, "<div><dt>%</dt><dd>%</dd></div>\n", key, value);
}

/* A target is a header key that has a companion KEY_detail. */
static void write_targets(FILE *out, const struct table *table)
{
    for (int i = 0; i < table->header_count; i++) {
        const struct table_header *header = &table->headers[i];
        char key[64];
        snprintf(key, sizeof key, "%s_detail", header->key);
        const char *detail = table_header_value(table, key);
        if (detail)
            quote_form(out, "<div><dt>%</dt><dd><strong>%</strong> <small>%</small></dd></div>\n",
                       header->key, header->value, strcmp(detail, "-") == 0 ? "" : detail);
    }
}

static void write_machine(FILE *out, const struct dataset *set)
{
    if (set->name)
        quote_form(out, "<h2 class=\"machine\">Drawn beside: % (recorded)</h2>\n", set->name);
    fputs("<dl class=\"facts\">\n", out);
    write_targets(out, &set->table);
    static const char *const keys[] = {"host", "date", "command", "warpline"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        write_pair(out, keys[i], table_header_value(&set->table, keys[i]));
    fputs("</dl>\n", out);
}

static void write_note(FILE *out, const char *text)
{
    quote_form(out, "<p class=\"note\">%</p>\n", text);
}

static void note_files(const struct page *page)
{
    for (int i = 0; i < page->set_count; i++)
        if (*page->sets[i].note)
            write_note(page->out, page->sets[i].note);
    for (int i = 0; i < page->set_count; i++)
        if (page->sets[i].table.truncated)
            write_note(page->out, "The last line of results.csv is incomplete (was the run "
                                  "killed?) and is left out. The same run command continues from "
                                  "there.");
}

/* Readers must not take a recorded machine's curves for their own. */
static void note_borrowed(const struct page *page, bool gpu)
{
    const struct dataset *own = &page->sets[0], *recorded = &page->sets[1];
    if (page->set_count < 2 || dataset_has(own, NULL, gpu) || !dataset_has(recorded, NULL, gpu))
        return;
    const char *title = table_header_value(&recorded->table, gpu ? "gpu0" : "cpu");
    const char *kind = gpu ? "GPU" : "CPU";
    quote_form(
        page->out,
        "<p class=\"note\">These results have no % points. The % curves come from the recorded "
        "machine % (%), not from this one.</p>\n",
        kind, kind, recorded->name, title ? title : "unnamed");
}

/* Charts come in the order of their tellings: a group's studies are neighbours. */
static void write_contents(FILE *out, const struct chart *charts, int chart_count, bool predicted)
{
    const char *group = "";
    fputs("<nav aria-label=\"Studies\"><dl>\n", out);
    for (int i = 0; i < chart_count; i++) {
        const char *own = charts[i].telling->group;
        if (strcmp(own, group) != 0)
            quote_form(out, "<dt>%</dt><dd>\n", own);
        quote_form(out, "<a href=\"#%\" title=\"%\">%</a>\n", charts[i].study,
                   charts[i].telling->question, charts[i].study);
        group = own;
        if (i + 1 == chart_count || strcmp(charts[i + 1].telling->group, group) != 0)
            fputs("</dd>\n", out);
    }
    fputs("<dt>The sources</dt><dd><a href=\"#claims\">claims</a></dd>\n", out);
    if (predicted)
        fputs("<dt>The models</dt><dd><a href=\"#residuals\">residuals</a></dd>\n", out);
    fputs("</dl></nav>\n", out);
}

int page_begin(const struct page *page, const struct chart *charts, int chart_count,
               const char *problem)
{
    FILE *out = page->out;
    char summary[256];
    const int code = residual_summary(&page->sets[0], summary, sizeof summary);
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<title>warpline report</title>\n<style>\n",
          out);
    fprintf(out, "%s</style>\n</head>\n<body>\n<header>\n<h1>warpline report</h1>\n", page->css);
    for (int i = 0; i < page->set_count; i++)
        write_machine(out, &page->sets[i]);
    if (*problem)
        write_note(out, problem);
    note_files(page);
    const char *unused = table_header_value(&page->sets[0].table, "gpu_unused");
    if (unused)
        quote_form(out, "<p class=\"note\">Measured without the GPU: %.</p>\n", unused);
    note_borrowed(page, true);
    note_borrowed(page, false);
    if (chart_count > 1)
        write_contents(out, charts, chart_count, *summary);
    fputs("</header>\n<main>\n", out);
    return code;
}

static char *caption_of(const struct chart *chart)
{
    struct draft draft;
    int code = draft_open(&draft) ? 0 : -ENOMEM;
    if (!code)
        code = caption_write(draft.out, chart);
    if (!code)
        code = residual_tell(draft.out, chart);
    char *text = draft_close(&draft);
    if (!code)
        return text;
    free(text);
    return NULL;
}

static int write_figure(const struct page *page, const struct chart *chart, bool has_figure)
{
    FILE *out = page->out;
    char stem[100];
    char *caption = caption_of(chart);
    if (!caption)
        return -ENOMEM;
    figure_stem(stem, sizeof stem, chart->study);
    fputs("<figure>\n", out);
    if (has_figure)
        quote_form(out,
                   "<div class=\"picture\"><a href=\"%.png\"><img src=\"%.svg\" "
                   "alt=\"%\" loading=\"lazy\"></a></div>\n",
                   stem, stem, caption);
    quote_form(out, "<figcaption>%</figcaption>\n</figure>\n", caption);
    free(caption);
    return 0;
}

/* Whether an earlier stretch of rows is of the same pattern: `begins` are their first rows. */
static bool met_before(const struct chart *chart, const int *begins, int count, int row)
{
    for (int i = 0; i < count; i++)
        if (strcmp(chart->rows[begins[i]]->pattern, chart->rows[row]->pattern) == 0)
            return true;
    return false;
}

/* The first rows of patterns that have a lesson. A study's baseline explains nothing of it; copy
 * has its lesson where it is what is swept. Rows are sorted by pattern only within a target. */
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

/* Many lessons at once are a wall of text: they are opened on demand. */
static void write_lessons(const struct page *page, const struct chart *chart)
{
    enum { OPEN_MOST = 2 };
    int rows[LESSONS_MOST];
    const int count = find_lessons(page, chart, rows);
    if (count > OPEN_MOST)
        fprintf(page->out, "<details><summary>Lessons of its %d patterns</summary>\n", count);
    for (int i = 0; i < count; i++) {
        const char *pattern = chart->rows[rows[i]]->pattern;
        quote_form(page->out, "<p class=\"lesson\"><code>%</code> %</p>\n", pattern,
                   page->lesson(pattern));
    }
    if (count > OPEN_MOST)
        fputs("</details>\n", page->out);
}

/* How a row is named in the list of what was left out and why. */
static void write_invalid(FILE *out, const struct row *row)
{
    const char *reason = strncmp(row->valid, "no: ", 4) == 0 ? row->valid + 4 : row->valid;
    bool baseline = row_is_baseline(row);
    quote_form(out, "<li>%%% on %%%: %</li>\n", row->from->name ? row->from->name : "",
               row->from->name ? ": " : "", row->pattern, row->target,
               baseline ? " (baseline)" : " at ", baseline ? "" : row->value,
               strcmp(reason, "yes") == 0 ? "no time was recorded" : reason);
}

static void write_left_out(FILE *out, const struct chart *chart)
{
    int left_out = 0;
    for (int i = 0; i < chart->row_count; i++)
        left_out += !chart->rows[i]->usable;
    if (left_out == 0)
        return;
    fprintf(out, "<div class=\"note\"><p>%d of %d points %s invalid and not drawn:</p>\n<ul>\n",
            left_out, chart->row_count, left_out == 1 ? "is" : "are");
    int written = 0;
    for (int i = 0; i < chart->row_count && written < LEFT_OUT_MOST; i++)
        if (!chart->rows[i]->usable) {
            write_invalid(out, chart->rows[i]);
            written++;
        }
    if (written < left_out)
        fprintf(out, "<li>and %d more: see column valid of results.csv</li>\n", left_out - written);
    fputs("</ul></div>\n", out);
}

static void explain_hollow(FILE *out, const struct chart *chart)
{
    int hollow = 0;
    for (int i = 0; i < chart->drawn_count; i++)
        hollow += chart->drawn[i]->hollow;
    if (hollow)
        fprintf(
            out,
            "<p class=\"hollow\">%d of the %d points drawn %s hollow: partly cached, of unknown "
            "cache level, or marked (see the table). Do not compare hollow points with the "
            "others.</p>\n",
            hollow, chart->drawn_count, hollow == 1 ? "is" : "are");
}

/* Above all of what the target's copies reached at that time. */
static bool is_above_copies(const struct row *point)
{
    const double credible = 1.05;
    return strcmp(point->level, "memory") == 0 &&
           point->gbps > credible * point->yardstick.high_gbps;
}

static void explain_above_copy(FILE *out, const struct chart *chart)
{
    int above = 0;
    for (int i = 0; i < chart->drawn_count; i++)
        above += is_above_copies(chart->drawn[i]);
    if (above)
        fprintf(
            out,
            "<p class=\"note\">%d of the %d points drawn %s more than 5&#8239;%% above the fastest "
            "of their target's copies nearest in time. A pattern that only reads or only writes "
            "can be faster than a copy. All others were measured while the machine was quiet, and "
            "the copies while it was busy: compare such points with each other, not with the copy, "
            "or measure again on a quiet machine.</p>\n",
            above, chart->drawn_count, above == 1 ? "is" : "are");
}

/* "cpu 78.0 GB/s, band from 0.94 to 1.09" for each target of the run. */
static void explain_copies(FILE *out, const struct chart *chart)
{
    const char *before = "<p class=\"note\">The target's own copy, 1 in the figure, is the median "
                         "of the copies nearest in time. The band is the spread of these copies: ";
    if (chart->telling->shown->panels[0].quantity != &fraction_of_copy)
        return;
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct yardstick *copy = &series->copy;
        if (!chart_tells_target(chart, i) || !isfinite(copy->gbps))
            continue;
        fputs(before, out);
        quote_form(out, "%", series->target_label);
        fprintf(out, " %.4g GB/s, band from %.2f to %.2f", copy->gbps, copy->low_gbps / copy->gbps,
                copy->high_gbps / copy->gbps);
        before = "; ";
    }
    if (*before == ';')
        fputs(".</p>\n", out);
}

static void write_number(FILE *out, const char *format, double number)
{
    fputs("<td class=\"number\">", out);
    if (isfinite(number))
        fprintf(out, format, number);
    else
        fputs("-", out);
    fputs("</td>", out);
}

static void write_interval(FILE *out, double low, double high)
{
    fputs("<td class=\"number\">", out);
    if (isfinite(low) && isfinite(high))
        fprintf(out, "%.4g&thinsp;–&thinsp;%.4g", low, high);
    else
        fputs("-", out);
    fputs("</td>", out);
}

/* The study's quantities that a table has columns for: what its figure shows, or GB/s. */
static int table_quantities(const struct chart *chart, const struct quantity *quantities[2])
{
    const struct shown_quantity *panels = chart->telling->shown->panels;
    int count = 0;
    for (int i = PANELS - 1; i >= 0; i--)
        if (panels[i].quantity && quantity_known(panels[i].quantity, chart))
            quantities[count++] = panels[i].quantity;
    if (count == 0)
        quantities[count++] = &useful_bandwidth;
    return count;
}

static void write_row(FILE *out, const struct chart *chart, const struct row *row,
                      const struct quantity *const quantities[2], int count)
{
    char value[64], samples[32];
    snprintf(samples, sizeof samples, "%.0f", row->number.samples);
    snprintf(value, sizeof value, "%s", row->value);
    if (isfinite(row->at))
        caption_value(value, sizeof value, chart->telling, row);
    quote_form(out, row->usable ? "<tr>" : "<tr class=\"invalid\">");
    quote_form(out, "<td>%%%</td><td>%</td><td>%</td><td class=\"number\">%</td>",
               row->from->name ? row->from->name : "", row->from->name ? ": " : "", row->target,
               row->pattern, row->parameter, value);
    for (int i = 0; i < count; i++) {
        write_number(out, "%.4g", quantity_median(quantities[i], chart, row));
        write_interval(out, quantity_end(quantities[i], chart, row, false),
                       quantity_end(quantities[i], chart, row, true));
    }
    quote_form(out, "<td class=\"number\">%</td><td>%</td><td>%</td><td>%</td></tr>\n", samples,
               row->level, row->marks, row->valid);
}

static void write_table(FILE *out, const struct chart *chart)
{
    const struct quantity *quantities[2];
    int count = table_quantities(chart, quantities);
    const int rows = chart->row_count < ROWS_MOST ? chart->row_count : ROWS_MOST;
    fprintf(out, rows < chart->row_count ? "<details><summary>%d of" : "<details><summary>All",
            rows);
    fprintf(out, " %d points</summary>\n<div class=\"wide\"><table>\n", chart->row_count);
    fputs("<thead><tr><th>target</th><th>pattern</th><th>parameter</th><th>value</th>", out);
    for (int i = 0; i < count; i++)
        quote_form(out, "<th>%</th><th>95&#8239;&percnt; interval</th>", quantities[i]->title);
    fputs("<th>samples</th><th>level</th><th>marks</th><th>valid</th></tr></thead>\n<tbody>\n",
          out);
    for (int i = 0; i < rows; i++)
        write_row(out, chart, chart->rows[i], quantities, count);
    fputs("</tbody></table></div></details>\n", out);
}

int page_study(const struct page *page, const struct chart *chart, bool has_figure)
{
    FILE *out = page->out;
    quote_form(out, "<section id=\"%\">\n<h2><span>%</span> %</h2>\n", chart->study, chart->study,
               chart->telling->question);
    const int code = write_figure(page, chart, has_figure);
    explain_copies(out, chart);
    explain_hollow(out, chart);
    explain_above_copy(out, chart);
    write_left_out(out, chart);
    write_lessons(page, chart);
    write_table(out, chart);
    fputs("</section>\n", out);
    return code;
}

static void write_environment(FILE *out, const struct dataset *set)
{
    quote_form(out, "<details><summary>Environment of %</summary>\n<dl class=\"facts\">\n",
               set->name ? set->name : "this run");
    for (int i = 0; i < set->table.header_count; i++)
        write_pair(out, set->table.headers[i].key, set->table.headers[i].value);
    fputs("</dl></details>\n", out);
}

static char *shell_word(const char *text)
{
    struct draft draft;
    if (draft_open(&draft))
        quote_shell(draft.out, text);
    return draft_close(&draft);
}

int page_end(const struct page *page)
{
    FILE *out = page->out;
    fputs("</main>\n<footer>\n<h2>How to read the figures</h2>\n"
          "<p>GB/s count useful bytes only (1 GB = 10<sup>9</sup> bytes): what the algorithm asked "
          "for, not what the memory system moved. Points are medians; bars are the bootstrap "
          "95&#8239;% interval of the median. Lines are predictions: they use the measured "
          "ceilings, but no measured point. Fractions are of the same target's own copy, which is "
          "the median of the copies measured nearest in time; the band is the spread of these "
          "copies.</p>\n"
          "<h2>Environment</h2>\n",
          out);
    for (int i = 0; i < page->set_count; i++)
        write_environment(out, &page->sets[i]);
    char *folder = shell_word(page->report_dir);
    quote_form(out,
               "<h2>To draw a figure again</h2>\n<pre><code>cd % &amp;&amp; gnuplot "
               "data/STUDY.gp</code></pre>\n"
               "<p>STUDY is the name before a section's question; the numbers are in data/*.csv. "
               "Each figure is shown as SVG; a click on it opens the PNG.</p>\n",
               folder ? folder : "");
    const int code = folder ? 0 : -ENOMEM;
    free(folder);
    fputs("</footer>\n</body>\n</html>\n", out);
    return code;
}
