#include "plots/figure/figure.h"
#include "plots/figure/look.h"
#include "study/base/message.h"
#include "study/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void set_text(FILE *out, const char *name, const char *value)
{
    fprintf(out, "%s = ", name);
    quote_gnuplot(out, value);
    fputc('\n', out);
}

/* gnuplot arrays of `count` entries each, called PREFIX_NAME. */
struct arrays {
    FILE *out;
    const char *prefix;
    int count;
};

/* Begins entry `index` of an array, which is declared before its first entry. */
static void begin_entry(const struct arrays *arrays, const char *name, int index)
{
    if (index == 0)
        fprintf(arrays->out, "array %s_%s[%d]\n", arrays->prefix, name, arrays->count);
    fprintf(arrays->out, "%s_%s[%d] = ", arrays->prefix, name, index + 1);
}

static void set_entry(const struct arrays *arrays, const char *name, int index, const char *value)
{
    begin_entry(arrays, name, index);
    quote_gnuplot(arrays->out, value);
    fputc('\n', arrays->out);
}

static void set_number(const struct arrays *arrays, const char *name, int index, double value)
{
    begin_entry(arrays, name, index);
    fprintf(arrays->out, isfinite(value) ? "%.17g\n" : "NaN\n", value);
}

static int element_bytes_of(const struct chart *chart)
{
    return atoi(chart->drawn[0]->element_bytes);
}

/* "stride, elements of % bytes", with the number of bytes. */
static void write_label(char *label, size_t size, const struct chart *chart, const char *form)
{
    const int before = (int)strcspn(form, "%");
    if (form[before])
        snprintf(label, size, "%.*s%d%s", before, form, element_bytes_of(chart), form + before + 1);
    else
        snprintf(label, size, "%s", form);
}

/* Cases label themselves: their axis needs no unit. */
static const char *across_form(const struct panel *panel)
{
    if (panel->quantity->over)
        return panel->quantity->over_title;
    if (panel->axis->words)
        return "";
    if (panel->axis->label)
        return panel->axis->label;
    return panel->parameter ? panel->parameter : "";
}

/* Powers of two are written as "64 Ki" on every logarithmic axis; a quantity's own axis has plain
 * numbers. */
static const char *tics_of(const struct panel *panel)
{
    if (!panel->across_log || panel->quantity->over)
        return "numbers";
    return panel->axis->tics == TICS_SIZES ? "sizes" : "counts";
}

static void write_across(const struct arrays *arrays, const struct chart *chart,
                         const struct panel *panel, int i)
{
    const struct axis *axis = panel->axis;
    char label[200];
    write_label(label, sizeof label, chart, across_form(panel));
    set_entry(arrays, "across_title", i, label);
    set_number(arrays, "across_log", i, panel->across_log);
    set_entry(arrays, "tics", i, tics_of(panel));
    set_number(arrays, "listed", i, axis->listed);
    set_entry(arrays, "tics_at", i, axis->tics_at ? axis->tics_at : "");
    set_number(arrays, "tics_every", i, axis->tics_every);
    set_number(arrays, "tics_between", i, axis->tics_between);
    set_number(arrays, "low", i, panel->across.low);
    set_number(arrays, "high", i, panel->across.high);
    set_number(arrays, "least", i, panel->across.least);
}

static void write_up(const struct arrays *arrays, const struct panel *panel, int i)
{
    set_entry(arrays, "quantity", i, panel->quantity->name);
    set_entry(arrays, "up_title", i, panel->quantity->title);
    set_number(arrays, "up_log", i, panel->up_log);
    set_number(arrays, "up_base", i, panel->quantity->doubles ? 2 : 10);
    set_number(arrays, "bottom", i, panel->up.low);
    set_number(arrays, "top", i, panel->up.high);
    set_number(arrays, "up_least", i, panel->up.least);
}

