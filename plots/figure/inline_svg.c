#include "plots/figure/inline_svg.h"

#include "study/base/file.h"
#include "study/base/text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SVG_MOST = 1 << 26, COLUMN_WIDTH = 440 };

static const char blanks[] = " \t\r\n", digits[] = "0123456789";

/* Texts in tags, and what is written for them. Most say what the <svg> element says, too, or what
 * holds where nothing is said. */
static const struct {
    const char *found, *written;
    bool named; /* an id or a reference follows, which gets the figure's prefix */
} shorter[] = {
    {" fill=\"none\"", "", false},
    {" color=\"black\"", "", false},
    {" stroke=\"currentColor\"", "", false}, /* each path has its own stroke */
    {" stroke=\"none\"", "", false},
    {" stroke-width=\"1.00\"", "", false},
    {" font-size=\"13.00\"", "", false},
    {" stroke-linecap=\"butt\"", "", false},
    {" stroke-linejoin=\"miter\"", "", false},
    {" font-family=\"Arial\"", "", false},
    {" class=\"gridline\"", "", false},
    {" id='", " id='", true},
    {"xlink:href='#", "href='#", true},
    {", ", ",", false},
    {" = ", "=", false},
};

/* Each colour of a figure, and what a dark page draws in its place: shades stay as far apart, also
 * for protanopes and deuteranopes. */
static const struct {
    const char *light, *dark;
} colours[] = {
    {"#0072b2", "#4fb3f0"}, {"#345061", "#648694"}, {"#2710f6", "#7d7bfe"}, {"#0f5add", "#2668b1"},
    {"#c44900", "#ff9a4d"}, {"#782c35", "#a18d6d"}, {"#b3433c", "#f8cf9d"}, {"#712712", "#925f21"},
    {"#882255", "#d973b0"}, {"#b43c86", "#d4aaf5"}, {"#7b1b84", "#dd33f8"}, {"#e06395", "#b14fb9"},
    {"#222222", "#e6e8ea"}, {"#000000", "#ffffff"}, {"#666666", "#9aa0a6"}, {"#888888", "#7a8086"},
    {"#1b6ca8", "#5fb0e8"}, {"#c8553d", "#f0907a"}, {"#3a7d44", "#7cc48a"}, {"#8a5a9e", "#c39ad6"},
    {"#b8860b", "#e0b040"}, {"#4d4d4d", "#b4b4b4"}, /* kinds of machines */
    {"#333333", "#d0d4d8"}, {"#555555", "#b0b6bc"}, {"#777777", "#8b949e"}, {"#8a8a8a", "#8f959b"},
    {"#999999", "#80868c"}, {"#e4e4e4", "#2b3137"}, {"#dddddd", "#2b3137"}, /* words and lines */
};

void inline_svg_rules(FILE *out)
{
    static const char *const properties[] = {"fill", "stroke", "color"};
    fputs("@media screen and (prefers-color-scheme: dark) {\n", out);
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        for (size_t k = 0; k < sizeof properties / sizeof *properties; k++)
            fprintf(out, "svg [%s=\"%s\"]{%s:%s}\n", properties[k], colours[i].light, properties[k],
                    colours[i].dark);
    fputs("}\n", out);
}

static bool begins(const char *text, const char *head)
{
    return strncmp(text, head, strlen(head)) == 0;
}

/* The end of the first `what`, or of the text. */
static const char *after(const char *text, const char *what)
{
    const char *found = strstr(text, what);
    return found ? found + strlen(what) : text + strlen(text);
}

/* Whether the tag defines a symbol that no later one refers to. */
static bool is_unused(const char *tag)
{
    char reference[40];
    const char *id = after(tag, " id='");
    const int length = (int)strcspn(id, "'>");
    if (!begins(id, "gp") || id > after(tag, ">"))
        return false;
    snprintf(reference, sizeof reference, "#%.*s'", length, id);
    return !strstr(id, reference);
}

/* The end of what draws nothing: a title, a description, an empty group, a box round words, a
 * symbol that no mark uses, the paper. `tag` for anything else. */
