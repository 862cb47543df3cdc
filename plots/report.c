#include "plots/report.h"
#include "plots/caption/caption.h"
#include "plots/figure/figure.h"
#include "plots/figure/residual.h"
#include "plots/page/page.h"
#include "plots/verify/follows.h"
#include "study/base/file.h"
#include "study/base/message.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MACHINE_NAME_MAX = 64, CSS_MOST = 1 << 20 };

struct report {
    const struct report_options *options;
    struct dataset sets[MACHINES_MOST];
    int set_count;
    char names[MACHINES_MOST][MACHINE_NAME_MAX];
    struct chart *charts;
    bool *drawn;                 /* one per chart */
    struct told_by_header *told; /* one per study of the results */
    int chart_count;
    char directory[PATH_MAX];
    char plots[PATH_MAX], scripts[PATH_MAX];
    struct report_outcome *outcome;
};

static int blame(struct report *report, const char *path, int error)
{
    snprintf(report->outcome->problem, sizeof report->outcome->problem, "%s: %s", path,
             strerror(error));
    return -error;
}

static const char *folder_of(const struct report *report, int set)
{
    return set == 0 ? report->options->results_dir : report->options->beside[set - 1].dir;
}

/* The sources of a machine's name, the preferred one first. */
enum naming { BY_HOST, BY_FOLDER, BY_PATH };

static void name_one(struct report *report, int set, enum naming naming)
{
    char path[PATH_MAX];
    const char *fixed = set > 0 ? report->options->beside[set - 1].name : NULL;
    const char *name = table_header_value(&report->sets[set].table, "host");
    if (naming != BY_HOST)
        name = realpath(folder_of(report, set), path) ? path : folder_of(report, set);
    if (naming == BY_FOLDER && strrchr(name, '/'))
        name = strrchr(name, '/') + 1;
    if (fixed)
        name = fixed;
    const size_t length = name ? strlen(name) : 0; /* the end of a path identifies it best */
    snprintf(report->names[set], MACHINE_NAME_MAX, "%s",
             length < MACHINE_NAME_MAX ? (name ? name : "") : name + length - MACHINE_NAME_MAX + 1);
}

static bool names_differ(const struct report *report)
{
    for (int i = 0; i < report->set_count; i++)
        for (int j = 0; j <= i; j++)
            if (!report->names[i][0] || (j < i && strcmp(report->names[i], report->names[j]) == 0))
                return false;
    return true;
}

static void name_machines(struct report *report)
{
    for (enum naming naming = BY_HOST; naming <= BY_PATH; naming++) {
        for (int i = 0; i < report->set_count; i++)
            name_one(report, i, naming);
        if (names_differ(report))
            break;
    }
    for (int i = 1; i < report->set_count; i++) {
        report->sets[i].name = report->names[i];
        report->sets[i].gpus_alone = report->options->beside[i - 1].gpus_alone;
    }
    report->sets[0].called = report->options->by_name ? report->names[0] : NULL;
}

static int read_sets(struct report *report)
{
    int code = 0;
    for (int i = 0; i <= report->options->beside_count && !code; i++) {
        code = dataset_read(&report->sets[i], folder_of(report, i), NULL, report->outcome->problem,
                            sizeof report->outcome->problem);
        report->set_count += code == 0;
        if (code || report->outcome->follows[0])
            continue;
        code = follows_note(&report->sets[i], folder_of(report, i), report->options->interval,
                            report->options->bytes, report->outcome->follows,
                            sizeof report->outcome->follows);
        if (code)
            code = blame(report, folder_of(report, i), -code);
    }
    name_machines(report);
    return code;
}

static int make_folder(struct report *report)
{
    char data[PATH_MAX], whole[PATH_MAX];
    const char *under = report->options->out_dir;
    const int code =
        folder_make_in(under ? under : report->options->results_dir, "report/data", data,
                       report->outcome->problem, sizeof report->outcome->problem);
    if (code)
        return code;
    if (!realpath(data, whole))
        return blame(report, data, errno);
    snprintf(report->directory, PATH_MAX, "%.*s", (int)(strlen(whole) - strlen("/data")), whole);
    return 0;
}

static void add_chart(struct report *report, const char *study, const struct telling *telling)
{
    struct chart *chart = &report->charts[report->chart_count++];
    chart_build(chart, study, telling, report->sets, report->set_count);
    caption_find_steps(chart);
}

