#include "plots/page/page.h"
#include "plots/caption/caption.h"
#include "plots/caption/headlines.h"
#include "plots/figure/figure.h"
#include "plots/figure/inline_svg.h"
#include "plots/figure/map.h"
#include "plots/figure/residual.h"
#include "plots/figure/telling.h"
#include "plots/page/parts.h"
#include "study/base/file.h"
#include "study/base/process.h"
#include "study/base/text.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void page_note(FILE *out, const char *text)
{
    quote_form(out, "<p class=\"note\">%</p>\n", text);
}

static void write_base64(FILE *out, const unsigned char *bytes, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        const unsigned second = i + 1 < length ? bytes[i + 1] : 0;
        const unsigned third = i + 2 < length ? bytes[i + 2] : 0;
        const unsigned three = (unsigned)bytes[i] << 16 | second << 8 | third;
        fputc(digits[three >> 18], out);
        fputc(digits[three >> 12 & 63], out);
        fputc(i + 1 < length ? digits[three >> 6 & 63] : '=', out);
        fputc(i + 2 < length ? digits[three & 63] : '=', out);
    }
}

void page_data(FILE *out, const char *text)
{
    for (const char *at = text; *at; at++)
        if (isalnum((unsigned char)*at) || strchr(" -_.=:/'(),", *at))
            fputc(*at, out);
        else
            fprintf(out, "%%%02X", (unsigned char)*at);
}

int page_data_link(FILE *out, const char *path, const char *name, const char *label)
{
    /* A longer file is compressed, where there is a gzip: base64 of it has a quarter of the bytes.
     * No browser opens a page with a much longer one: that is named, but stays in its folder. */
    enum { PLAIN_MOST = 1 << 18, BYTES_MOST = 1 << 22 };
    char *text = NULL;
    size_t length = 0;
    struct process_end gzip = {0};
    const int code = file_read(path, BYTES_MOST, &text, &length, NULL, 0);
    const char *const arguments[] = {"gzip", "-9nc", NULL};
    const struct process_order order = {.arguments = arguments, .input = text};
    const bool packed =
        !code && length > PLAIN_MOST && process_run(&order, &gzip) == 0 && process_succeeded(&gzip);
    if (code) {
        quote_form(out, "% (in the folder of results)", label);
    } else if (packed) {
        quote_form(out, "<a download=\"%.gz\" href=\"data:application/gzip;base64,", name);
        write_base64(out, (const unsigned char *)gzip.text[PROCESS_OUTPUT],
                     gzip.length[PROCESS_OUTPUT]);
        quote_form(out, "\">%.gz</a>", label);
    } else {
        quote_form(out, "<a download=\"%\" href=\"data:text/csv;charset=utf-8,", name);
        page_data(out, text);
        quote_form(out, "\">%</a>", label);
    }
    process_end_free(&gzip);
    free(text);
    return code == -EINVAL || code == -ENOENT ? 0 : code;
}

/* The kind of target in a column of a figure: CPUs are left where there are both. */
static const char *kind_of(const struct chart *chart, int column)
{
    bool has[2] = {false, false};
    for (int i = 0; i < chart->series_count; i++)
        has[chart->series[i].points[0]->gpu] = true;
    return (has[0] && has[1] ? column : has[1]) ? "GPU" : "CPU";
}

void page_figure(const struct page *page, int index, const char *place)
{
    const struct chart *chart = &page->charts[index];
    char stem[100], path[PATH_MAX], prefix[40], name[140];
    figure_stem(stem, sizeof stem, chart->study);
    if (!page->drawn[index])
        return;
    char *finding = caption_finding(chart);
    if (chart_is_map(chart)) /* may be wider than a phone, then it scrolls */
        quote_form(
            page->out,
            "<div class=\"picture wide\" tabindex=\"0\" role=\"region\" aria-label=\"% of %\">\n",
            *place ? "First map" : "Map", chart->study);
    else
        fputs("<div class=\"picture\">\n", page->out);
    for (int column = 0; column < PANELS; column++) { /* the second one can be absent */
        snprintf(path, sizeof path, "%.*s/%s%s.svg", PATH_MAX - 120, page->report_dir, stem,
                 column ? "-2" : "");
        /* A study's name has no dot. */
        snprintf(prefix, sizeof prefix, "%s%c%d.", place, "fg"[column], index);
        snprintf(name, sizeof name, "%.100s on the %s", chart->study, kind_of(chart, column));
        inline_svg(page->out, path, prefix, name, finding);
    }
    fputs("</div>\n", page->out);
    free(finding);
}

