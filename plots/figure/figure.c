#include "plots/figure/figure.h"
#include "plots/draft.h"
#include "plots/figure/caption.h"
#include "plots/figure/look.h"
#include "plots/figure/telling.h"
#include "plots/page/quote.h"
#include "plots/whole_file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* A series of more points is drawn thinned. */
enum { NAME_SIZE = 100, POINTS_MOST = 1000 };

void figure_stem(char *stem, size_t size, const char *study)
{
    size_t i = 0;
    for (; study[i] && i + 1 < size; i++)
        stem[i] = isalnum((unsigned char)study[i]) || study[i] == '-' ? study[i] : '_';
    stem[i] = '\0';
}

static void file_path(char *path, const struct figure *figure, const char *format, const char *name)
{
    char file[2 * NAME_SIZE];
    snprintf(file, sizeof file, format, name);
    if (snprintf(path, PATH_MAX, "%s/%s", figure->report_dir, file) >= PATH_MAX)
        path[0] = '\0';
}

static int create(const struct figure *figure, const char *format, const char *name,
                  struct whole_file *file, char *problem, size_t problem_size)
{
    char path[PATH_MAX];
    file_path(path, figure, format, name);
    return whole_file_open(file, path, problem, problem_size);
}

static void series_name(char *name, const struct chart *chart, int index)
{
    const struct point *point = chart->series[index].points[0];
    char plain[NAME_SIZE - 10], full[4 * NAME_SIZE];
    snprintf(full, sizeof full, "%s-%02d-%s-%s%s%s", chart->study, index + 1, point->pattern,
             point->from->name ? point->from->name : "", point->from->name ? "-" : "",
             point->target);
    figure_stem(plain, sizeof plain, full);
    snprintf(name, NAME_SIZE, "%s.csv", plain);
}

/* The panels' quantities, each once. */
static int quantities_of(const struct look *look, const struct quantity *quantities[PANELS])
{
    int count = 0;
    for (int i = 0; i < look->panel_count; i++)
        if (i == 0 || look->panels[i].quantity != quantities[0])
            quantities[count++] = look->panels[i].quantity;
    return count;
}

static void write_columns(FILE *out, const struct look *look)
{
    const struct quantity *quantities[PANELS];
    int count = quantities_of(look, quantities);
    fputs("value", out);
    for (int i = 0; i < count; i++) {
        const char *name = quantities[i]->name;
        fprintf(out, ",%s_at,%s,%s_low,%s_high,%s_predicted", name, name, name, name, name);
    }
    fputs(",hollow\n", out);
}

static void write_point(FILE *out, const struct quantity *const quantities[PANELS], int count,
                        const struct chart *chart, const struct point *point)
{
    fprintf(out, "%.17g", point->at);
    for (int q = 0; q < count; q++)
        fprintf(out, ",%.17g,%.9g,%.9g,%.9g,%.9g", quantity_place(quantities[q], point),
                quantity_median(quantities[q], chart, point),
                quantity_end(quantities[q], chart, point, false),
                quantity_end(quantities[q], chart, point, true),
                quantity_predicted(quantities[q], chart, point));
    fprintf(out, ",%d\n", point->hollow);
}

/* gnuplot reads NaN as a point that is not there. Of more points than can be told apart, some are
 * drawn at even distances, the first and the last among them. */
static void write_points(FILE *out, const struct look *look, const struct chart *chart,
                         const struct series *series)
{
    const struct quantity *quantities[PANELS];
    int count = quantities_of(look, quantities);
    const int most = series->count < POINTS_MOST ? series->count : POINTS_MOST;
    write_columns(out, look);
    for (int i = 0; i < most; i++) {
        const int64_t at = most > 1 ? (int64_t)i * (series->count - 1) / (most - 1) : 0;
        write_point(out, quantities, count, chart, series->points[at]);
    }
}

static int write_series(const struct figure *figure, const struct look *look, int index,
                        char *problem, size_t problem_size)
{
    char name[NAME_SIZE];
    struct whole_file file;
    series_name(name, figure->chart, index);
    int code = create(figure, "data/%s", name, &file, problem, problem_size);
    if (code)
        return code;
    write_points(file.out, look, figure->chart, &figure->chart->series[index]);
    return whole_file_close(&file, problem, problem_size);
}

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

