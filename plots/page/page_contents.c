/* The list of studies: each with the course of its line and the number of its title. */
#include "plots/caption/caption.h"
#include "plots/caption/wording.h"
#include "plots/figure/residual.h"
#include "plots/page/parts.h"
#include "study/base/text.h"
#include "study/base/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct swing {
    const struct series *of;
    double low, high;
};

static struct swing swing_of(const struct chart *chart, const struct series *series)
{
    struct swing swing = {.of = series, .low = INFINITY};
    for (int i = 0; i < series->count; i++) {
        const double y = quantity_median(told_quantity(chart), chart, series->points[i]);
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

/* The factor before `end`, a " times" of a sentence: "3.47" of "3.47 (3.35–3.60) times". "" in
 * brackets: that is a remark. */
static struct slot factor_before(const char *text, const char *end)
{
    struct slot slot = {""};
    if (end > text && end[-1] == ')')
        while (end > text && strncmp(end, " (", 2) != 0)
            end--;
    const char *begin = end;
    while (begin > text && begin[-1] != ' ')
        begin--;
    const char *bracket = begin;
    while (bracket > text && *bracket != '(' && *bracket != ')')
        bracket--;
    if (*bracket != '(' && *begin >= '0' && *begin <= '9')
        snprintf(slot.text, sizeof slot.text, "×%.*s", (int)(end - begin), begin);
    return slot;
}

/* Of a title's factors the one that is farthest from 1: "×3.47"; "" if it has none. */
static struct slot factor_of(const char *title)
{
    struct slot found = {""};
    double farthest = -1;
    for (const char *at = title; (at = strstr(at, " times")); at++) {
        const struct slot next = factor_before(title, at);
        const double distance = next.text[0] ? fabs(log(atof(next.text + strlen("×")))) : -1;
        if (distance > farthest)
            found = next;
        farthest = fmax(farthest, distance);
    }
    return found;
}

/* "1.01→0.11" of a title that says "falls from 1.01 ... to 0.11"; "" of others. */
static struct slot change_of(const char *title)
{
    struct slot slot = {""};
    double from, to;
    const char *first = strstr(title, "s from "), *second = first ? strstr(first, " to ") : NULL;
    if (second && sscanf(first, "s from %lf", &from) == 1 && sscanf(second, " to %lf", &to) == 1)
        snprintf(slot.text, sizeof slot.text, "%s→%s", DIGITS(from, 3), DIGITS(to, 3));
    return slot;
}

/* The number of a study's title, or of its swing, if the title has none. */
static void write_number(FILE *out, const struct chart *chart, const struct swing *swing)
{
    char *title = caption_finding(chart);
    struct slot number = factor_of(title);
    if (!number.text[0])
        number = change_of(title);
    if (!number.text[0])
        snprintf(number.text, sizeof number.text, "×%s", DIGITS(swing->high / swing->low, 3));
    quote_form(out, " <small>%</small>", number.text);
    free(title);
}

/* The course of a study in 60 by 16 pixels, by logarithm, and its number. */
static void write_spark(FILE *out, const struct chart *chart)
{
    const struct swing swing = widest_swing(chart);
    if (!swing.of)
        return;
    const double scale = 12 / log(fmax(swing.high / swing.low, 2)); /* noise stays flat */
    fputs(" <svg class=\"spark\" viewBox=\"0 0 60 16\" aria-hidden=\"true\"><path d=\"M", out);
    for (int i = 0; i < swing.of->count; i++) {
        const double y = quantity_median(told_quantity(chart), chart, swing.of->points[i]);
        if (y > 0)
            fprintf(out, "%.0f %.1f ", 2 + 56.0 * i / (swing.of->count - 1),
                    14 - scale * log(y / swing.low));
    }
    fputs("\"/></svg>", out);
    write_number(out, chart, &swing);
}

/* Charts are in the order of their tellings, so studies of one group are adjacent. */
void page_contents(const struct page *page)
{
    const struct chart *charts = page->charts;
    const char *group = "";
    FILE *out = page->out;
    char summary[256];
    residual_summary(&page->sets[0], summary, sizeof summary);
    fputs(
        "<nav aria-label=\"Studies\">\n<h2>Studies</h2>\n"
        "<p><small>The number of each study's title: a factor (×) or a change (→). If it has none, "
        "×: the largest value of the GPU's line (without a GPU, the CPU's) divided by its "
        "smallest.</small></p>\n<dl>\n",
        out);
    for (int i = 0; i < page->chart_count; i++) {
        const char *own = charts[i].telling->group;
        if (strcmp(own, group) != 0)
            quote_form(out, "<dt>%</dt><dd>\n", own);
        quote_form(out, "<span><a href=\"#%\" title=\"%\">%</a>", charts[i].study,
                   charts[i].telling->question, charts[i].study);
        write_spark(out, &charts[i]);
        fputs("</span>\n", out);
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
