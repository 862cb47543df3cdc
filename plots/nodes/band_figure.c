#include "plots/nodes/fleet.h"

#include "plots/figure/figure.h"
#include "plots/figure/inline_svg.h"
#include "plots/figure/telling.h"
#include "study/base/file.h"
#include "study/base/message.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEM_MAX = 120, TITLE_MAX = 256 };

const char *band_colour(int kind)
{
    static const char *const colours[] = {"#1b6ca8", "#c8553d", "#3a7d44",
                                          "#8a5a9e", "#b8860b", "#4d4d4d"};
    return colours[(size_t)kind % (sizeof colours / sizeof *colours)];
}

/* Each element size and each setting has a panel, except in studies that sweep the element size. */
static bool same_panel(const struct fleet_point *a, const struct fleet_point *b)
{
    return a->study == b->study && a->pattern == b->pattern && a->parameter == b->parameter &&
           a->settings == b->settings &&
           (a->element == b->element || strcmp(a->parameter, "element") == 0);
}

/* Whether any machine has a value in a panel: results may hold invalid points alone. */
static bool has_values(const struct fleet *fleet, const struct fleet_point *first, double *room)
{
    struct band band;
    for (int p = first->number; p < fleet->count; p++)
        for (int k = 0; same_panel(fleet->points[p], first) && k < fleet->kind_count; k++)
            if (fleet_band(fleet, fleet->kinds[k], p, room, &band))
                return true;
    return false;
}

/* Whether the point is the first of a panel that is drawn. Copies are not swept and have no panel.
 * `room` holds as many numbers as there are members. */
static bool begins_panel(const struct fleet *fleet, const struct fleet_point *point, double *room)
{
    int first = 0;
    while (!same_panel(fleet->points[first], point))
        first++;
    return first == point->number && strcmp(point->parameter, "-") != 0 &&
           has_values(fleet, point, room);
}

/* The name of a panel's picture without extension. */
static void panel_stem(char stem[STEM_MAX], const struct fleet_point *first)
{
    char study[STEM_MAX - 16];
    figure_stem(study, sizeof study, first->study);
    snprintf(stem, STEM_MAX, "%s-%d", study, first->number + 1);
}

static void panel_path(char path[PATH_MAX], const char *report_dir, const char *stem)
{
    snprintf(path, PATH_MAX, "%.*s/%s.svg", PATH_MAX - STEM_MAX - 8, report_dir, stem);
}

static void panel_title(char title[TITLE_MAX], const struct fleet_point *first)
{
    const bool set = strcmp(first->settings, "-") != 0;
    const bool sized = strcmp(first->parameter, "element") != 0;
    snprintf(title, TITLE_MAX, "%s%s%s%s%s%s", first->pattern, set ? " " : "",
             set ? first->settings : "", sized ? ", " : "", sized ? first->element : "",
             sized ? " bytes" : "");
}

/* Room for the points of a panel, and for a number of each member. */
struct bands {
    const struct fleet *fleet;
    const char *report_dir;
    const struct fleet_point **points;
    double *room;
};

static double value_of(const struct fleet_point *point)
{
    return strtod(point->value, NULL);
}

static int by_value(const void *left, const void *right)
{
    const double a = value_of(*(const struct fleet_point *const *)left);
    const double b = value_of(*(const struct fleet_point *const *)right);
    return (a > b) - (a < b);
}

/* Finds the points of a panel, by rising value. Returns their number. */
static int find_points(struct bands *bands, const struct fleet_point *first)
{
    int count = 0;
    for (int p = first->number; p < bands->fleet->count; p++)
        if (same_panel(bands->fleet->points[p], first))
            bands->points[count++] = bands->fleet->points[p];
    qsort(bands->points, (size_t)count, sizeof *bands->points, by_value);
    return count;
}

/* A block for each kind; one without points is a row of NaN, which keeps its number. */
static void write_kind(FILE *out, struct bands *bands, const char *kind, int count)
{
    struct band band;
    int has = 0;
    for (int i = 0; i < count; i++)
        has += fleet_band(bands->fleet, kind, bands->points[i]->number, bands->room, &band);
    for (int i = 0; i < count; i++)
        if (fleet_band(bands->fleet, kind, bands->points[i]->number, bands->room, &band))
            fprintf(out, "%.17g,%.6g,%.6g,%.6g,%d\n", value_of(bands->points[i]), band.low,
                    band.median, band.high, has == 1);
    fputs(has ? "\n\n" : "NaN,NaN,NaN,NaN,0\n\n\n", out);
}