/* Known studies come first, in teaching order, then the others in the order of the file. */
static void build_charts(struct report *report)
{
    const struct telling *told = report->options->tellings;
    const struct dataset *own = &report->sets[0];
    report->charts = needed(calloc((size_t)own->study_count + 1, sizeof *report->charts));
    report->drawn = needed(calloc((size_t)own->study_count + 1, sizeof *report->drawn));
    report->told = needed(calloc((size_t)own->study_count + 1, sizeof *report->told));
    for (const struct telling *t = told; t && t->study; t++)
        if (dataset_study(own, t->study))
            add_chart(report, t->study, t);
    for (int i = 0; i < own->study_count; i++)
        if (telling_of(told, own->studies[i].study) == &telling_general)
            add_chart(report, own->studies[i].study,
                      telling_by_header(own, own->studies[i].study, &report->told[i]));
}

/* If figures fail, the report goes without them; if data files cannot be written, it ends. */
static int draw_chart(struct report *report, int index, int *without)
{
    const struct figure figure = {.chart = &report->charts[index],
                                  .report_dir = report->directory,
                                  .plots_dir = report->scripts};
    if (figure.chart->series_count == 0)
        return 0;
    int code = figure_write(&figure, report->outcome->problem, sizeof report->outcome->problem);
    if (code)
        return code;
    if (figure_draw(&figure, report->outcome->problem, sizeof report->outcome->problem) == 0)
        report->drawn[index] = true;
    else
        *without = REPORT_NO_FIGURES;
    return 0;
}

static int write_page(const struct report *report, FILE *out, const char *css)
{
    const struct page page = {.out = out,
                              .sets = report->sets,
                              .set_count = report->set_count,
                              .charts = report->charts,
                              .drawn = report->drawn,
                              .chart_count = report->chart_count,
                              .report_dir = report->directory,
                              .css = css,
                              .lesson = report->options->lesson,
                              .formula = report->options->formula,
                              .problem = report->outcome->problem,
                              .follows = report->outcome->follows};
    return page_write(&page);
}

/* Saves the complete page, or none. */
static int make_page(struct report *report)
{
    char path[PATH_MAX], *css;
    struct whole_file file;
    struct report_outcome *outcome = report->outcome;
    snprintf(path, sizeof path, "%.*s/page/report.css", PATH_MAX - 20, report->plots);
    if (file_read(path, CSS_MOST, &css, NULL, outcome->problem, sizeof outcome->problem))
        return -EIO;
    int code =
        snprintf(outcome->page, PATH_MAX, "%s/index.html", report->directory) < PATH_MAX
            ? whole_file_open(&file, outcome->page, outcome->problem, sizeof outcome->problem)
            : blame(report, report->directory, ENAMETOOLONG);
    const int written = code ? 0 : write_page(report, file.out, css);
    if (written) {
        whole_file_drop(&file);
        code = blame(report, outcome->page, -written);
    } else if (!code) {
        code = whole_file_close(&file, outcome->problem, sizeof outcome->problem);
    }
    free(css);
    return code;
}

/* Collects the messages that accompany the page. */
static void tell_outcome(struct report *report)
{
    struct report_outcome *outcome = report->outcome;
    for (int i = 0; i < report->set_count; i++)
        memcpy(outcome->notes[i], report->sets[i].note, sizeof outcome->notes[i]);
    outcome->contradicted = report->sets[0].contradicted;
    residual_summary(&report->sets[0], outcome->residuals, sizeof outcome->residuals);
}

static void close_report(struct report *report)
{
    for (int i = 0; i < report->chart_count; i++)
        chart_free(&report->charts[i]);
    for (int i = 0; i < report->set_count; i++)
        dataset_free(&report->sets[i]);
    free(report->charts);
    free(report->drawn);
    free(report->told);
}

static int write_pages(struct report *report)
{
    int code = make_folder(report), without = 0;
    for (int i = 0; i < report->chart_count && code == 0; i++)
        code = draw_chart(report, i, &without);
    if (code == 0)
        code = make_page(report);
    return code ? code : without;
}

int report_write(const struct report_options *options, struct report_outcome *outcome)
{
    struct report report = {.options = options, .outcome = outcome};
    *outcome = (struct report_outcome){.page = ""};
    int code = read_sets(&report);
    /* The folders become absolute, because the page and the data files name them. */
    if (code == 0 && !realpath(options->plots_dir, report.plots))
        code = blame(&report, options->plots_dir, errno);
    snprintf(report.scripts, sizeof report.scripts, "%.*s/gnuplot", PATH_MAX - 16, report.plots);
    if (code == 0) {
        build_charts(&report);
        code = options->columns
                   ? text_report(report.charts, report.chart_count, report.scripts,
                                 options->columns, outcome->problem, sizeof outcome->problem)
                   : write_pages(&report);
    }
    if (code >= 0)
        tell_outcome(&report);
    close_report(&report);
    return code;
}
