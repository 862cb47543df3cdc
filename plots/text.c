#include "plots/text.h"

#include "plots/data/dataset.h"
#include "plots/quote.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { SERIES_MAX = 12, ROWS = 22, NOT_FOUND = 127, TITLE_MAX = 256 };

/* Points of one pattern over one parameter on one target. */
struct series {
    const char *pattern, *target, *parameter;
    int points;
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

/* Returns how many there are; what is beyond SERIES_MAX is not drawn. */
static int find_series(const struct study_rows *study, struct series series[SERIES_MAX])
{
    int count = 0;
    for (int i = 0; i < study->count; i++) {
        const struct row *row = study->rows[i];
        int s = 0;
        while (s < count && !is_of(&series[s], row))
            s++;
        if (s == count && count < SERIES_MAX && is_drawn(row))
            series[count++] = (struct series){row->pattern, row->target, row->parameter, 0};
        if (s < count)
            series[s].points++;
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

/* Whether all that is swept is above 0, so that it can stand on a logarithmic axis. */
static bool is_above_0(const struct study_rows *study)
{
    for (int i = 0; i < study->count; i++)
        if (is_drawn(study->rows[i]) && study->rows[i]->at <= 0)
            return false;
    return true;
}

/* A text from a file, in which gnuplot expands nothing. */
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
    fputs(is_above_0(study) ? "\nset logscale x 2\nplot " : "\nunset logscale\nplot ", out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s$s%d using 1:2 with points", i ? ", " : "", i);
        snprintf(title, sizeof title, "%s on %s", series[i].pattern, series[i].target);
        put_text(out, " title ", title);
    }
    fputs("\n", out);
}

static void put_study(FILE *out, const struct study_rows *study, int columns)
{
    struct series series[SERIES_MAX];
    const int count = find_series(study, series);
    int most = 0;
    for (int i = 0; i < count; i++)
        most = series[i].points > most ? series[i].points : most;
    if (most < 2)
        return;
    fprintf(out, "set terminal dumb noenhanced size %d,%d\n", columns, ROWS + count);
    put_plot(out, study, series, count);
}

/* gnuplot begins each figure with a form feed, and fills lines up with blanks. */
static const char command[] =
    "command -v gnuplot >/dev/null || exit 127\n"
    "text=$(gnuplot -d) && printf '%s\\n' \"$text\" | tr -d '\\014' | sed 's/ *$//'";

static int draw(const struct dataset *set, int columns, char *problem, size_t problem_size)
{
    fflush(stdout);                  /* gnuplot writes to the same place */
    FILE *out = popen(command, "w"); /* NOLINT(cert-env33-c): the command is a constant */
    if (!out) {
        snprintf(problem, problem_size, "gnuplot: %s", strerror(errno));
        return -errno;
    }
    fputs("set key below left Left reverse\nset yrange [0:*]\n", out);
    for (int i = 0; i < set->study_count; i++)
        put_study(out, &set->studies[i], columns);
    const int status = pclose(out);
    if (status == 0)
        return 0;
    const bool missing = WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND;
    snprintf(problem, problem_size,
             missing ? "gnuplot is not there: install it for figures"
                     : "gnuplot could not draw the figures");
    return missing ? -ENOENT : -EIO;
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