static void list_machine(FILE *out, const struct chart *chart)
{
    const char *last = "";
    for (int i = 0; i < chart->series_count; i++) {
        const struct point *point = chart->series[i].points[0];
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

static void set_number(FILE *out, const char *array, int index, double value)
{
    fprintf(out, "%s[%d] = ", array, index + 1);
    fprintf(out, isfinite(value) ? "%.17g\n" : "NaN\n", value);
}

static void write_panels(FILE *out, const struct look *look)
{
    static const char *const arrays[] = {"title",     "quantity", "up_title", "across_title",
                                         "parameter", "low",      "high",     "least",
                                         "bottom",    "top",      "up_least"};
    fprintf(out, "panel_count = %d\n", look->panel_count);
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        fprintf(out, "array panel_%s[%d]\n", arrays[i], look->panel_count);
    for (int i = 0; i < look->panel_count; i++) {
        const struct panel *panel = &look->panels[i];
        const struct quantity *quantity = panel->quantity;
        set_entry(out, "panel_title", i, panel->title);
        set_entry(out, "panel_quantity", i, quantity->name);
        set_entry(out, "panel_up_title", i, quantity->title);
        set_entry(out, "panel_across_title", i, quantity->over ? quantity->over_title : "");
        set_entry(out, "panel_parameter", i, panel->parameter ? panel->parameter : "");
        set_number(out, "panel_low", i, panel->across.low);
        set_number(out, "panel_high", i, panel->across.high);
        set_number(out, "panel_least", i, panel->across.least);
        set_number(out, "panel_bottom", i, panel->up.low);
        set_number(out, "panel_top", i, panel->up.high);
        set_number(out, "panel_up_least", i, panel->up.least);
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

static void write_one_series(FILE *out, const struct look *look, const struct chart *chart, int i)
{
    const struct style *style = &look->styles[i];
    char name[NAME_SIZE], path[NAME_SIZE + 5];
    series_name(name, chart, i);
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
    static const char *const arrays[] = {"file",  "legend", "hue",   "marker", "dash",
                                         "light", "faint",  "panel", "copy",   "points"};
    fprintf(out, "series_count = %d\n", chart->series_count);
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        fprintf(out, "array series_%s[%d]\n", arrays[i], chart->series_count);
    for (int i = 0; i < chart->series_count; i++)
        write_one_series(out, look, chart, i);
}

/* Words in the place of numbers, as gnuplot's tics: ("in order" 1, ...). */
static int write_words(FILE *out, const struct telling *telling)
{
    char word[64];
    struct draft draft;
    draft_open(&draft);
    for (int i = 1; draft.out && telling_word(telling->words, i, word, sizeof word); i++)
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

/* One machine's caches: "L1 98304 64; L2 2097152 64", name, bytes, bytes of a line. */
static int write_caches(FILE *out, const char *caches, int count, const struct look *look,
                        int series, bool gpu)
{
    char level[16];
    double bytes, line;
    int used = 0;
    while (sscanf(caches, " %15[^ ;] %lf %lf%n", level, &bytes, &line, &used) == 3) {
        set_number(out, "cache_bytes", count, bytes);
        set_number(out, "cache_line", count, line);
        set_number(out, "cache_panel", count, panel_number(look, series));
        set_number(out, "cache_gpu", count, gpu);
        set_entry(out, "cache_name", count++, level);
        caches += used;
        caches += strspn(caches, "; ");
    }
    return count;
}

/* Of the targets that captions tell of: those of a machine drawn beside would stand too close. */
static void write_cache_list(FILE *out, const struct look *look, const struct chart *chart,
                             bool alone)
{
    enum { MOST = 64 };
    int count = 0;
    fprintf(out,
            "array cache_bytes[%1$d]\narray cache_line[%1$d]\narray cache_panel[%1$d]\n"
            "array cache_gpu[%1$d]\narray cache_name[%1$d]\n",
            MOST);
    for (int i = 0; i < chart->series_count && count + 8 < MOST; i++) {
        const struct point *point = chart->series[i].points[0];
        char key[64];
        snprintf(key, sizeof key, "%s_caches%s", point->target, alone ? "_of_one" : "");
        const char *caches = table_header_value(&point->from->table, key);
        if (caches && chart_tells_target(chart, i))
            count = write_caches(out, caches, count, look, i, target_is_gpu(point->target));
    }
    fprintf(out, "cache_count = %d\n", count);
}

/* Where a target's copies lie, as fractions of their median: one band a target and panel. A machine
 * drawn beside has its own. */
static void write_bands(FILE *out, const struct look *look, const struct chart *chart)
{
    int count = 0;
    fprintf(out,
            "array band_low[%1$d]\narray band_high[%1$d]\narray band_panel[%1$d]\n"
            "array band_gpu[%1$d]\n",
            chart->series_count + 1);
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

static int write_settings(FILE *out, const struct figure *figure, const struct look *look,
                          const char *stem)
{
    const struct chart *chart = figure->chart;
    const struct telling *telling = telling_of(chart->study);
    fprintf(out,
            "# Made by warpline report. In the folder above this one: gnuplot data/%s.gp\n"
            "# With other scripts: gnuplot -e \"plots='FOLDER'\" data/%s.gp\n",
            stem, stem);
    fputs("if (!exists(\"plots\")) ", out);
    set_text(out, "plots", figure->plots_dir);
    set_text(out, "output_stem", stem);
    set_text(out, "study", chart->study);
    set_text(out, "question", telling->question);
    set_text(out, "parameter", chart->parameter);
    fprintf(out, "element_bytes = %d\n", atoi(chart->drawn[0]->element_bytes));
    int code = write_machine(out, chart);
    write_panels(out, look);
    fprintf(out, "by_pattern = %d\n", look->by_pattern);
    write_series_list(out, look, chart);
    if (!code)
        code = write_words(out, telling);
    write_note(out, look, chart);
    write_bands(out, look, chart);
    write_cache_list(out, look, chart, telling->alone);
    fprintf(out, "load plots.'/%s.gp'\n", telling->study ? telling->study : "generic");
    return code;
}

static int write_data(const struct figure *figure, const struct look *look, char *problem,
                      size_t problem_size)
{
    char stem[NAME_SIZE];
    struct whole_file file;
    int code = 0;
    for (int i = 0; i < figure->chart->series_count && !code; i++)
        code = write_series(figure, look, i, problem, problem_size);
    if (code)
        return code;
    figure_stem(stem, sizeof stem, figure->chart->study);
    code = create(figure, "data/%s.gp", stem, &file, problem, problem_size);
    if (code)
        return code;
    if (write_settings(file.out, figure, look, stem)) {
        whole_file_drop(&file);
        snprintf(problem, problem_size, "%s: %s", figure->chart->study, strerror(ENOMEM));
        return -ENOMEM;
    }
    return whole_file_close(&file, problem, problem_size);
}

int figure_write(const struct figure *figure, char *problem, size_t problem_size)
{
    struct look look;
    int code = look_make(&look, figure->chart);
    if (code)
        snprintf(problem, problem_size, "%s: %s", figure->chart->study, strerror(-code));
    else
        code = write_data(figure, &look, problem, problem_size);
    look_free(&look);
    return code;
}

static int plan_files(posix_spawn_file_actions_t *files, const char *folder, const char *log)
{
    int error = posix_spawn_file_actions_addchdir_np(files, folder);
    if (!error)
        error = posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_addopen(files, STDOUT_FILENO, log,
                                                 O_WRONLY | O_CREAT | O_TRUNC, 0666);
    return error ? error : posix_spawn_file_actions_adddup2(files, STDOUT_FILENO, STDERR_FILENO);
}

/* In the report's folder. -d: a user's own gnuplot settings must not change the figures. */
static int run_gnuplot(const char *folder, const char *script, const char *log)
{
    char *const arguments[] = {"gnuplot", "-d", (char *)script, NULL};
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = 0;
    int error = posix_spawn_file_actions_init(&files);
    if (error)
        return -error;
    error = plan_files(&files, folder, log);
    if (!error)
        error = posix_spawnp(&child, arguments[0], &files, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    if (error)
        return -error;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -errno;
    /* Some C libraries report a program that is not there only as the child's exit status. */
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return -ENOENT;
    return status == 0 ? 0 : -EIO;
}

static bool has_picture(const struct figure *figure, const char *format, const char *stem)
{
    char path[PATH_MAX];
    struct stat facts;
    file_path(path, figure, format, stem);
    return stat(path, &facts) == 0 && facts.st_size > 0;
}

/* A picture of an earlier report must not stand in for one that gnuplot failed to draw. */
static void remove_pictures(const struct figure *figure, const char *stem)
{
    char path[PATH_MAX];
    file_path(path, figure, "%s.svg", stem);
    unlink(path);
    file_path(path, figure, "%s.png", stem);
    unlink(path);
}

int figure_draw(const struct figure *figure, char *problem, size_t problem_size)
{
    char stem[NAME_SIZE], script[2 * NAME_SIZE], log[PATH_MAX];
    figure_stem(stem, sizeof stem, figure->chart->study);
    snprintf(script, sizeof script, "data/%s.gp", stem);
    file_path(log, figure, "data/%s.log", stem);
    remove_pictures(figure, stem);
    const int code = run_gnuplot(figure->report_dir, script, log);
    if (code == -ENOENT)
        snprintf(problem, problem_size,
                 "gnuplot is not in PATH, so there are tables but no figures; install gnuplot and "
                 "make the report again");
    else if (code == -ENOMEM)
        snprintf(problem, problem_size, "%s: not drawn: %s", script, strerror(ENOMEM));
    else if (code || !has_picture(figure, "%s.svg", stem) || !has_picture(figure, "%s.png", stem))
        snprintf(problem, problem_size, "gnuplot could not draw %s; it says why in %s", script,
                 log);
    else
        return 0;
    return code ? code : -EIO;
}
