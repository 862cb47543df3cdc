#include "plots/figure/settings.h"
#include "plots/data/draft.h"
#include "plots/figure/figure.h"
#include "plots/quote.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void set_text(FILE *out, const char *name, const char *value)
{
    fprintf(out, "%s = ", name);
    quote_gnuplot(out, value);
    fputc('\n', out);
}

static void set_entry(FILE *out, const char *array, int index, const char *value)
{
    fprintf(out, "%s[%d] = ", array, index + 1);
    quote_gnuplot(out, value);
    fputc('\n', out);
}

static void set_number(FILE *out, const char *array, int index, double value)
{
    fprintf(out, "%s[%d] = ", array, index + 1);
    fprintf(out, isfinite(value) ? "%.17g\n" : "NaN\n", value);
}

/* Arrays of `count` entries: "low high" for panel_low and panel_high. */
static void declare(FILE *out, const char *prefix, const char *names, int count)
{
    while (*names) {
        const int length = (int)strcspn(names, " ");
        fprintf(out, "array %s_%.*s[%d]\n", prefix, length, names, count);
        names += length + (names[length] == ' ');
    }
}

static void list_machine(FILE *out, const struct chart *chart)
{
    const char *last = "";
    for (int i = 0; i < chart->series_count; i++) {
        const struct row *point = chart->series[i].points[0];
        const char *title = table_header_value(&point->from->table, point->target);
        if (!point->from->name && title && strcmp(last, point->target) != 0)
            fprintf(out, "%s%s: %s", *last ? ",  " : "", point->target, title);
        last = point->target;
    }
}

