#include "figure.h"
#include "caption.h"
#include "quote.h"

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

enum { NAME_SIZE = 100 };

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

static FILE *create(const struct figure *figure, const char *format, const char *name,
                    char *problem, size_t problem_size)
{
    char path[PATH_MAX];
    file_path(path, figure, format, name);
    FILE *file = fopen(path, "w");
    if (!file)
        snprintf(problem, problem_size, "%s: cannot be written: %s", path, strerror(errno));
    return file;
}

/* A full disk shows up only when the last of the buffer is written. */
static int finish(FILE *file, const char *name, char *problem, size_t problem_size)
{
    bool broken = ferror(file);
    if (fclose(file) == 0 && !broken)
        return 0;
    snprintf(problem, problem_size, "%s: could not be written to its end: %s", name,
             strerror(errno));
    return -EIO;
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

/* gnuplot reads NaN as a point that is not there. */
static void write_points(FILE *out, const struct series *series)
{
    fputs("value,gbps,gbps_low,gbps_high,fraction,fraction_low,fraction_high,hollow\n", out);
    for (int i = 0; i < series->count; i++) {
        const struct point *p = series->points[i];
        double part = p->fraction / p->gbps;
        fprintf(out, "%.17g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%d\n", p->at, p->gbps, p->low_gbps,
                p->high_gbps, p->fraction, p->low_gbps * part, p->high_gbps * part, p->hollow);
    }
}

static int write_series(const struct figure *figure, int index, char *problem, size_t problem_size)
{
    char name[NAME_SIZE];
    series_name(name, figure->chart, index);
    FILE *out = create(figure, "data/%s", name, problem, problem_size);
    if (!out)
        return -EIO;
    write_points(out, &figure->chart->series[index]);
    return finish(out, name, problem, problem_size);
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

/* "cpu: ...   gpu0: ...", the run's own targets; recorded ones are named in the legend. */
static void write_machine(FILE *out, const struct chart *chart)
{
    char *text = NULL;
    size_t size = 0;
    FILE *line = open_memstream(&text, &size);
    if (!line)
        return;
    const char *last = "";
    for (int i = 0; i < chart->series_count; i++) {
        const struct point *point = chart->series[i].points[0];
        const char *title = table_header_value(&point->from->table, point->target);
        if (!point->from->name && title && strcmp(last, point->target) != 0)
            fprintf(line, "%s%s: %s", *last ? ",  " : "", point->target, title);
        last = point->target;
    }
    fclose(line);
    set_text(out, "machine", text);
    free(text);
}

static void write_ranges(FILE *out, const struct chart *chart)
{
    double value[2] = {INFINITY, -INFINITY}, gbps[2] = {INFINITY, -INFINITY};
    double fraction[2] = {1, 1};
    for (int i = 0; i < chart->drawn_count; i++) {
        const struct point *point = chart->drawn[i];
        value[0] = fmin(value[0], point->at);
        value[1] = fmax(value[1], point->at);
        gbps[0] = fmin(gbps[0], point->gbps);
        gbps[1] = fmax(gbps[1], point->gbps);
        fraction[0] = fmin(fraction[0], point->fraction);
        fraction[1] = fmax(fraction[1], point->fraction);
    }
    fprintf(out, "value_low = %.17g\nvalue_high = %.17g\n", value[0], value[1]);
    fprintf(out, "gbps_low = %.9g\ngbps_high = %.9g\n", gbps[0], gbps[1]);
    fprintf(out, "fraction_low = %.9g\nfraction_high = %.9g\n", fraction[0], fraction[1]);
}

static void write_series_list(FILE *out, const struct chart *chart)
{
    fprintf(out, "series_count = %d\n", chart->series_count);
    fprintf(out,
            "array series_file[%1$d]\narray series_label[%1$d]\narray series_target[%1$d]\n"
            "array series_line[%1$d]\narray series_copy[%1$d]\n",
            chart->series_count);
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        char name[NAME_SIZE], path[NAME_SIZE + 5];
        series_name(name, chart, i);
        snprintf(path, sizeof path, "data/%s", name);
        set_entry(out, "series_file", i, path);
        set_entry(out, "series_label", i, series->label);
        fprintf(out, "series_target[%d] = %d\n", i + 1, series->target_style);
        fprintf(out, "series_line[%d] = %d\n", i + 1, series->line_style);
        fprintf(out, "series_copy[%d] = ", i + 1);
        fprintf(out, isnan(series->copy_gbps) ? "NaN\n" : "%.9g\n", series->copy_gbps);
    }
}

/* One machine's caches: "L1 98304 64; L2 2097152 64", name, bytes, bytes of a line. */
static int write_caches(FILE *out, const char *caches, int count, int target_style)
{
    char level[16];
    double bytes, line;
    int used = 0;
    while (sscanf(caches, " %15[^ ;] %lf %lf%n", level, &bytes, &line, &used) == 3) {
        count++;
        fprintf(out, "cache_bytes[%d] = %.17g\ncache_line[%d] = %.17g\n", count, bytes, count,
                line);
        fprintf(out, "cache_target[%d] = %d\n", count, target_style);
        set_entry(out, "cache_name", count - 1, level);
        caches += used;
        caches += strspn(caches, "; ");
    }
    return count;
}

static void write_cache_list(FILE *out, const struct chart *chart)
{
    enum { MOST = 64 };
    int count = 0, seen = 0;
    fprintf(out,
            "array cache_bytes[%1$d]\narray cache_line[%1$d]\narray cache_target[%1$d]\n"
            "array cache_name[%1$d]\n",
            MOST);
    for (int i = 0; i < chart->series_count && count + 8 < MOST; i++) {
        const struct series *series = &chart->series[i];
        const struct point *point = series->points[0];
        char key[64];
        snprintf(key, sizeof key, "%s_caches", point->target);
        const char *caches = table_header_value(&point->from->table, key);
        if (!caches || seen == series->target_style)
            continue;
        seen = series->target_style;
        count = write_caches(out, caches, count, seen);
    }
    fprintf(out, "cache_count = %d\n", count);
}

static void write_settings(FILE *out, const struct figure *figure, const char *stem)
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
    write_machine(out, chart);
    write_ranges(out, chart);
    write_series_list(out, chart);
    write_cache_list(out, chart);
    fprintf(out, "load plots.'/%s.gp'\n", telling->study ? telling->study : "generic");
}