static const char *skip_silent(const char *tag)
{
    static const char *const silent[][2] = {
        {"<title>", "</title>"}, {"<desc>", "</desc>"}, {"<filter", "</filter>"}};
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        if (begins(tag, silent[i][0]))
            return after(tag, silent[i][1]);
    if (begins(tag, "<rect x=\"0\" y=\"0\"") || is_unused(tag))
        return after(tag, ">");
    const char *content = after(tag, ">");
    content += strspn(content, blanks);
    return begins(tag, "<g") && begins(content, "</g>") ? after(content, ">") : tag;
}

/* Writes a coordinate of hundredths to the tenth, and a colour as "#0072b2". Returns its end; `at`
 * if neither is there. */
static const char *write_number(FILE *out, const char *at)
{
    unsigned red, green, blue;
    int length = 0;
    if (sscanf(at, "rgb(%3u,%3u,%3u)%n", &red, &green, &blue, &length) == 3 && length) {
        fprintf(out, "#%02x%02x%02x", red & 255, green & 255, blue & 255);
        return at + length;
    }
    const size_t whole = strspn(at, digits);
    if (whole == 0 || at[whole] != '.' || strspn(at + whole + 1, digits) != 2)
        return at;
    char tenths[32];
    snprintf(tenths, sizeof tenths, "%.1f", strtod(at, NULL));
    fprintf(out, "%.*s", (int)(strlen(tenths) - (strstr(tenths, ".0") ? 2 : 0)), tenths);
    return at + whole + 3;
}

/* Writes the next character of a tag, or what is shorter than the text there. Returns its end. */
static const char *write_next(FILE *out, const char *at, const char *prefix)
{
    const char *const end = write_number(out, at);
    if (end > at)
        return end;
    for (size_t i = 0; i < sizeof shorter / sizeof *shorter; i++)
        if (begins(at, shorter[i].found)) {
            fprintf(out, "%s%s", shorter[i].written, shorter[i].named ? prefix : "");
            return at + strlen(shorter[i].found);
        }
    const size_t blank = strspn(at, blanks);
    fputc(blank ? ' ' : *at, out);
    return at + (blank ? blank : 1);
}

/* gnuplot names the groups of its curves. */
static const char *write_tag(FILE *out, const char *tag, const char *prefix)
{
    const bool named = begins(tag, "<g id=");
    fputs(named ? "<g" : "", out);
    for (tag = named ? tag + strcspn(tag, ">") : tag; *tag && *tag != '>';)
        tag = write_next(out, tag, prefix);
    fputs(">", out);
    return tag + (*tag == '>');
}

static void write_figure(FILE *out, const char *text, const char *prefix, const char *name,
                         const char *finding)
{
    const char *at = strstr(text, "<svg"), *box = at ? after(at, "viewBox=\"") : "";
    if (!*box)
        return;
    quote_form(out, "<svg role=\"img\" aria-label=\"%: %\" ", name, finding ? finding : "");
    double width = 0; /* of more than a column: it would be too small on a phone */
    if (sscanf(box, "%*f %*f %lf", &width) == 1 && width > COLUMN_WIDTH)
        fprintf(out, "style=\"min-width:%.0fpx\" ", width);
    fprintf(
        out,
        "fill=\"none\" color=\"black\" font-family=\"Arial\" font-size=\"13\" viewBox=\"%.*s\">",
        (int)strcspn(box, "\""), box);
    for (at = after(box, ">"); *at;) {
        at += strspn(at, blanks);
        const char *const end = skip_silent(at);
        const size_t words = strcspn(at, "<");
        fwrite(at, 1, words, out);
        at = words ? at + words : end > at || !*at ? end : write_tag(out, at, prefix);
    }
}

void inline_svg(FILE *out, const char *path, const char *prefix, const char *name,
                const char *finding)
{
    char *text;
    if (file_read(path, SVG_MOST, &text, NULL, NULL, 0) == 0)
        write_figure(out, text, prefix, name, finding);
    free(text);
}