/* "cpu: ...   gpu0: ...", the run's own targets; recorded ones are named in the legend. */
static int write_machine(FILE *out, const struct chart *chart)
{
    struct draft draft;
    if (draft_open(&draft))
        list_machine(draft.out, chart);
    char *text = draft_close(&draft);
    if (!text)
        return -ENOMEM;
    set_text(out, "machine", text);
    free(text);
    return 0;
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

/* The words of cases say themselves what they are. */
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

static void write_across(FILE *out, const struct chart *chart, const struct panel *panel, int i)
{
    static const char *const tics[] = {[TICS_NUMBERS] = "numbers",
                                       [TICS_COUNTS] = "counts",
                                       [TICS_SIZES] = "sizes",
                                       [TICS_POWERS] = "powers"};
    const struct axis *axis = panel->axis;
    char label[200];
    write_label(label, sizeof label, chart, across_form(panel));
    set_entry(out, "panel_across_title", i, label);
    set_number(out, "panel_across_log", i, panel->across_log);
    set_entry(out, "panel_tics", i, tics[panel->across_log ? axis->tics : TICS_NUMBERS]);
    set_entry(out, "panel_tics_at", i, axis->tics_at ? axis->tics_at : "");
    set_number(out, "panel_tics_every", i, axis->tics_every);
    set_number(out, "panel_tics_between", i, axis->tics_between);
    set_number(out, "panel_low", i, panel->across.low);
    set_number(out, "panel_high", i, panel->across.high);
    set_number(out, "panel_least", i, panel->across.least);
}

static void write_up(FILE *out, const struct panel *panel, int i)
{
    set_entry(out, "panel_quantity", i, panel->quantity->name);
    set_entry(out, "panel_up_title", i, panel->quantity->title);
    set_number(out, "panel_up_log", i, panel->up_log);
    set_number(out, "panel_up_base", i, panel->quantity->doubles ? 2 : 10);
    set_number(out, "panel_bottom", i, panel->up.low);
    set_number(out, "panel_top", i, panel->up.high);
    set_number(out, "panel_up_least", i, panel->up.least);
}

static void write_panels(FILE *out, const struct look *look, const struct chart *chart)
{
    fprintf(out, "panel_count = %d\n", look->panel_count);
    declare(out, "panel",
            "title across_title across_log tics tics_at tics_every tics_between low high least "
            "quantity up_title up_log up_base bottom top up_least",
            look->panel_count);
    for (int i = 0; i < look->panel_count; i++) {
        set_entry(out, "panel_title", i, look->panels[i].title);
        write_across(out, chart, &look->panels[i], i);
        write_up(out, &look->panels[i], i);
    }
}

static bool any_prediction(const struct chart *chart)
{
    for (int i = 0; i < chart->drawn_count; i++)
        if (isfinite(chart->drawn[i]->number.predicted_ns))
            return true;
    return false;
}

/* The one that a series is in, from 1; 0: in all. */
static int panel_number(const struct look *look, int series)
{
    return look->styles[series].panel == PANELS ? 0 : look->styles[series].panel + 1;
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

static void write_one_series(FILE *out, const struct look *look, const struct chart *chart, int i)
{
    const struct style *style = &look->styles[i];
    char name[FIGURE_NAME_SIZE], path[FIGURE_NAME_SIZE + 5];
    figure_series_name(name, chart, i);
    snprintf(path, sizeof path, "data/%s", name);
    set_entry(out, "series_file", i, path);
    set_entry(out, "series_legend", i, style->legend);
    set_number(out, "series_hue", i, style->hue);
    set_number(out, "series_marker", i, style->marker);
    set_number(out, "series_dash", i, style->dash);
    set_number(out, "series_light", i, style->light);
    set_number(out, "series_faint", i, style->faint);
    set_number(out, "series_panel", i, panel_number(look, i));
    set_number(out, "series_copy", i, chart->series[i].copy.gbps);
    set_number(out, "series_points", i, chart->series[i].count);
}

static void write_series_list(FILE *out, const struct look *look, const struct chart *chart)
{
    fprintf(out, "series_count = %d\n", chart->series_count);
    declare(out, "series", "file legend hue marker dash light faint panel copy points",
            chart->series_count);
    for (int i = 0; i < chart->series_count; i++)
        write_one_series(out, look, chart, i);
}

/* Words in the place of numbers, as gnuplot's tics: ("in order" 1, ...). */
static int write_words(FILE *out, const char *words)
{
    char word[64];
    struct draft draft;
    draft_open(&draft);
    for (int i = 1; draft.out && telling_word(words, i, word, sizeof word); i++)
        fprintf(draft.out, "%s\"%s\" %d", i > 1 ? ", " : "", word, i);
    char *text = draft_close(&draft);
    if (!text)
        return -ENOMEM;
    set_text(out, "words", text);
    free(text);
    return 0;
}

/* What lines are and, where hue means the pattern and no panel's title says it, whose the lighter
 * ones are. */
static void write_note(FILE *out, const struct look *look, const struct chart *chart)
{
    char note[300] = "";
    const char *lighter = NULL;
    for (int i = 0; i < chart->series_count; i++)
        if (look->by_pattern && look->split != SPLIT_KIND && look->styles[i].light)
            lighter = chart->series[i].points[0]->from->name;
    if (any_prediction(chart))
        snprintf(note, sizeof note, "points: measured   lines: predicted");
    if (look->panels[0].quantity == &fraction_of_copy)
        snprintf(note + strlen(note), sizeof note - strlen(note), "%sband: spread of the copies",
                 *note ? "   " : "");
    if (lighter)
        snprintf(note + strlen(note), sizeof note - strlen(note),
                 "%slighter: the recorded machine %s", *note ? "   " : "", lighter);
    set_text(out, "legend_note", note);
    fprintf(out, "predicted = %d\n", any_prediction(chart));
}

/* One machine's caches: "L1 98304 64; L2 2097152 64", name, bytes, bytes of a line. `unit`: the
 * bytes of what the axis counts. */
static int write_caches(FILE *out, const char *caches, int count, int panel, bool gpu, double unit)
{
    char level[16];
    double bytes, line;
    int used = 0;
    while (sscanf(caches, " %15[^ ;] %lf %lf%n", level, &bytes, &line, &used) == 3) {
        set_number(out, "cache_at", count, bytes / unit);
        set_number(out, "cache_panel", count, panel);
        set_number(out, "cache_gpu", count, gpu);
        set_entry(out, "cache_name", count++, level);
        caches += used;
        caches += strspn(caches, "; ");
    }
    return count;
}

/* Of the targets that captions tell of: those of a machine drawn beside would stand too close. */
static void write_cache_list(FILE *out, const struct look *look, const struct chart *chart)
{
    enum { MOST = 64 };
    const enum cache_marks marks = chart->telling->shown->axes[0].caches;
    const double unit = marks == CACHES_AT_ELEMENTS ? element_bytes_of(chart) : 1;
    int count = 0;
    declare(out, "cache", "at panel gpu name", MOST);
    for (int i = 0; i < chart->series_count && count + 8 < MOST && marks; i++) {
        const struct row *point = chart->series[i].points[0];
        char key[64];
        snprintf(key, sizeof key, "%s_caches%s", point->target,
                 chart->telling->alone ? "_of_one" : "");
        const char *caches = table_header_value(&point->from->table, key);
        if (caches && chart_tells_target(chart, i))
            count = write_caches(out, caches, count, panel_number(look, i),
                                 target_is_gpu(point->target), unit);
    }
    fprintf(out, "cache_count = %d\n", count);
}

/* Where a target's copies lie, as fractions of their median: one band a target and panel. A machine
 * drawn beside has its own. */
static void write_bands(FILE *out, const struct look *look, const struct chart *chart)
{
    int count = 0;
    declare(out, "band", "low high panel gpu", chart->series_count + 1);
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct yardstick *copy = &series->copy;
        if (!chart_tells_target(chart, i) || !isfinite(copy->gbps))
            continue;
        set_number(out, "band_low", count, copy->low_gbps / copy->gbps);
        set_number(out, "band_high", count, copy->high_gbps / copy->gbps);
        set_number(out, "band_panel", count, panel_number(look, i));
        set_number(out, "band_gpu", count++, target_is_gpu(series->points[0]->target));
    }
    fprintf(out, "band_count = %d\n", count);
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
    fputs("load plots.'/draw.gp'\n", out);
}

int settings_write(FILE *out, const struct look *look, const struct chart *chart,
                   const char *plots_dir, const char *stem)
{
    const struct axis *axis = &chart->telling->shown->axes[0];
    fprintf(out,
            "# Made by warpline report. In the folder above this one: gnuplot data/%s.gp\n"
            "# With other scripts: gnuplot -e \"plots='FOLDER'\" data/%s.gp\n",
            stem, stem);
    fputs("if (!exists(\"plots\")) ", out);
    set_text(out, "plots", plots_dir);
    set_text(out, "output_stem", stem);
    set_text(out, "question", chart->telling->question);
    set_text(out, "left_end", axis->start_is ? axis->start_is : "");
    set_text(out, "right_end", axis->end_is ? axis->end_is : "");
    int code = write_machine(out, chart);
    write_panels(out, look, chart);
    fprintf(out, "by_pattern = %d\n", look->by_pattern);
    write_series_list(out, look, chart);
    if (!code)
        code = write_words(out, axis->words);
    write_note(out, look, chart);
    write_bands(out, look, chart);
    write_cache_list(out, look, chart);
    write_scripts(out, look);
    return code;
}
