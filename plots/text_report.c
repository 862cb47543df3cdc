#include "plots/report.h"

#include "plots/caption/caption.h"
#include "plots/caption/headlines.h"
#include "plots/data/dataset.h"
#include "plots/data/draft.h"
#include "plots/figure/figure.h"
#include "plots/figure/map.h"
#include "study/base/file.h"
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/base/units.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct drawing {
    int columns;
    const char *scripts;
    char folder[PATH_MAX], data[PATH_MAX]; /* gnuplot's input, removed at the end */
    char *problem;
    size_t problem_size;
};

static int make_folder(struct drawing *drawing)
{
    const char *temporary = getenv("TMPDIR");
    snprintf(drawing->folder, PATH_MAX - 8, "%s/warpline-XXXXXX",
             temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(drawing->folder)) {
        const int error = errno;
        snprintf(drawing->problem, drawing->problem_size, "%s: %s; set TMPDIR", drawing->folder,
                 strerror(error));
        /* No results are missing, as -ENOENT would say. */
        return error == ENOENT || error == ENOTDIR ? -EINVAL : -error;
    }
    snprintf(drawing->data, PATH_MAX, "%.*s/data", PATH_MAX - 8, drawing->folder);
    return folder_make(drawing->data, 0700, NULL, drawing->problem, drawing->problem_size);
}

/* gnuplot starts each panel with a form feed, and fills lines with blanks. Blank lines become one
 * before the next line. */
static void print_lines(char *text)
{
    bool blank = false;
    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        line += strspn(line, "\f");
        size_t length = strlen(line);
        while (length > 0 && line[length - 1] == ' ')
            length--;
        if (length > 0)
            printf("%s%.*s\n", blank ? "\n" : "", (int)length, line);
        blank = length == 0;
    }
}

/* What marks mean. */
static char *key_of(const struct chart *chart)
{
    struct draft draft;
    draft_open(&draft);
    if (chart->predicted_count)
        fputs(". predicted", draft.out);
    if (chart->hollow_count)
        fprintf(draft.out, "%ssmall letters: disturbed or partly in a cache, not to be compared",
                chart->predicted_count ? "; " : "");
    return draft_close(&draft);
}

/* The numbers of a figure whose horizontal axis is measured, too. */
static void print_points(const struct chart *chart)
{
    const struct quantity *quantity = chart->told;
    if (!quantity->over || quantity->roofline)
        return;
    printf("\n%9s  %16s  %s\n", chart->parameter, quantity->over_title, quantity->title);
    for (int i = 0; i < chart->series_count; i++) {
        printf("%s\n", chart->series[i].label);
        for (int p = 0; p < chart->series[i].count; p++) {
            char value[64];
            const struct row *point = chart->series[i].points[p];
            telling_value(value, sizeof value, chart->telling, point);
            printf("%9s  %16s  %s%s\n", value, DIGITS(quantity->over(point), 4),
                   DIGITS(quantity_median(quantity, chart, point), 4), point->hollow ? "*" : "");
        }
    }
}

/* Prints and frees a text. */
static void print_text(char *text, int columns)
{
    if (*text)
        put_wrapped(stdout, text, (int)strlen(text), 0, columns);
    free(text);
}

static int print_chart(struct drawing *drawing, const struct chart *chart)
{
    const struct figure figure = {
        .chart = chart, .report_dir = drawing->folder, .plots_dir = drawing->scripts};
    const bool map = chart_is_map(chart);
    char *text = NULL;
    int code = map ? 0 : figure_write(&figure, drawing->problem, drawing->problem_size);
    if (!code && !map)
        code =
            figure_text(&figure, drawing->columns, &text, drawing->problem, drawing->problem_size);
    if (code)
        return code == -ENOENT ? -EIO : code; /* it is gnuplot that is missing */
    printf("%s\n", chart->study);
    print_text(caption_finding(chart), drawing->columns);
    if (map)
        map_print(stdout, chart, drawing->columns);
    else {
        print_lines(text);
        print_text(key_of(chart), drawing->columns);
        print_points(chart);
    }
    print_text(caption_text_of(caption_write, chart), drawing->columns);
    putchar('\n');
    free(text);
    return 0;
}

static int print_charts(struct drawing *drawing, const struct chart *charts, int count)
{
    int code = make_folder(drawing), drawn = 0;
    for (int i = 0; i < count && !code; i++)
        if (charts[i].drawn_count > 0) {
            code = print_chart(drawing, &charts[i]);
            drawn++;
        }
    if (!code && drawn == 0) {
        snprintf(drawing->problem, drawing->problem_size,
                 "there is no valid point to draw; 'warpline report' lists why");
        code = -ENODATA;
    }
    folder_remove(drawing->data);
    folder_remove(drawing->folder);
    return code;
}

int text_report(const struct chart *charts, int count, const char *scripts, int columns,
                char *problem, size_t problem_size)
{
    struct drawing *drawing = needed(malloc(sizeof *drawing));
    *drawing = (struct drawing){
        .columns = columns, .scripts = scripts, .problem = problem, .problem_size = problem_size};
    const int code = print_charts(drawing, charts, count);
    free(drawing);
    return code;
}

enum { TITLE_COLUMNS = 22 };

static const char between_targets[] = " · ";

/* "Stride    cpu 0.11 (0.08–0.12) at stride 32": one line per target. */
static void put_headline(FILE *out, const struct headline *headline)
{
    const char *title = headline->title;
    for (const char *at = headline->number; at;) {
        const char *next = strstr(at, between_targets);
        fprintf(out, "%-*s", TITLE_COLUMNS, title);
        put_wrapped(out, at, next ? (int)(next - at) : (int)strlen(at), TITLE_COLUMNS,
                    PAGE_COLUMNS);
        at = next ? next + strlen(between_targets) : NULL;
        title = "";
    }
}

static void put_headlines(FILE *out, const struct chart *charts, int count)
{
    for (int i = 0; i < HEADLINES; i++) {
        struct headline headline = headline_tell(charts, count, i);
        if (headline.there)
            put_headline(out, &headline);
        headline_free(&headline);
    }
}

static void put_charts(FILE *out, const struct dataset *set, const struct telling *tellings)
{
    struct chart *charts = needed(calloc((size_t)set->study_count + 1, sizeof *charts));
    int count = 0;
    while (count < set->study_count) {
        const char *study = set->studies[count].study;
        chart_build(&charts[count++], study, telling_of(tellings, study), set, 1);
    }
    put_headlines(out, charts, count);
    while (count > 0)
        chart_free(&charts[--count]);
    free(charts);
}

int summary_write(FILE *out, const char *folder, const struct telling *tellings, char *problem,
                  size_t problem_size)
{
    struct dataset set;
    int code = dataset_read(&set, folder, NULL, problem, problem_size);
    if (code)
        return code;
    put_charts(out, &set, tellings);
    extremes_write(out, &set);
    dataset_free(&set);
    return 0;
}