/* The axis as the figures of a report have it: its label, and the words of its ends. */
static void write_axis(FILE *out, const struct bands *bands, const struct fleet_point *first,
                       int count)
{
    char label[TITLE_MAX], end[TITLE_MAX];
    const struct axis *axis = bands->fleet->axis_of(first->study, first->parameter);
    const char *form = axis && axis->words   ? ""
                       : axis && axis->label ? axis->label
                                             : first->parameter;
    const size_t before = strcspn(form, "%");
    snprintf(label, sizeof label, "%.*s%s%s", (int)before, form, form[before] ? first->element : "",
             form[before] ? form + before + 1 : "");
    set_text(out, "across", label);
    for (int last = 0; last < 2; last++) {
        telling_amount(end, sizeof end, axis ? axis : &telling_general.shown->axes[0],
                       value_of(bands->points[last ? count - 1 : 0]));
        set_text(out, last ? "last_is" : "first_is", end);
    }
    fprintf(out, "is_case = %d\ncase_names = '", axis && (axis->words || axis->listed));
    for (int i = 0; i < count && axis && axis->words && count > 1; i++) {
        telling_amount(end, sizeof end, axis, value_of(bands->points[i]));
        fprintf(out, "%s\"%s\" %g", i ? ", " : "", end, value_of(bands->points[i]));
    }
    fputs("'\n", out);
}

/* Removes the picture of an earlier report: it might be a link, which gnuplot would follow. */
static void write_panel(FILE *out, struct bands *bands, const struct fleet_point *first)
{
    char stem[STEM_MAX], title[TITLE_MAX], path[PATH_MAX];
    const int count = find_points(bands, first);
    panel_stem(stem, first);
    panel_path(path, bands->report_dir, stem);
    (void)unlink(path);
    panel_title(title, first);
    set_text(out, "stem", stem);
    set_text(out, "title", title);
    write_axis(out, bands, first, count);
    fputs("$bands << EOD\n", out);
    for (int k = 0; k < bands->fleet->kind_count; k++)
        write_kind(out, bands, bands->fleet->kinds[k], count);
    fputs("EOD\nload plots.'/bands.gp'\n", out);
}

static void write_script(FILE *out, struct bands *bands, const char *plots_dir)
{
    fputs("# Made by warpline report. In the folder above this one: gnuplot data/bands.gp\n", out);
    set_text(out, "plots", plots_dir);
    fputs("colours = '", out);
    for (int k = 0; k < bands->fleet->kind_count; k++)
        fprintf(out, "%s%s", k ? " " : "", band_colour(k));
    fputs("'\n", out);
    for (int p = 0; p < bands->fleet->count; p++)
        if (begins_panel(bands->fleet, bands->fleet->points[p], bands->room))
            write_panel(out, bands, bands->fleet->points[p]);
}

int bands_write(const struct fleet *fleet, const char *report_dir, const char *plots_dir,
                char *problem, size_t problem_size)
{
    char path[PATH_MAX];
    struct whole_file file;
    struct bands bands = {.fleet = fleet,
                          .report_dir = report_dir,
                          .points = needed(calloc((size_t)fleet->count + 1, sizeof *bands.points)),
                          .room =
                              needed(calloc((size_t)fleet->member_count + 1, sizeof *bands.room))};
    snprintf(path, sizeof path, "%.*s/data/bands.gp", PATH_MAX - 16, report_dir);
    int code = whole_file_open(&file, path, problem, problem_size);
    if (!code) {
        write_script(file.out, &bands, plots_dir);
        code = whole_file_close(&file, problem, problem_size);
    }
    free(bands.points);
    free(bands.room);
    return code;
}

void bands_inline(FILE *out, const struct fleet *fleet, const char *study, const char *report_dir)
{
    char stem[STEM_MAX], path[PATH_MAX], title[TITLE_MAX], prefix[32];
    double *room = needed(calloc((size_t)fleet->member_count + 1, sizeof *room));
    fputs("<div class='panels'>\n", out);
    for (int p = 0; p < fleet->count; p++) {
        const struct fleet_point *point = fleet->points[p];
        if (point->study != study || !begins_panel(fleet, point, room))
            continue;
        panel_stem(stem, point);
        panel_title(title, point);
        panel_path(path, report_dir, stem);
        snprintf(prefix, sizeof prefix, "p%d.", p);
        inline_svg(out, path, prefix, study, title);
    }
    fputs("</div>\n", out);
    free(room);
}
