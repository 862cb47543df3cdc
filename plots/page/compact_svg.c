#include "plots/page/compact_svg.h"
#include "study/base/text.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 16, SYMBOLS_MOST = 200 };

/* A part of the file. */
struct piece {
    const char *text;
    size_t length;
};

/* A symbol as gnuplot writes it: its place, shape, size and colour. */
struct mark {
    struct piece shape, scale, colour;
    long x, y; /* tenths of a pixel */
};

/* One symbol of a figure: one mark, or two on top of each other, since a hollow one covers what is
 * below it. */
struct symbol {
    struct mark marks[2];
    int count;
};

struct drawing {
    FILE *out;
    const char *prefix;
    const char *groups[DEPTH_MOST]; /* the opening tags of the groups around the current tag */
    int depth;
    struct symbol symbols[SYMBOLS_MOST];
    int symbol_count;
    struct mark held; /* read but not yet written: the next mark may lie on it */
    bool holds;
};

/* The value of an attribute of the tag; its text is NULL if the tag has no such attribute. */
static struct piece attribute(const char *tag, const char *name)
{
    const char *const end = tag + strcspn(tag, ">");
    const size_t length = strlen(name);
    for (const char *at = strstr(tag, name); at && at < end; at = strstr(at + 1, name)) {
        const char *value = at + length + strspn(at + length, " =");
        if (at[-1] == ' ' && value > at + length && (*value == '"' || *value == '\''))
            return (struct piece){value + 1, strcspn(value + 1, (char[]){*value, '\0'})};
    }
    return (struct piece){NULL, 0};
}

static bool begins(const char *text, const char *head)
{
    return strncmp(text, head, strlen(head)) == 0;
}

static bool same_piece(struct piece a, struct piece b)
{
    return a.length == b.length && strncmp(a.text, b.text, a.length) == 0;
}

/* "rgb(  0, 114, 178)" as "#0072b2". */
static void write_colour(FILE *out, struct piece colour)
{
    unsigned red, green, blue;
    if (sscanf(colour.text, "rgb( %u , %u , %u )", &red, &green, &blue) == 3)
        fprintf(out, "#%02x%02x%02x", red & 255, green & 255, blue & 255);
    else
        fprintf(out, "%.*s", (int)colour.length, colour.text);
}

static long tenths(double pixels)
{
    return lround(10 * pixels);
}

static void write_tenths(FILE *out, long at)
{
    const long size = labs(at);
    fprintf(out, size % 10 ? "%s%ld.%ld" : "%s%ld", at < 0 ? "-" : "", size / 10, size % 10);
}

/* State of a path that is being written: its end and its last stroke. A horizontal or vertical
 * stroke is held back because it may still become longer. */
struct pen {
    FILE *out;
    long x, y;    /* the last point */
    char command; /* the last one written */
    char pending; /* H or V: a stroke to the last point, not yet written */
    long direction;
};

static void flush_pen(struct pen *pen)
{
    if (!pen->pending)
        return;
    fputc(pen->pending, pen->out);
    write_tenths(pen->out, pen->pending == 'H' ? pen->x : pen->y);
    pen->command = pen->pending;
    pen->pending = '\0';
}

static void draw_straight(struct pen *pen, char kind, long direction)
{
    if (pen->pending != kind || (direction > 0) != (pen->direction > 0))
        flush_pen(pen);
    pen->pending = kind;
    pen->direction = direction;
}

static void draw_to(struct pen *pen, char command, long x, long y)
{
    if (command == 'L' && y == pen->y && x != pen->x)
        draw_straight(pen, 'H', x - pen->x);
    else if (command == 'L' && x == pen->x && y != pen->y)
        draw_straight(pen, 'V', y - pen->y);
    else {
        flush_pen(pen);
        /* After M and L, further coordinates draw lines. */
        fputc(command == 'L' && (pen->command == 'M' || pen->command == 'L') ? ' ' : command,
              pen->out);
        write_tenths(pen->out, x);
        fputc(' ', pen->out);
        write_tenths(pen->out, y);
        pen->command = command;
    }
    pen->x = x;
    pen->y = y;
}

/* "M104.00,290.01 L525.99,290.01" as "M104 290H526". */
static void write_course(FILE *out, struct piece course)
{
    struct pen pen = {.out = out};
    const char *const end = course.text + course.length;
    for (const char *at = course.text; at < end;) {
        double x, y;
        int read = 0;
        if ((*at == 'M' || *at == 'L') && sscanf(at + 1, "%lf,%lf%n", &x, &y, &read) == 2) {
            draw_to(&pen, *at, tenths(x), tenths(y));
            at += 1 + read;
            continue;
        }
        if (*at > ' ') {
            flush_pen(&pen);
            fputc(*at, out);
        }
        at++;
    }
    flush_pen(&pen);
}