int figure_write(const struct figure *figure, char *problem, size_t problem_size)
{
    char stem[NAME_SIZE];
    for (int i = 0; i < figure->chart->series_count; i++) {
        int code = write_series(figure, i, problem, problem_size);
        if (code)
            return code;
    }
    figure_stem(stem, sizeof stem, figure->chart->study);
    FILE *out = create(figure, "data/%s.gp", stem, problem, problem_size);
    if (!out)
        return -EIO;
    write_settings(out, figure, stem);
    return finish(out, stem, problem, problem_size);
}

/* -d: a user's own gnuplot settings must not change the figures. */
static int run_gnuplot(const char *enter, const char *script, const char *log)
{
    char *const arguments[] = {"gnuplot", "-d", "-e", (char *)enter, (char *)script, NULL};
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = 0;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC,
                                     0666);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    int error = posix_spawnp(&child, arguments[0], &files, NULL, arguments, environ);
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

static char *enter_command(const struct figure *figure)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fputs("cd ", out);
    quote_gnuplot(out, figure->report_dir);
    fclose(out);
    return text;
}

int figure_draw(const struct figure *figure, char *problem, size_t problem_size)
{
    char stem[NAME_SIZE], script[2 * NAME_SIZE], log[PATH_MAX];
    figure_stem(stem, sizeof stem, figure->chart->study);
    snprintf(script, sizeof script, "data/%s.gp", stem);
    file_path(log, figure, "data/%s.log", stem);
    remove_pictures(figure, stem);
    char *enter = enter_command(figure);
    int code = enter ? run_gnuplot(enter, script, log) : -ENOMEM;
    free(enter);
    if (code == -ENOENT)
        snprintf(problem, problem_size,
                 "gnuplot is not in PATH, so there are tables but no figures; install gnuplot and "
                 "make the report again");
    else if (code || !has_picture(figure, "%s.svg", stem) || !has_picture(figure, "%s.png", stem))
        snprintf(problem, problem_size, "gnuplot could not draw %s; it says why in %s", script,
                 log);
    else
        return 0;
    return code ? code : -EIO;
}
