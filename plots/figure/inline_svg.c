#include "plots/figure/inline_svg.h"

#include "study/base/file.h"
#include "study/base/text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SVG_MOST = 1 << 26, COLUMN_WIDTH = 440 };

static const char blanks[] = " \t\r\n";

/* Texts in tags, and what is written for them. Most say what the <svg> element says, too. */
static const struct {
    const char *found, *written;
    bool named; /* an id or a reference follows, which gets the figure's prefix */
} shorter[] = {
    {" fill=\"none\"", "", false},
    {" color=\"black\"", "", false},
    {" stroke=\"currentColor\"", "", false}, /* each path has its own stroke */
    {" stroke-linecap=\"butt\"", "", false},
    {" stroke-linejoin=\"miter\"", "", false},
    {" font-family=\"Arial\"", "", false},
    {" class=\"gridline\"", "", false},
    {".00,", ",", false},
    {".00 ", " ", false},
    {".00\"", "\"", false},
    {".00)", ")", false},
    {" id='", " id='", true},
    {"xlink:href='#", "href='#", true},
    {", ", ",", false},
};

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

/* The end of what draws nothing: a title, a description, an empty group, a box round words, symbols
 * that no mark uses. `tag` for anything else. */
static const char *skip_silent(const char *tag)
{
    static const char *const silent[][2] = {
        {"<title>", "</title>"}, {"<desc>", "</desc>"}, {"<filter", "</filter>"}};
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        if (begins(tag, silent[i][0]))
            return after(tag, silent[i][1]);
    if (begins(tag, "<defs>") && !strstr(after(tag, "</defs>"), "<use"))
        return after(tag, "</defs>");
    const char *content = after(tag, ">");
    content += strspn(content, blanks);
    return begins(tag, "<g") && begins(content, "</g>") ? after(content, ">") : tag;
}

/* Writes the next character of a tag, or what is shorter than the text there. Returns its end. */
static const char *write_next(FILE *out, const char *at, const char *prefix)
{
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
    fprintf(out, "fill=\"none\" color=\"black\" font-family=\"Arial\" viewBox=\"%.*s\">",
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
