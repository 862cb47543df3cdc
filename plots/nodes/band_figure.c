#include "plots/nodes/band_figure.h"

#include "study/base/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 300, HEIGHT = 200, LEFT = 46, RIGHT = 8, TOP = 24, BOTTOM = 26, ALONE = 10 };

static const char *const colours[BAND_COLOURS] = {"#1b6ca8", "#c8553d", "#3a7d44",
                                                  "#8a5a9e", "#b8860b", "#4d4d4d"};

const char *band_colour(int kind)
{
    return colours[kind % BAND_COLOURS];
}

/* A value of the parameter, with its position in a panel. */
struct place {
    double value;
    int point;
};

struct panel {
    const struct fleet *fleet;
    const char *pattern, *parameter, *element, *settings;
    struct place *places; /* by rising value */
    int count;
    double *room;
    double left, right, bottom, top; /* axis ranges; logarithms if the axis is logarithmic */
    bool across_log;
};

static int by_value(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    return (a->value > b->value) - (a->value < b->value);
}

/* Each element size and each setting has a panel, except in studies that sweep the element size. */
static bool is_of(const struct panel *panel, const char *study, const struct fleet_point *point)
{
    return point->study == study && point->pattern == panel->pattern &&
           point->parameter == panel->parameter && point->settings == panel->settings &&
           (point->element == panel->element || strcmp(point->parameter, "element") == 0);
}

static void find_places(struct panel *panel, const char *study)
{
    panel->count = 0;
    for (int p = 0; p < panel->fleet->count; p++)
        if (is_of(panel, study, panel->fleet->points[p]))
            panel->places[panel->count++] =
                (struct place){strtod(panel->fleet->points[p]->value, NULL), p};
    qsort(panel->places, (size_t)panel->count, sizeof *panel->places, by_value);
}

static double across(const struct panel *panel, double value)
{
    const double at = panel->across_log ? log2(value) : value;
    const double part =
        panel->right > panel->left ? (at - panel->left) / (panel->right - panel->left) : 0.5;
    return LEFT + part * (WIDTH - LEFT - RIGHT);
}

static double up(const struct panel *panel, double speed)
{
    const double part = (log10(speed) - panel->bottom) / (panel->top - panel->bottom);
    return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
}

/* Chooses axes that include all bands. False if there is nothing to draw. */
static bool find_axes(struct panel *panel)
{
    struct band band;
    const double first = panel->places[0].value, last = panel->places[panel->count - 1].value;
    panel->across_log = first > 0 && last >= 8 * first;
    panel->left = panel->across_log ? log2(first) : first;
    panel->right = panel->across_log ? log2(last) : last;
    panel->bottom = INFINITY;
    panel->top = -INFINITY;
    for (int k = 0; k < panel->fleet->kind_count; k++)
        for (int i = 0; i < panel->count; i++)
            if (fleet_band(panel->fleet, panel->fleet->kinds[k], panel->places[i].point,
                           panel->room, &band)) {
                panel->bottom = fmin(panel->bottom, log10(band.low));
                panel->top = fmax(panel->top, log10(band.high));
            }
    panel->bottom = floor(panel->bottom * 2 - 0.1) / 2;
    panel->top = ceil(panel->top * 2 + 0.1) / 2;
    return isfinite(panel->bottom) && isfinite(panel->top);
}

static void draw_axes(FILE *out, const struct panel *panel)
{
    const double left = LEFT, right = WIDTH - RIGHT, foot = HEIGHT - BOTTOM;
    for (int tick = (int)ceil(panel->bottom); tick <= panel->top; tick++) {
        const double y = up(panel, pow(10, tick));
        fprintf(out,
                "<path d='M%.1f %.1fH%.1f' stroke='#ddd'/><text x='%.1f' y='%.1f' "
                "text-anchor='end'>%g</text>\n",
                left, y, right, left - 4, y + 4, pow(10, tick));
    }
    fprintf(out, "<path d='M%.1f %dV%.1fH%.1f' fill='none' stroke='#777'/>\n", left, TOP, foot,
            right);
    const int ends[] = {0, panel->count - 1};
    for (int i = 0; i < (panel->right > panel->left ? 2 : 1); i++)
        fprintf(out, "<text x='%.1f' y='%.1f' text-anchor='%s'>%.10g</text>\n", i ? right : left,
                foot + 14, i ? "end" : "start", panel->places[ends[i]].value);
    fprintf(out, "<text x='%.1f' y='%.1f' text-anchor='middle'>", (left + right) / 2, foot + 14);
    quote_html(out, panel->parameter);
    fputs("</text>\n", out);
    fprintf(out, "<text x='%.1f' y='14' font-weight='bold'>", left);
    quote_html(out, panel->pattern);
    if (strcmp(panel->settings, "-") != 0)
        quote_form(out, " %", panel->settings);
    if (strcmp(panel->parameter, "element") != 0)
        quote_form(out, ", % bytes", panel->element);
    fputs("</text>\n", out);
}