static int symbol_number(struct drawing *drawing, const struct symbol *like)
{
    for (int i = 0; i < drawing->symbol_count; i++) {
        const struct symbol *symbol = &drawing->symbols[i];
        bool same = symbol->count == like->count;
        for (int m = 0; same && m < like->count; m++)
            same = same_piece(symbol->marks[m].shape, like->marks[m].shape) &&
                   same_piece(symbol->marks[m].scale, like->marks[m].scale) &&
                   same_piece(symbol->marks[m].colour, like->marks[m].colour);
        if (same)
            return i;
    }
    if (drawing->symbol_count == SYMBOLS_MOST)
        return -1;
    drawing->symbols[drawing->symbol_count] = *like;
    return drawing->symbol_count++;
}

static void write_mark(const struct drawing *drawing, const struct mark *mark)
{
    fprintf(drawing->out, "<use href=\"#%s%.*s\" transform=\"", drawing->prefix,
            (int)mark->shape.length, mark->shape.text);
    if (mark->x || mark->y)
        fprintf(drawing->out, "translate(%.1f %.1f)", (double)mark->x / 10, (double)mark->y / 10);
    fprintf(drawing->out, "scale(%.*s)\" color=\"", (int)mark->scale.length, mark->scale.text);
    write_colour(drawing->out, mark->colour);
    fputs("\"/>", drawing->out);
}

static void write_symbol(struct drawing *drawing, const struct symbol *symbol)
{
    const int number = symbol_number(drawing, symbol);
    for (int i = 0; number < 0 && i < symbol->count; i++)
        write_mark(drawing, &symbol->marks[i]);
    if (number < 0)
        return;
    fprintf(drawing->out, "<use href=\"#%s%d\" x=\"", drawing->prefix, number);
    write_tenths(drawing->out, symbol->marks[0].x);
    fputs("\" y=\"", drawing->out);
    write_tenths(drawing->out, symbol->marks[0].y);
    fputs("\"/>\n", drawing->out);
}

static void flush_mark(struct drawing *drawing)
{
    const struct symbol symbol = {.marks = {drawing->held}, .count = 1};
    if (drawing->holds)
        write_symbol(drawing, &symbol);
    drawing->holds = false;
}

/* "<use xlink:href='#gpPt5' transform='translate(210.62,718.00) scale(2.92)' color=...". */
static bool read_mark(const char *tag, struct mark *mark)
{
    const struct piece place = attribute(tag, "transform");
    double x, y;
    int read = 0;
    mark->shape = attribute(tag, "xlink:href");
    mark->colour = attribute(tag, "color");
    if (!place.text || !mark->shape.text || !mark->colour.text || mark->shape.length < 2 ||
        sscanf(place.text, "translate(%lf,%lf) scale(%n", &x, &y, &read) != 2 || read == 0)
        return false;
    mark->shape.text++;
    mark->shape.length--;
    mark->scale = (struct piece){place.text + read, strcspn(place.text + read, ")'\"")};
    mark->x = tenths(x);
    mark->y = tenths(y);
    return true;
}

static void take_mark(struct drawing *drawing, const struct mark *mark)
{
    const struct symbol both = {.marks = {drawing->held, *mark}, .count = 2};
    if (drawing->holds && drawing->held.x == mark->x && drawing->held.y == mark->y) {
        drawing->holds = false;
        write_symbol(drawing, &both);
        return;
    }
    flush_mark(drawing);
    drawing->held = *mark;
    drawing->holds = true;
}

static const char *innermost(const struct drawing *drawing)
{
    return drawing->depth ? drawing->groups[drawing->depth - 1] : "<g>";
}

static void take_path(struct drawing *drawing, const char *tag)
{
    FILE *out = drawing->out;
    const struct piece stroke = attribute(tag, "stroke"),
                       dashes = attribute(tag, "stroke-dasharray");
    const struct piece width = attribute(innermost(drawing), "stroke-width");
    fputs("<path stroke=\"", out);
    write_colour(out, stroke);
    if (width.text && strtod(width.text, NULL) != 1)
        fprintf(out, "\" stroke-width=\"%g", strtod(width.text, NULL));
    if (dashes.text)
        fprintf(out, "\" stroke-dasharray=\"%.*s", (int)dashes.length, dashes.text);
    fputs("\" d=\"", out);
    write_course(out, attribute(tag, "d"));
    fputs("\"/>\n", out);
}

/* Text is in a group that gives its position, size and colour. Returns the end of the text. */
static const char *take_text(struct drawing *drawing, const char *tag)
{
    FILE *out = drawing->out;
    const char *const group = innermost(drawing), *end = strstr(tag, "</text>");
    const struct piece place = attribute(group, "transform"), size = attribute(group, "font-size");
    const struct piece anchor = attribute(group, "text-anchor"), fill = attribute(group, "fill");
    const char *const text = tag + strcspn(tag, ">") + 1;
    double x = 0, y = 0, angle = 0;
    if (!end || text + strspn(text, " ") >= end)
        return end ? end : tag;
    if (place.text)
        sscanf(place.text, "translate(%lf,%lf) rotate(%lf)", &x, &y, &angle);
    fprintf(out,
            angle != 0 ? "<text transform=\"translate(%.1f %.1f)rotate(%g)\""
                       : "<text x=\"%.1f\" y=\"%.1f\"",
            x, y, angle);
    if (size.text)
        fprintf(out, " font-size=\"%g\"", strtod(size.text, NULL));
    if (anchor.text && !begins(anchor.text, "start"))
        fprintf(out, " text-anchor=\"%.*s\"", (int)anchor.length, anchor.text);
    fputs(" fill=\"", out);
    write_colour(out, fill.text ? fill : (struct piece){"#000", 4});
    fputs(attribute(tag, "xml:space").text ? "\" xml:space=\"preserve\">" : "\">", out);
    fprintf(out, "%.*s</text>\n", (int)(end - text), text);
    return end;
}