static void write_panels(FILE *out, const struct look *look, const struct chart *chart)
{
    fprintf(out, "panel_count = %d\n", look->panel_count);
    const struct arrays arrays = {.out = out, .prefix = "panel", .count = look->panel_count};
    for (int i = 0; i < look->panel_count; i++) {
        set_entry(&arrays, "title", i, look->panels[i].title);
        set_entry(&arrays, "patterns", i, look->panels[i].patterns);
        set_number(&arrays, "side", i, look->panels[i].side + 1);
        set_number(&arrays, "machine", i, look->panels[i].machine);
        set_number(&arrays, "group", i, look->panels[i].group);
        set_number(&arrays, "column", i, look->panels[i].column + 1);
        set_number(&arrays, "row", i, look->panels[i].row + 1);
        write_across(&arrays, chart, &look->panels[i], i);
        write_up(&arrays, &look->panels[i], i);
    }
}

void figure_series_name(char name[FIGURE_NAME_SIZE], const struct chart *chart, int index)
{
    const struct row *point = chart->series[index].points[0];
    char plain[FIGURE_NAME_SIZE - 10], full[4 * FIGURE_NAME_SIZE];
    snprintf(full, sizeof full, "%s-%02d-%s-%s%s%s", chart->study, index + 1, point->pattern,
             point->from->name ? point->from->name : "", point->from->name ? "-" : "",
             point->target);
    figure_stem(plain, sizeof plain, full);
    snprintf(name, FIGURE_NAME_SIZE, "%s.csv", plain);
}

static void write_one_series(const struct arrays *arrays, const struct look *look,
                             const struct chart *chart, int i)
{
    const struct style *style = &look->styles[i];
    char name[FIGURE_NAME_SIZE], path[FIGURE_NAME_SIZE + 5];
    figure_series_name(name, chart, i);
    snprintf(path, sizeof path, "data/%s", name);
    set_entry(arrays, "file", i, path);
    set_entry(arrays, "label", i, style->label);
    set_entry(arrays, "colour", i, style_colour(style->hue, style->shade));
    set_number(arrays, "marker", i, style->marker + 1);
    set_number(arrays, "side", i, style->side + 1);
    set_number(arrays, "group", i, style->group);
    set_number(arrays, "copy", i, chart->series[i].copy.gbps);
    set_number(arrays, "points", i, chart->series[i].count);
}

static void write_series_list(FILE *out, const struct look *look, const struct chart *chart)
{
    fprintf(out, "series_count = %d\n", chart->series_count);
    const struct arrays arrays = {.out = out, .prefix = "series", .count = chart->series_count};
    for (int i = 0; i < chart->series_count; i++)
        write_one_series(&arrays, look, chart, i);
}

/* Words instead of numbers, as gnuplot's tics: ("in order" 1, ...). They are the program's own. */
static void write_words(FILE *out, const char *words)
{
    char word[64];
    fputs("word_tics = '", out);
    for (int i = 1; telling_word(words, i, word, sizeof word); i++)
        fprintf(out, "%s\"%s\" %d", i > 1 ? ", " : "", word, i);
    fputs("'\n", out);
}

/* What a column shows, or all of them: predictions, and points that have a ring. */
struct shown_marks {
    bool predicted, hollow;
};

static struct shown_marks marks_of(const struct look *look, const struct chart *chart, int column)
{
    struct shown_marks marks = {false, false};
    for (int panel = 0; panel < look->panel_count; panel++)
        for (int i = 0; i < chart->series_count; i++)
            for (int p = 0; p < chart->series[i].count && look_shows(look, panel, i); p++) {
                const struct row *point = chart->series[i].points[p];
                const struct panel *of = &look->panels[panel];
                if (column < PANELS && of->column != column)
                    continue;
                marks.predicted |= isfinite(quantity_predicted(of->quantity, chart, point));
                marks.hollow |= point->hollow;
            }
    return marks;
}

/* Explains dots, lines and rings, if a column has them; the last entry is for all columns. */
static void write_note(FILE *out, const struct look *look, const struct chart *chart)
{
    fprintf(out, "predicted = %d\narray note[%d]\n", chart->predicted_count > 0, PANELS + 1);
    for (int column = 0; column <= PANELS; column++) {
        const struct shown_marks has = marks_of(look, chart, column);
        fprintf(out, "note[%d] = '%s%s%s'\n", column + 1,
                has.predicted ? "dots: measured   grey: predicted" : "",
                has.predicted && has.hollow ? "   " : "",
                has.hollow ? "ringed: do not compare" : "");
    }
    if (chart->step_count > 0)
        set_text(out, "second_note", "dotted: caches as reported   bands: steps found");
}

