/* gnuplot's SVG as part of the page: what it says about itself and what draws nothing is left out,
 * and its ids get a prefix, since all figures use the same ones. */
#include "plots/figure/figure.h"
#include "plots/figure/telling.h"
#include "plots/page/parts.h"
#include "plots/quote.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct inlining {
    FILE *in, *out;
    char prefix[140];
    char *line, *held; /* `held`: an opened group, which may turn out to be empty */
    size_t room, held_room;
    bool begun; /* past <svg */
};

/* Where the text has an id of this file or a reference to one: the place behind `mark`. */
static const char *after_mark(const char *text)
{
    static const char *const marks[] = {" id='", " id=\"", "href='#", "url(#"};
    const char *nearest = NULL;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        const char *at = strstr(text, marks[i]);
        at = at ? at + strlen(marks[i]) : NULL;
        if (at && (!nearest || at < nearest))
            nearest = at;
    }
    return nearest;
}

/* What gnuplot says and SVG takes for granted. */
static void drop_defaults(char *text)
{
    static const char defaults[] = " stroke-linecap=\"butt\" stroke-linejoin=\"miter\"";
    char *at = strstr(text, defaults);
    if (at)
        memmove(at, at + strlen(defaults), strlen(at + strlen(defaults)) + 1);
}

/* gnuplot writes hundredths of a pixel, "104.00". In a figure of a thousand pixels tenths are
 * enough; small numbers keep what is not 0. */
static void shorten_numbers(char *text)
{
    char *to = text;
    while (*text) {
        const size_t digits = strspn(text, "0123456789");
        const bool is_long = digits > 0 && text[digits] == '.' &&
                             isdigit((unsigned char)text[digits + 1]) &&
                             isdigit((unsigned char)text[digits + 2]);
        size_t kept = digits ? digits : 1;
        if (is_long)
            kept += text[digits + 2] != '0' && digits < 2 ? 3 : text[digits + 1] != '0' ? 2 : 0;
        memmove(to, text, kept);
        to += kept;
        text += is_long ? digits + 3 : kept;
    }
    *to = '\0';
}

static void write_line(const struct inlining *inlining, const char *text)
{
    text += strspn(text, " \t");
    for (const char *next; (next = after_mark(text)); text = next)
        fprintf(inlining->out, "%.*s%s", (int)(next - text), text, inlining->prefix);
    fputs(text, inlining->out);
}

static bool says_nothing(const char *line)
{
    return line[0] == '\n' || strncmp(line, "<title>Gnuplot", 14) == 0 ||
           strncmp(line, "<desc>", 6) == 0 || strncmp(line, " xmlns", 6) == 0 || line[0] == '>';
}

static void hold_line(struct inlining *inlining)
{
    char *const line = inlining->held;
    const size_t room = inlining->held_room;
    inlining->held = inlining->line;
    inlining->held_room = inlining->room;
    inlining->line = line;
    inlining->room = room;
}

static void take_line(struct inlining *inlining, bool *holding)
{
    const bool opens = strncmp(inlining->line, "<g fill=", 8) == 0;
    if (*holding && strcmp(inlining->line, "</g>\n") == 0) {
        *holding = false;
        return;
    }
    if (*holding)
        write_line(inlining, inlining->held);
    *holding = opens;
    if (!strstr(inlining->line, "<text>")) {
        drop_defaults(inlining->line);
        shorten_numbers(inlining->line);
    }
    if (opens)
        hold_line(inlining);
    else if (!says_nothing(inlining->line))
        write_line(inlining, inlining->line);
}

/* A name for those who hear the page; what the figure shows is in its caption and table. */
static void begin_figure(const struct inlining *inlining, const struct chart *chart)
{
    char name[101];
    snprintf(name, sizeof name, "%s: %s by %s", chart->study,
             chart->told ? chart->told->title : "points", chart->parameter);
    quote_form(inlining->out, "<svg role=\"img\" aria-label=\"%\"\n", name);
}

static void copy_figure(struct inlining *inlining, const struct chart *chart)
{
    bool holding = false;
    while (getline(&inlining->line, &inlining->room, inlining->in) > 0)
        if (inlining->begun && strstr(inlining->line, "viewBox"))
            fprintf(inlining->out, "%.*s>\n", (int)strcspn(inlining->line, "\n"), inlining->line);
        else if (inlining->begun)
            take_line(inlining, &holding);
        else if ((inlining->begun = strncmp(inlining->line, "<svg", 4) == 0))
            begin_figure(inlining, chart);
}

void page_figure(const struct page *page, int index, const char *place)
{
    const struct chart *chart = &page->charts[index];
    struct inlining inlining = {.out = page->out};
    char stem[100], path[PATH_MAX];
    figure_stem(stem, sizeof stem, chart->study);
    snprintf(inlining.prefix, sizeof inlining.prefix, "%s%s-", place, stem);
    if (page->drawn[index] &&
        snprintf(path, sizeof path, "%s/%s.svg", page->report_dir, stem) < PATH_MAX)
        inlining.in = fopen(path, "r");
    if (!inlining.in)
        return;
    fputs("<div class=\"picture\" tabindex=\"0\">\n", page->out);
    copy_figure(&inlining, chart);
    fputs("</div>\n", page->out);
    fclose(inlining.in);
    free(inlining.line);
    free(inlining.held);
}