/* A single value has neither a band nor a line: a short bar with a dash in it. */
static void draw_alone(FILE *out, const struct panel *panel, int kind)
{
    struct band band;
    const double x = across(panel, panel->places[0].value) - ALONE;
    if (!fleet_band(panel->fleet, panel->fleet->kinds[kind], panel->places[0].point, panel->room,
                    &band))
        return;
    fprintf(out, "<path d='M%.1f %.1fh%dV%.1fh%dZ' fill='%s' fill-opacity='0.25'/>\n", x,
            up(panel, band.high), 2 * ALONE, up(panel, band.low), -2 * ALONE, band_colour(kind));
    fprintf(out, "<path d='M%.1f %.1fh%d' stroke='%s' stroke-width='1.8'/>\n", x,
            up(panel, band.median), 2 * ALONE, band_colour(kind));
}

/* The outline runs along the upper ends and back along the lower ends. */
static void draw_band(FILE *out, const struct panel *panel, int kind)
{
    struct band band;
    char joint = 'M';
    for (int i = 0; i < 2 * panel->count; i++) {
        const bool back = i >= panel->count;
        const struct place *place = &panel->places[back ? 2 * panel->count - 1 - i : i];
        if (!fleet_band(panel->fleet, panel->fleet->kinds[kind], place->point, panel->room, &band))
            continue;
        if (joint == 'M')
            fputs("<path d='", out);
        fprintf(out, "%c%.1f %.1f", joint, across(panel, place->value),
                up(panel, back ? band.low : band.high));
        joint = 'L';
    }
    if (joint == 'L')
        fprintf(out, "Z' fill='%s' fill-opacity='0.25'/>\n", band_colour(kind));
}

static void draw_line(FILE *out, const struct panel *panel, int kind)
{
    struct band band;
    char joint = 'M';
    for (int i = 0; i < panel->count; i++) {
        const struct place *place = &panel->places[i];
        if (!fleet_band(panel->fleet, panel->fleet->kinds[kind], place->point, panel->room, &band))
            continue;
        if (joint == 'M')
            fputs("<path d='", out);
        fprintf(out, "%c%.1f %.1f", joint, across(panel, place->value), up(panel, band.median));
        joint = 'L';
    }
    if (joint == 'L')
        fprintf(out,
                "l0 0' fill='none' stroke='%s' stroke-width='1.8' stroke-linecap='round' "
                "stroke-linejoin='round'/>\n",
                band_colour(kind));
}

static void draw_panel(FILE *out, struct panel *panel)
{
    if (!find_axes(panel))
        return;
    fprintf(out, "<svg viewBox='0 0 %d %d' width='%d' height='%d' font-size='11' role='img'>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    draw_axes(out, panel);
    for (int k = 0; k < panel->fleet->kind_count && panel->count == 1; k++)
        draw_alone(out, panel, k);
    for (int k = 0; k < panel->fleet->kind_count && panel->count > 1; k++)
        draw_band(out, panel, k);
    for (int k = 0; k < panel->fleet->kind_count && panel->count > 1; k++)
        draw_line(out, panel, k);
    fputs("</svg>\n", out);
}

/* Whether the point is the first of its panel. Copies are not swept and have no panel. */
static bool begins_panel(const struct fleet *fleet, int number)
{
    const struct fleet_point *point = fleet->points[number];
    if (strcmp(point->parameter, "-") == 0)
        return false;
    const struct panel panel = {.pattern = point->pattern,
                                .parameter = point->parameter,
                                .element = point->element,
                                .settings = point->settings};
    for (int p = 0; p < number; p++)
        if (is_of(&panel, point->study, fleet->points[p]))
            return false;
    return true;
}

int band_figure_write(FILE *out, const struct fleet *fleet, const char *study, double *room)
{
    struct panel panel = {.fleet = fleet, .room = room};
    panel.places = calloc((size_t)fleet->count + 1, sizeof *panel.places);
    if (!panel.places)
        return -ENOMEM;
    fputs("<div class='panels'>\n", out);
    for (int p = 0; p < fleet->count; p++) {
        if (fleet->points[p]->study != study || !begins_panel(fleet, p))
            continue;
        panel.pattern = fleet->points[p]->pattern;
        panel.parameter = fleet->points[p]->parameter;
        panel.element = fleet->points[p]->element;
        panel.settings = fleet->points[p]->settings;
        find_places(&panel, study);
        draw_panel(out, &panel);
    }
    fputs("</div>\n", out);
    free(panel.places);
    return 0;
}