double page_transfer_gbps(const struct page *page, bool in)
{
    const struct series *series = chart_find(chart_of(page->charts, page->chart_count, "transfer"),
                                             in ? "transfer_in" : "transfer_out", true);
    return series ? series->points[series->count - 1]->gbps : NAN;
}

/* "This machine: cpu Intel(R) Xeon(R) Processor, gpu0 NVIDIA H200". A target is a header key that
 * has a companion KEY_detail. */
static void write_machine(FILE *out, const struct dataset *set)
{
    const char *before = " ";
    if (set->name)
        quote_form(out, "<p class=\"machine\">Compared with: %:", set->name);
    else
        quote_form(out, "<p class=\"machine\">Measured on%%%", set->called ? " " : "",
                   set->called ? set->called : "", set->called ? ":" : "");
    for (int i = 0; i < set->table.header_count; i++) {
        const struct table_header *header = &set->table.headers[i];
        char key[64];
        snprintf(key, sizeof key, "%s_detail", header->key);
        if (!table_header_value(&set->table, key))
            continue;
        quote_form(out, "%<strong>%</strong> (%)", before, header->value, header->key);
        before = ", ";
    }
    const char *date = table_header_value(&set->table, "date");
    quote_form(out, "%%. <a href=\"#machine\">Machine sheet</a></p>\n", date ? ", " : "",
               date ? date : "");
}

static void note_files(const struct page *page)
{
    if (*page->follows)
        page_note(page->out, page->follows);
    for (int i = 0; i < page->set_count; i++)
        if (*page->sets[i].note)
            page_note(page->out, page->sets[i].note);
    for (int i = 0; i < page->set_count; i++)
        if (page->sets[i].table.truncated)
            page_note(page->out, "The last line of results.csv is incomplete (was the run "
                                 "killed?) and is left out. The same run command continues from "
                                 "there.");
    const char *unused = table_header_value(&page->sets[0].table, "gpu_unused");
    if (unused)
        quote_form(page->out, "<p class=\"note\">Measured without the GPU: %.</p>\n", unused);
}

/* Warns readers that some curves are of a recorded machine, not of the readers' own. */
static void note_borrowed(const struct page *page, bool gpu)
{
    int lender = 0;
    while (lender < page->set_count && !dataset_has(&page->sets[lender], NULL, gpu))
        lender++;
    if (lender == 0 || lender == page->set_count)
        return;
    const struct dataset *recorded = &page->sets[lender];
    const char *title = table_header_value(&recorded->table, gpu ? "gpu0" : "cpu");
    const char *kind = gpu ? "GPU" : "CPU";
    quote_form(
        page->out,
        "<p class=\"note\">These results have no % points. The % curves come from the machine "
        "% (%), not from this one.</p>\n",
        kind, kind, recorded->name, title ? title : "unnamed");
}

struct swing {
    const struct series *of;
    double low, high;
};

static struct swing swing_of(const struct chart *chart, const struct series *series)
{
    struct swing swing = {.of = series, .low = INFINITY};
    for (int i = 0; i < series->count; i++) {
        const double y = quantity_median(chart->told, chart, series->points[i]);
        if (y > 0) {
            swing.low = fmin(swing.low, y);
            swing.high = fmax(swing.high, y);
        }
    }
    return swing;
}

