#include "plots/text_report.h"

#include "plots/data/dataset.h"
#include "plots/data/draft.h"
#include "study/base/process.h"
#include "study/base/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SERIES_MAX = 12, ROWS = 22, TITLE_MAX = 256 };

/* Points of one pattern over one parameter on one target. */
struct series {
    const char *pattern, *target, *parameter;
};

static bool is_drawn(const struct row *row)
{
    return row->usable && !row_is_baseline(row) && isfinite(row->at);
}

static bool is_of(const struct series *series, const struct row *row)
{
    return is_drawn(row) && row->pattern == series->pattern && row->target == series->target &&
           row->parameter == series->parameter;
}

/* Returns the number of series; series beyond SERIES_MAX are not drawn. */
static int find_series(const struct study_rows *study, struct series series[SERIES_MAX])
{
    int count = 0;
    for (int i = 0; i < study->count; i++) {
        const struct row *row = study->rows[i];
        int s = 0;
        while (s < count && !is_of(&series[s], row))
            s++;
        if (s == count && count < SERIES_MAX && is_drawn(row))
            series[count++] = (struct series){row->pattern, row->target, row->parameter};
    }
    return count;
}

static double height_of(const struct row *row, bool fractions)
{
    return fractions ? row_fraction(row) : row->gbps;
}

static bool has_fractions(const struct study_rows *study)
{
    for (int i = 0; i < study->count; i++)
        if (is_drawn(study->rows[i]) && isfinite(row_fraction(study->rows[i])))
            return true;
    return false;
}

static void put_points(FILE *out, const struct study_rows *study, const struct series *series,
                       bool fractions)
{
    for (int i = 0; i < study->count; i++)
        if (is_of(series, study->rows[i]))
            fprintf(out, "%.9g %.9g\n", study->rows[i]->at, height_of(study->rows[i], fractions));
}

/* Whether all swept values are above 0, as a logarithmic axis needs. */
static bool is_above_0(const struct study_rows *study)
{
    for (int i = 0; i < study->count; i++)
        if (is_drawn(study->rows[i]) && study->rows[i]->at <= 0)
            return false;
    return true;
}

static void find_range(const struct study_rows *study, double *least, double *most)
{
    *least = INFINITY;
    *most = -INFINITY;
    for (int i = 0; i < study->count; i++)
        if (is_drawn(study->rows[i])) {
            *least = fmin(*least, study->rows[i]->at);
            *most = fmax(*most, study->rows[i]->at);
        }
}

/* The horizontal axis. It is a little longer than its points, because the frame would cover them
 * otherwise. A logarithmic axis gets tics at powers of two, because gnuplot 6 would label it
 * linearly. */
static void put_across(FILE *out, const struct study_rows *study)
{
    double least, most;
    find_range(study, &least, &most);
    if (!is_above_0(study)) {
        const double room = most > least ? (most - least) / 40 : 1;
        fprintf(out, "\nunset logscale x\nset xtics autofreq\nset xrange [%g:%g]\n", least - room,
                most + room);
        return;
    }
    const double octaves = fmax(log2(most / least), 1);
    const double room = exp2(octaves / 40);
    const int step = (int)ceil(octaves / 10);
    const int from = step * (int)floor(log2(least / room) / step);
    const int to = (int)ceil(log2(most * room));
    fprintf(out,
            "\nset logscale x 2\nset xrange [%g:%g]\nset xtics ('' 1)\n"
            "do for [e = %d:%d:%d] { set xtics add (sprintf('%%g', 2.0 ** e) 2.0 ** e) }\n",
            least / room, most * room, from, to, step);
}

/* Writes a text from a file so that gnuplot expands nothing in it. */
static void put_text(FILE *out, const char *before, const char *text)
{
    fputs(before, out);
    quote_gnuplot(out, text);
}

static void put_plot(FILE *out, const struct study_rows *study, const struct series *series,
                     int count)
{
    char title[TITLE_MAX];
    const bool fractions = has_fractions(study);
    for (int i = 0; i < count; i++) {
        fprintf(out, "$s%d << EOD\n", i);
        put_points(out, study, &series[i], fractions);
        fputs("EOD\n", out);
    }
    snprintf(title, sizeof title, "%s: %s", study->study,
             fractions ? "fraction of the own copy" : "GB/s");
    put_text(out, "set title ", title);
    put_text(out, "\nset xlabel ", series[0].parameter);
    put_across(out, study);
    fputs("plot ", out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s$s%d using 1:2 with points", i ? ", " : "", i);
        snprintf(title, sizeof title, "%s on %s", series[i].pattern, series[i].target);
        put_text(out, " title ", title);
    }
    fputs("\n", out);
}

/* Returns the number of figures that it drew. */
static int put_study(FILE *out, const struct study_rows *study, int columns)
{
    struct series series[SERIES_MAX];
    const int count = find_series(study, series);
    if (count == 0)
        return 0;
    fprintf(out, "set terminal dumb noenhanced size %d,%d\n", columns, ROWS + count);
    put_plot(out, study, series, count);
    return 1;
}

/* The commands for all figures, and the number of figures; NULL if memory is short. The caller
 * frees the text. */
static char *commands_of(const struct dataset *set, int columns, int *figures)
{
    struct draft draft;
    if (!draft_open(&draft))
        return NULL;
    fputs("set key below left Left reverse\nset yrange [0:*]\n", draft.out);
    for (int i = 0; i < set->study_count; i++)
        *figures += put_study(draft.out, &set->studies[i], columns);
    return draft_close(&draft);
}

/* gnuplot starts each figure with a form feed, and pads lines with blanks. */
static void print_lines(char *text)
{
    char *rest = text, *line;
    while ((line = strsep(&rest, "\n")) && (*line || rest)) {
        size_t length = strlen(line);
        while (length > 0 && line[length - 1] == ' ')
            length--;
        for (size_t i = 0; i < length; i++)
            if (line[i] != '\f')
                putchar(line[i]);
        putchar('\n');
    }
}

static int draw(const struct dataset *set, int columns, char *problem, size_t problem_size)
{
    static const char *const arguments[] = {"gnuplot", "-d", NULL};
    static const char *const environment[] = {"LC_ALL=C.UTF-8", NULL};
    int figures = 0;
    char *commands = commands_of(set, columns, &figures);
    const struct process_order order = {.arguments = arguments,
                                        .environment = environment,
                                        .input = commands,
                                        .errors_apart = true};
    struct process_end end = {.status = -1};
    int code = commands ? process_run(&order, &end) : -ENOMEM;
    free(commands);
    const bool missing = code == -ENOENT;
    if (missing || (!code && !process_succeeded(&end)))
        code = -EIO;
    if (!code && figures == 0)
        code = -ENODATA;
    if (!code)
        print_lines(end.text[PROCESS_OUTPUT]);
    else
        snprintf(problem, problem_size,
                 missing            ? "gnuplot is missing: install it for figures"
                 : code == -ENODATA ? "there is no valid point to draw; 'warpline report' lists why"
                                    : "gnuplot could not draw the figures");
    process_end_free(&end);
    return code;
}

int text_report(const char *folder, int columns, char *problem, size_t problem_size)
{
    struct dataset set;
    int code = dataset_read(&set, folder, NULL, problem, problem_size);
    if (code)
        return code;
    code = draw(&set, columns, problem, problem_size);
    dataset_free(&set);
    return code;
}