struct line_end {
    int panel, series;
    double across, up;
};

/* 0 does not exist on a logarithmic axis. */
static bool is_on_axes(const struct panel *panel, const struct line_end *end)
{
    return isfinite(end->up) && (!panel->up_log || end->up > 0) &&
           (!panel->across_log || end->across > 0);
}

/* The rightmost point of a series in a panel: the last one, unless the horizontal axis is measured,
 * too. False if the panel has none. */
static bool find_end(struct line_end *end, const struct look *look, const struct chart *chart)
{
    const struct series *series = &chart->series[end->series];
    const struct panel *panel = &look->panels[end->panel];
    bool found = false;
    for (int p = series->count - 1; p >= 0; p--) {
        struct line_end at = *end;
        at.across = quantity_place(panel->quantity, chart, series->points[p]);
        at.up = quantity_median(panel->quantity, chart, series->points[p]);
        if (!is_on_axes(panel, &at) || (found && at.across <= end->across))
            continue;
        *end = at;
        found = true;
    }
    return found;
}

static int by_height(const void *left, const void *right)
{
    const struct line_end *a = left, *b = right;
    return a->panel != b->panel ? a->panel - b->panel : (a->up > b->up) - (a->up < b->up);
}

static void write_line_end(const struct arrays *arrays, const struct look *look,
                           const struct line_end *end, int i)
{
    const struct style *style = &look->styles[end->series];
    set_number(arrays, "panel", i, end->panel + 1);
    set_number(arrays, "at", i, end->across);
    set_number(arrays, "up", i, end->up);
    set_entry(arrays, "text", i, style->label);
    set_entry(arrays, "colour", i, style_colour(style->hue, style->shade));
}

/* The names at the lines' ends, from bottom to top in each panel. */
static void write_line_ends(FILE *out, const struct look *look, const struct chart *chart)
{
    const int most = PANELS_MOST * chart->series_count;
    struct line_end *ends = needed(calloc((size_t)most + 1, sizeof *ends));
    int count = 0;
    for (int panel = 0; panel < look->panel_count; panel++)
        for (int i = 0; i < chart->series_count; i++) {
            ends[count] = (struct line_end){.panel = panel, .series = i};
            count += look_shows(look, panel, i) && find_end(&ends[count], look, chart);
        }
    qsort(ends, (size_t)count, sizeof *ends, by_height);
    fprintf(out, "label_count = %d\n", count);
    const struct arrays arrays = {.out = out, .prefix = "label", .count = count};
    for (int i = 0; i < count; i++)
        write_line_end(&arrays, look, &ends[i], i);
    free(ends);
}

/* Whether a series is the first of its target. */
static bool begins_target(const struct chart *chart, int series)
{
    for (int i = 0; i < series; i++)
        if (same_target(chart->series[i].points[0], chart->series[series].points[0]))
            return false;
    return true;
}

/* The panels and the colour of a mark that belongs to a series. */
static void set_owner(const struct arrays *arrays, int index, const struct style *of)
{
    set_number(arrays, "side", index, of->side + 1);
    set_number(arrays, "machine", index, of->machine);
    set_entry(arrays, "colour", index, style_colour(of->hue, 0));
}

/* One machine's caches: "L1 98304 64; L2 2097152 64", name, bytes, bytes of a line. `unit`: the
 * bytes of what the axis counts. */
static int write_caches(const struct arrays *arrays, const char *caches, int count,
                        const struct style *of, double unit)
{
    char level[16];
    double bytes, line;
    int used = 0;
    while (sscanf(caches, " %15[^ ;] %lf %lf%n", level, &bytes, &line, &used) == 3) {
        set_number(arrays, "at", count, bytes / unit);
        set_owner(arrays, count, of);
        set_number(arrays, "gpu", count, of->hue > 0);
        set_entry(arrays, "name", count++, level);
        caches += used;
        caches += strspn(caches, "; ");
    }
    return count;
}