/* The widest swing of a series that captions describe, on the GPU if any has two points there. */
static struct swing widest_swing(const struct chart *chart)
{
    struct swing widest = {.of = NULL};
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct swing own = swing_of(chart, series);
        if (!series->told || series->count < 2 || own.high < own.low)
            continue;
        const int newer = widest.of ? series->points[0]->gpu - widest.of->points[0]->gpu : 1;
        if (newer > 0 || (newer == 0 && own.high * widest.low > widest.high * own.low))
            widest = own;
    }
    return widest;
}

/* The course of a study in 60 by 16 pixels, by logarithm. */
static void write_spark(FILE *out, const struct chart *chart)
{
    const struct swing swing = widest_swing(chart);
    if (!swing.of)
        return;
    const double scale = 12 / log(fmax(swing.high / swing.low, 2)); /* noise stays flat */
    fputs(" <svg class=\"spark\" viewBox=\"0 0 60 16\" aria-hidden=\"true\"><path d=\"M", out);
    for (int i = 0; i < swing.of->count; i++) {
        const double y = quantity_median(chart->told, chart, swing.of->points[i]);
        if (y > 0)
            fprintf(out, "%.0f %.1f ", 2 + 56.0 * i / (swing.of->count - 1),
                    14 - scale * log(y / swing.low));
    }
    fputs("\"/></svg>", out);
}

/* Charts are in the order of their tellings, so studies of one group are adjacent. */
static void write_contents(const struct page *page)
{
    const struct chart *charts = page->charts;
    const char *group = "";
    FILE *out = page->out;
    char summary[256];
    residual_summary(&page->sets[0], summary, sizeof summary);
    fputs("<nav aria-label=\"Studies\">\n<h2>Studies</h2>\n"
          "<p><small>A number is from its study's title and of the GPU (without one, of the CPU). "
          "×: times as fast, or as long. Without a unit: fraction of copy.</small></p>\n<dl>\n",
          out);
    for (int i = 0; i < page->chart_count; i++) {
        const char *own = charts[i].telling->group;
        if (strcmp(own, group) != 0)
            quote_form(out, "<dt>%</dt><dd>\n", own);
        quote_form(out, "<span><a href=\"#%\" title=\"%\">%</a>", charts[i].study,
                   charts[i].telling->question, charts[i].study);
        write_spark(out, &charts[i]);
        char *number = caption_number(&charts[i]);
        quote_form(out, " <small>%</small></span>\n", number);
        free(number);
        group = own;
        if (i + 1 == page->chart_count || strcmp(charts[i + 1].telling->group, group) != 0)
            fputs("</dd>\n", out);
    }
    fputs("<dt>All together</dt><dd><a href=\"#overview\">overview</a>\n"
          "<a href=\"#reading\">how to read</a> <a href=\"#quality\">run quality</a>\n"
          "<a href=\"#claims\">claims</a>\n",
          out);
    fputs(*summary ? "<a href=\"#predictions\">predictions</a>\n" : "", out);
    fputs("<a href=\"#machine\">machine</a></dd>\n</dl></nav>\n", out);
}

/* "warpline: alder, birch" */
static void write_title(const struct page *page)
{
    for (int i = 0; i < page->set_count; i++) {
        const char *name = dataset_machine(&page->sets[i]);
        const char *host = table_header_value(&page->sets[i].table, "host");
        quote_form(page->out, "%%", i ? ", " : "warpline: ",
                   name   ? name
                   : host ? host
                          : "this machine");
    }
}

static void write_head(const struct page *page)
{
    FILE *out = page->out;
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<title>",
          out);
    write_title(page);
    fputs("</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n", out);
    fputs(page->css, out);
    inline_svg_rules(out);
    fputs("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the findings</a>\n"
          "<header>\n<h1>",
          out);
    write_title(page);
    fputs("</h1>\n", out);
    for (int i = 0; i < page->set_count; i++)
        write_machine(out, &page->sets[i]);
    if (*page->problem)
        page_note(out, page->problem);
    for (int i = 0; i < page->set_count; i++)
        if (!page->sets[i].gpus_alone)
            page_busy(out, &page->sets[i]);
    note_files(page);
    note_borrowed(page, true);
    note_borrowed(page, false);
    fputs("</header>\n", out);
    if (page->chart_count > 1)
        write_contents(page);
    fputs("<main id=\"main\">\n", out);
}

