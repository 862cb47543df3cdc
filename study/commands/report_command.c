/* `warpline report DIR`: the page and its figures; the work is in plots/. */
#include "plots/print.h"
#include "plots/report.h"
#include "plots/text.h"

#include "patterns/pattern.h"
#include "plots/data/csv.h"
#include "study/commands/commands.h"
#include "study/course/evidence.h"
#include "study/folders.h"
#include "study/message.h"
#include "study/plan/study.h"
#include "study/plan/targets.h"
#include "study/wrapped.h"
#include "warpline_build.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { TELLINGS_MAX = 128, COLUMNS_LEAST = 40, COLUMNS_MOST = 400 };

static struct telling telling_from(const struct study *study)
{
    const struct pattern *pattern = pattern_find(study->sweeps[0].pattern);
    return (struct telling){.study = study->name,
                            .group = study->group,
                            .question = study->question,
                            .alone = pattern && pattern->alone,
                            .shown = &study->shown};
}

/* What plots/ is told of the studies, group by group, up to one without a name. */
static void fill_tellings(struct telling tellings[TELLINGS_MAX])
{
    int count = 0;
    for (const char *const *group = study_groups; *group; group++)
        for (const struct study *s = study_catalogue; s->name && count + 1 < TELLINGS_MAX; s++)
            if (strcmp(s->group, *group) == 0)
                tellings[count++] = telling_from(s);
    tellings[count] = (struct telling){.study = NULL};
}

static const char *lesson_of(const char *name)
{
    const struct pattern *pattern = pattern_find(name);
    return pattern ? pattern->lesson : NULL;
}

static const char *formula_of(const char *name)
{
    const struct pattern *pattern = pattern_find(name);
    return pattern ? pattern->formula : NULL;
}

/* Whether a header's key is the detail of a target that is a GPU: "gpu0_detail". */
static bool tells_of_gpu(const char *key)
{
    char name[TARGET_NAME_MAX];
    int number;
    const char *end = strstr(key, "_detail");
    if (!end || strcmp(end, "_detail") != 0 || end - key >= TARGET_NAME_MAX)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)(end - key), key);
    const struct target_ops *kind = target_kind(name, &number);
    return kind && kind->side == SIDE_GPU;
}

/* Whether results.csv has rows of any GPU: its header names the targets of the run. */
static bool has_gpu(const char *folder)
{
    struct table table;
    char problem[PATH_TEXT_MAX + TEXT_MAX]; /* the report itself says it */
    bool found = false;
    if (table_open(&table, folder, "results.csv", problem, sizeof problem))
        return false;
    for (int i = 0; i < table.header_count && !found; i++)
        found = tells_of_gpu(table.headers[i].key);
    table_close(&table);
    return found;
}

/* Results that cannot be read or folders that cannot be written; else it is the machine's. */
static bool is_bad_input(int error)
{
    return error != -ENOSPC && error != -EIO && error != -ENOMEM && error != -EDQUOT &&
           error != -EFBIG;
}

/* Beside the page, which ends in .html. */
static int print_report(const char *page)
{
    char pdf[PATH_MAX + 8], problem[PATH_MAX + 256];
    snprintf(pdf, sizeof pdf, "%.*s.pdf", (int)(strlen(page) - strlen(".html")), page);
    const int code = print_page(page, pdf, problem, sizeof problem);
    if (code)
        return complain(code == -ENOENT ? EXIT_NO_DEVICE : EXIT_WRONG, "%s", problem);
    printf("%s\n", pdf);
    return EXIT_DONE;
}

static int write_report(const struct report_options *report, bool pdf)
{
    struct report_outcome outcome;
    int result = report_write(report, &outcome);
    if (result < 0)
        return complain(is_bad_input(result) ? EXIT_USAGE : EXIT_WRONG, "%s", outcome.problem);
    for (int i = 0; i < 2; i++)
        if (*outcome.notes[i])
            complain(EXIT_WRONG, "%s", outcome.notes[i]);
    if (*outcome.follows)
        complain(EXIT_WRONG, "%s", outcome.follows);
    if (result == REPORT_NO_FIGURES)
        complain(EXIT_WRONG, "%s", outcome.problem);
    if (*outcome.residuals) /* on stderr, since stdout is the page's */
        fprintf(stderr, "%s\n", outcome.residuals);
    printf("%s\n", outcome.page);
    const int printed = pdf ? print_report(outcome.page) : EXIT_DONE;
    return result == REPORT_NO_FIGURES || outcome.contradicted ? EXIT_WRONG : printed;
}

/* Columns of the terminal, or what the shell says of them, or a page's. */
static int columns_there(void)
{
    struct winsize size = {.ws_col = 0};
    const char *said = getenv("COLUMNS");
    int columns = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
    if (columns == 0 && said)
        columns = atoi(said);
    return columns < COLUMNS_LEAST || columns > COLUMNS_MOST ? PAGE_COLUMNS : columns;
}

static int draw_text(const char *folder)
{
    char problem[PATH_TEXT_MAX + 256];
    const int error = text_report(folder, columns_there(), problem, sizeof problem);
    return error ? complain(is_bad_input(error) ? EXIT_USAGE : EXIT_WRONG, "%s", problem)
                 : EXIT_DONE;
}

int report_command(const struct options *options)
{
    char plots[PATH_TEXT_MAX], recorded[PATH_TEXT_MAX];
    const char *folder = options->name_count ? options->names[0] : results_default,
               *with = options->with;
    if (options->text)
        return draw_text(folder);
    if (!program_folder(WARPLINE_PLOTS_INSTALLED, WARPLINE_PLOTS_BUILT, plots))
        return complain(EXIT_WRONG, "the folder `plots` that came with the program is not there");
    bool by_itself = !with && !has_gpu(folder);
    if (by_itself)
        with = recorded_default;
    bool wanted = with && strcmp(with, "none") != 0;
    bool found = wanted && recorded_results(with, "results.csv", recorded);
    if (wanted && !found && !by_itself)
        return complain(EXIT_USAGE,
                        "option --with: %s: no recorded results of that name in %s/"
                        "recorded, and no folder with a results.csv; use h200, a folder or none",
                        with, plots);
    struct telling tellings[TELLINGS_MAX];
    fill_tellings(tellings);
    const struct report_options report = {
        .results_dir = folder,
        .plots_dir = plots,
        .with_dir = found ? recorded : NULL,
        .with_name = found ? with : NULL,
        .lesson = lesson_of,
        .formula = formula_of,
        .interval = evidence_interval,
        .tellings = tellings,
    };
    return write_report(&report, options->pdf);
}
