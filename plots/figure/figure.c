#include "plots/figure/figure.h"
#include "plots/figure/look.h"
#include "plots/figure/map.h"
#include "study/base/file.h"
#include "study/base/process.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A series with more points is thinned: a panel is about 420 pixels wide. */
enum { POINTS_MOST = 250 };

void figure_stem(char *stem, size_t size, const char *study)
{
    size_t i = 0;
    for (; study[i] && i + 1 < size; i++)
        stem[i] = isalnum((unsigned char)study[i]) || study[i] == '-' ? study[i] : '_';
    stem[i] = '\0';
}

static void file_path(char *path, const struct figure *figure, const char *format, const char *name)
{
    char file[2 * FIGURE_NAME_SIZE];
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

static void write_columns(FILE *out, const struct look *look)
{
    const struct quantity *quantities[PANELS_MOST];
    int count = look_quantities(look, quantities);
    fputs("value", out);
    for (int i = 0; i < count; i++) {
        const char *name = quantities[i]->name;
        fprintf(out, ",%s_at,%s,%s_low,%s_high,%s_predicted", name, name, name, name, name);
    }
    fputs(",hollow\n", out);
}

static void write_point(FILE *out, const struct quantity *const quantities[PANELS_MOST], int count,
                        const struct chart *chart, const struct row *point)
{
    fprintf(out, "%.17g", point->at);
    for (int q = 0; q < count; q++)
        fprintf(out, ",%.17g,%.9g,%.9g,%.9g,%.9g", quantity_place(quantities[q], chart, point),
                quantity_median(quantities[q], chart, point),
                quantity_end(quantities[q], chart, point, false),
                quantity_end(quantities[q], chart, point, true),
                quantity_predicted(quantities[q], chart, point));
    fprintf(out, ",%d\n", point->hollow);
}

/* gnuplot reads NaN as a missing point. A series with too many points is thinned at even distances;
 * the first and the last point remain. */
static void write_points(FILE *out, const struct look *look, const struct chart *chart,
                         const struct series *series)
{
    const struct quantity *quantities[PANELS_MOST];
    int count = look_quantities(look, quantities);
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
    char name[FIGURE_NAME_SIZE];
    struct whole_file file;
    figure_series_name(name, figure->chart, index);
    int code = create(figure, "data/%s", name, &file, problem, problem_size);
    if (code)
        return code;
    write_points(file.out, look, figure->chart, &figure->chart->series[index]);
    return whole_file_close(&file, problem, problem_size);
}

static int write_data(const struct figure *figure, const struct look *look, char *problem,
                      size_t problem_size)
{
    char stem[FIGURE_NAME_SIZE];
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
    if (chart_is_map(figure->chart))
        map_write(file.out, figure->chart, figure->plots_dir, stem);
    else
        settings_write(file.out, look, figure->chart, figure->plots_dir, stem);
    return whole_file_close(&file, problem, problem_size);
}

int figure_write(const struct figure *figure, char *problem, size_t problem_size)
{
    struct look look;
    look_make(&look, figure->chart);
    const int code = write_data(figure, &look, problem, problem_size);
    look_free(&look);
    return code;
}

/* Stores what gnuplot has printed. */
static void write_log(const char *report_dir, const char *log, const struct process_end *end)
{
    char path[PATH_MAX];
    struct whole_file file;
    if (snprintf(path, sizeof path, "%s/%s", report_dir, log) >= PATH_MAX ||
        !end->text[PROCESS_OUTPUT] || whole_file_open(&file, path, NULL, 0))
        return;
    fputs(end->text[PROCESS_OUTPUT], file.out);
    (void)whole_file_close(&file, NULL, 0);
}

/* -d: a user's own gnuplot settings must not change the figures. The locale is UTF-8, because
 * without it, as on a fresh machine, gnuplot complains about a degree sign that it cannot recode.
 */
static int run_gnuplot(const char *report_dir, const char *script, const char *log,
                       const char *variable, struct process_end *end, char *problem,
                       size_t problem_size)
{
    const char *const arguments[] = {"gnuplot", "-d", "-e", variable, script, NULL};
    static const char *const environment[] = {"LC_ALL=C.UTF-8", NULL};
    const struct process_order order = {.arguments = arguments,
                                        .environment = environment,
                                        .folder = report_dir,
                                        .errors_apart = !log};
    int code = process_run(&order, end);
    if (log)
        write_log(report_dir, log, end);
    if (code == -ENOENT)
        snprintf(problem, problem_size, "gnuplot is not in PATH%s",
                 log ? ", so there are tables but no figures; install gnuplot and make the report "
                       "again"
                     : "; install it for figures");
    else if (code)
        snprintf(problem, problem_size, "%s: not drawn: %s", script, strerror(-code));
    else if (!process_succeeded(end)) {
        snprintf(problem, problem_size, "gnuplot could not draw %s%s%s%s%s", script,
                 log ? "; it says why in " : "", log ? report_dir : "", log ? "/" : "",
                 log ? log : "");
        code = -EIO;
    }
    return code;
}

int figure_run(const char *report_dir, const char *stem, char *problem, size_t problem_size)
{
    char script[2 * FIGURE_NAME_SIZE], log[2 * FIGURE_NAME_SIZE];
    struct process_end end;
    snprintf(script, sizeof script, "data/%s.gp", stem);
    snprintf(log, sizeof log, "data/%s.log", stem);
    const int code = run_gnuplot(report_dir, script, log, "", &end, problem, problem_size);
    process_end_free(&end);
    return code;
}

int figure_text(const struct figure *figure, int columns, char **text, char *problem,
                size_t problem_size)
{
    char stem[FIGURE_NAME_SIZE], script[2 * FIGURE_NAME_SIZE], variable[40];
    struct process_end end;
    figure_stem(stem, sizeof stem, figure->chart->study);
    snprintf(script, sizeof script, "data/%s.gp", stem);
    snprintf(variable, sizeof variable, "text_columns=%d", columns);
    const int code =
        run_gnuplot(figure->report_dir, script, NULL, variable, &end, problem, problem_size);
    *text = NULL;
    if (!code) {
        *text = end.text[PROCESS_OUTPUT];
        end.text[PROCESS_OUTPUT] = NULL;
    }
    process_end_free(&end);
    return code;
}

static bool has_picture(const struct figure *figure, const char *format, const char *stem)
{
    char path[PATH_MAX];
    struct stat facts;
    file_path(path, figure, format, stem);
    return stat(path, &facts) == 0 && facts.st_size > 0;
}

/* Removes the files of an earlier report: they must not pass for one that gnuplot failed to draw,
 * and links must not lead gnuplot elsewhere. */
static void remove_pictures(const struct figure *figure, const char *stem)
{
    static const char *const formats[] = {"%s.svg", "%s-2.svg", "%s.png"};
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        file_path(path, figure, formats[i], stem);
        unlink(path);
    }
}

int figure_draw(const struct figure *figure, char *problem, size_t problem_size)
{
    char stem[FIGURE_NAME_SIZE];
    figure_stem(stem, sizeof stem, figure->chart->study);
    remove_pictures(figure, stem);
    const int code = figure_run(figure->report_dir, stem, problem, problem_size);
    if (code || (has_picture(figure, "%s.svg", stem) && has_picture(figure, "%s.png", stem)))
        return code;
    snprintf(problem, problem_size,
             "gnuplot has drawn no picture of data/%s.gp; see %s/data/%s.log", stem,
             figure->report_dir, stem);
    return -EIO;
}