static void write_reading(FILE *out)
{
    fputs(
        "<section id=\"reading\">\n<h2>How to read this</h2>\n<ul>\n"
        "<li>GB/s count useful bytes only (1&#8239;GB = 10<sup>9</sup> bytes): what the algorithm "
        "requested, not what the memory system moved.</li>\n"
        "<li>Points are medians, joined by a line. Bars are the bootstrap 95&#8239;% interval of "
        "the median; a point covers a short one.</li>\n"
        "<li>Fractions of copy are of the same target's copy baseline: the median of the copies "
        "measured "
        "nearest in time. The band is the spread of these copies.</li>\n"
        "<li>Points with a ring are partly cached, of unknown cache level, or marked. Do not "
        "compare them with the others. Other load makes a point only slower: its bar reaches to "
        "the shortest sample, and sentences give it as a bound.</li>\n"
        "<li>Points above 1: a pattern that only reads or only writes can be faster than a copy. "
        "All others were measured while the machine was quiet, and the copies while it was "
        "busy.</li>\n"
        "<li>Thin grey lines and dashes are predictions: they use the measured ceilings, but no "
        "measured "
        "point. An arrow at a panel's edge is a prediction outside the panel.</li>\n"
        "<li>The numbers of a figure are in the page: the link is below "
        "it.</li>\n</ul>\n</section>\n",
        out);
}

static void write_headlines(const struct page *page)
{
    const char *before = "<dl class=\"headlines\">\n";
    for (int i = 0; i < HEADLINES; i++) {
        struct headline headline = headline_tell(page->charts, page->chart_count, i);
        if (headline.there) {
            fputs(before, page->out);
            quote_form(
                page->out,
                "<div><dt><a href=\"#%\">%</a></dt><dd><strong>%</strong></dd><dd>%</dd></div>\n",
                headline.link, headline.title, headline.number, headline.meaning);
            before = "";
        }
        headline_free(&headline);
    }
    fputs(*before ? "" : "</dl>\n", page->out);
}

static void write_signature(const struct page *page, const struct chart *chart)
{
    fputs("<figure class=\"signature\">\n", page->out);
    page_figure(page, (int)(chart - page->charts), "top-");
    quote_form(page->out, "<figcaption>% <a href=\"#%\">More</a></figcaption>\n</figure>\n",
               chart->telling->question, chart->study);
}

/* The signature study, or, if it is absent or found nothing, the first study that found something.
 */
static const struct chart *find_leading(const struct page *page)
{
    const struct chart *signature = chart_of(page->charts, page->chart_count, signature_study);
    if (signature && page_title(NULL, signature))
        return signature;
    for (int i = 0; i < page->chart_count; i++)
        if (page_title(NULL, &page->charts[i]))
            return &page->charts[i];
    return signature ? signature : page->charts;
}

/* The leading study's finding and figure, then the headline numbers. A single study leads by
 * itself. */
static void write_answer(const struct page *page)
{
    const struct chart *chart = find_leading(page);
    fputs("<section id=\"answer\">\n<h2>", page->out);
    page_title(page->out, chart);
    fputs("</h2>\n", page->out);
    write_signature(page, chart);
    write_headlines(page);
    fputs("</section>\n", page->out);
}

int page_write(const struct page *page)
{
    const bool leads = page->chart_count > 1;
    int code = 0;
    write_head(page);
    if (leads)
        write_answer(page);
    for (int i = 0; i < page->chart_count && !code; i++)
        code = page_study(page, i);
    if (!leads)
        write_headlines(page);
    page_overview(page);
    write_reading(page->out);
    page_claims(page);
    page_residuals(page);
    if (!code)
        code = page_machines(page);
    page_quality(page);
    fputs("</main>\n</body>\n</html>\n", page->out);
    return code;
}