/* Copies the definitions of symbols, with the prefix before ids and references. Filters of text
 * boxes are not needed and left out. Returns the end of the definitions. */
static const char *copy_definitions(const struct drawing *drawing, const char *tag)
{
    const char *const end = strstr(tag, "</defs>");
    fputs("<defs>", drawing->out);
    for (const char *at = strchr(tag + 1, '<'); end && at && at < end; at = strchr(at + 1, '<')) {
        if (begins(at, "</") || begins(at, "<f"))
            continue;
        const char *const close = at + strcspn(at, ">") + 1;
        for (const char *next = at; next < close; next++) {
            fputc(*next, drawing->out);
            if ((*next == '#' && next[-1] == '\'') || (*next == '\'' && begins(next - 4, " id=")))
                fputs(drawing->prefix, drawing->out);
        }
    }
    fputs("</defs>\n", drawing->out);
    return end ? end : tag;
}

static void define_symbols(const struct drawing *drawing)
{
    fputs("<defs>", drawing->out);
    for (int i = 0; i < drawing->symbol_count; i++) {
        fprintf(drawing->out, "<g id=\"%s%d\">", drawing->prefix, i);
        for (int m = 0; m < drawing->symbols[i].count; m++) {
            struct mark mark = drawing->symbols[i].marks[m];
            mark.x = mark.y = 0;
            write_mark(drawing, &mark);
        }
        fputs("</g>", drawing->out);
    }
    fputs("</defs>\n", drawing->out);
}

/* Copies a tag unchanged, in the group that contains it. */
static void copy_tag(const struct drawing *drawing, const char *tag)
{
    const char *const group = innermost(drawing);
    fprintf(drawing->out, "%.*s>%.*s></g>\n", (int)strcspn(group, ">"), group,
            (int)strcspn(tag, ">"), tag);
}

static void open_or_close(struct drawing *drawing, const char *tag)
{
    if (tag[1] == '/')
        drawing->depth -= drawing->depth > 0;
    else if (drawing->depth < DEPTH_MOST) /* groups with an id have no other attribute */
        drawing->groups[drawing->depth++] = attribute(tag, "id").text ? "<g>" : tag;
}

/* Writes what a tag draws. Returns where reading continues. */
static const char *take_tag(struct drawing *drawing, const char *tag)
{
    struct mark mark;
    if (begins(tag, "<g") || begins(tag, "</g")) {
        open_or_close(drawing, tag);
        return tag;
    }
    if (begins(tag, "<use") && read_mark(tag, &mark)) {
        take_mark(drawing, &mark);
        return tag;
    }
    if (begins(tag, "</"))
        return tag;
    flush_mark(drawing);
    if (begins(tag, "<text"))
        return take_text(drawing, tag);
    if (begins(tag, "<defs"))
        return copy_definitions(drawing, tag);
    if (begins(tag, "<path") && attribute(tag, "stroke").text && attribute(tag, "d").text &&
        !attribute(tag, "fill").text)
        take_path(drawing, tag);
    else if (!begins(tag, "<title") && !begins(tag, "<desc"))
        copy_tag(drawing, tag);
    return tag;
}

static void write_figure(struct drawing *drawing, const char *text, const char *name)
{
    const char *tag = strstr(text, "<svg");
    if (!tag)
        return;
    const struct piece box = attribute(tag, "viewBox");
    quote_form(drawing->out, "<svg role=\"img\" aria-label=\"%\" fill=\"none\" ", name);
    fprintf(drawing->out, "font-family=\"Arial\" viewBox=\"%.*s\">\n", (int)box.length,
            box.text ? box.text : "");
    while ((tag = strchr(tag + 1, '<')) && tag[strcspn(tag, ">")])
        tag = take_tag(drawing, tag);
    flush_mark(drawing);
    define_symbols(drawing);
    fputs("</svg>\n", drawing->out);
}

int compact_svg(FILE *out, FILE *in, const char *prefix, const char *name)
{
    struct drawing *drawing = calloc(1, sizeof *drawing);
    char *text = NULL;
    size_t room = 0;
    const bool read = drawing && getdelim(&text, &room, '\0', in) > 0;
    if (read) {
        drawing->out = out;
        drawing->prefix = prefix;
        write_figure(drawing, text, name);
    }
    free(text);
    free(drawing);
    return read || feof(in) ? 0 : -ENOMEM;
}