/* Lists the caches of all targets, for the panels of their machines. */
static void write_cache_list(FILE *out, const struct look *look, const struct chart *chart)
{
    enum { MOST = 64 };
    const struct axis *axis = &chart->telling->shown->axes[0];
    const enum cache_marks marks = axis->caches;
    const double unit = marks == CACHES_AT_ELEMENTS ? element_bytes_of(chart) : 1;
    int count = 0;
    const struct arrays arrays = {.out = out, .prefix = "cache", .count = MOST};
    for (int i = 0; i < chart->series_count && count + 8 < MOST && marks; i++) {
        const struct row *point = chart->series[i].points[0];
        char key[64];
        snprintf(key, sizeof key, "%s_caches%s", point->target,
                 chart->telling->alone || axis->every_worker ? "_of_one" : "");
        const char *caches = table_header_value(&point->from->table, key);
        if (caches && begins_target(chart, i))
            count = write_caches(&arrays, caches, count, &look->styles[i], unit);
    }
    fprintf(out, "cache_count = %d\n", count);
}

/* The range of a target's copies, as fractions of their median: one band per target and panel. */
static void write_bands(FILE *out, const struct look *look, const struct chart *chart)
{
    int count = 0;
    const struct arrays arrays = {.out = out, .prefix = "band", .count = chart->series_count};
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct yardstick *copy = &series->copy;
        if (!begins_target(chart, i) || !isfinite(copy->gbps))
            continue;
        set_number(&arrays, "low", count, copy->low_gbps / copy->gbps);
        set_number(&arrays, "high", count, copy->high_gbps / copy->gbps);
        set_owner(&arrays, count++, &look->styles[i]);
    }
    fprintf(out, "band_count = %d\n", count);
}

/* The steps found, from point to point. */
static void write_steps(FILE *out, const struct look *look, const struct chart *chart)
{
    const struct arrays arrays = {.out = out, .prefix = "step", .count = CHART_STEPS_MAX};
    for (int i = 0; i < chart->step_count; i++) {
        const struct chart_step *step = &chart->steps[i];
        set_number(&arrays, "low", i, step->below->at);
        set_number(&arrays, "high", i, step->above->at);
        set_owner(&arrays, i, &look->styles[step->series]);
    }
    fprintf(out, "step_count = %d\n", chart->step_count);
}

static bool has_roofline(const struct look *look)
{
    for (int i = 0; i < look->panel_count; i++)
        if (look->panels[i].quantity->roofline)
            return true;
    return false;
}

static void write_scripts(FILE *out, const struct look *look)
{
    fputs("load plots.'/common.gp'\n", out);
    if (has_roofline(look))
        fputs("load plots.'/roofline.gp'\n", out);
    fputs("load plots.(exists('text_columns') ? '/text.gp' : '/draw.gp')\n", out);
}

void settings_begin(FILE *out, const char *plots_dir, const char *stem)
{
    fprintf(out,
            "# Made by warpline report. In the folder above this one: gnuplot data/%s.gp\n"
            "# With other scripts: gnuplot -e \"plots='FOLDER'\" data/%s.gp\n",
            stem, stem);
    fputs("if (!exists(\"plots\")) ", out);
    set_text(out, "plots", plots_dir);
    set_text(out, "output_stem", stem);
}

void settings_write(FILE *out, const struct look *look, const struct chart *chart,
                    const char *plots_dir, const char *stem)
{
    const struct axis *axis = &chart->telling->shown->axes[0];
    settings_begin(out, plots_dir, stem);
    set_text(out, "left_end", axis->start_is ? axis->start_is : "");
    set_text(out, "right_end", axis->end_is ? axis->end_is : "");
    write_panels(out, look, chart);
    write_series_list(out, look, chart);
    write_words(out, axis->words);
    write_note(out, look, chart);
    write_line_ends(out, look, chart);
    write_bands(out, look, chart);
    write_steps(out, look, chart);
    write_cache_list(out, look, chart);
    write_scripts(out, look);
}
