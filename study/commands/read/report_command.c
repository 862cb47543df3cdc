/* `warpline report DIR`: the page and its figures; plots/ does the work. */
#include "plots/report.h"

#include "patterns/pattern.h"
#include "plots/data/csv.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/commands/commands.h"
#include "study/course/grade/evidence.h"
#include "study/json/document.h"
#include "study/plan/study.h"
#include "study/run/header.h"
#include "warpline_build.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TELLINGS_MAX = 128, COLUMNS_LEAST = 40, COLUMNS_MOST = 400 };

static struct telling telling_from(const struct study *study)
{
    const struct pattern *pattern = pattern_find(study->sweeps[0].pattern);
    return (struct telling){.study = study->name,
                            .group = study->group,
                            .question = study->question,
                            .lesson = study->lesson,
                            .alone = pattern && pattern->alone,
                            .shown = &study->shown};
}

/* Describes the studies for plots/, group by group, ended by one without a name. */
static void fill_tellings(struct telling tellings[TELLINGS_MAX])
{
    int count = 0;
    for (const char *const *group = study_groups; *group; group++)
        for (const struct study *s = study_catalogue; s->name && count + 1 < TELLINGS_MAX; s++)
            if (strcmp(s->group, *group) == 0)
                tellings[count++] = telling_from(s);
    tellings[count] = (struct telling){.study = NULL};
}

/* In results a pattern's name may be followed by its point's settings. */
static const struct pattern *pattern_of(const char *name)
{
    char plain[TEXT_MAX];
    snprintf(plain, sizeof plain, "%.*s", (int)strcspn(name, " "), name);
    return pattern_find(plain);
}

static const char *lesson_of(const char *name)
{
    const struct pattern *pattern = pattern_of(name);
    return pattern ? pattern->lesson : NULL;
}

static const char *formula_of(const char *name)
{
    const struct pattern *pattern = pattern_of(name);
    return pattern ? pattern->formula : NULL;
}

/* Whether results.csv has rows of a GPU: its header names the targets of the run. */
static bool has_gpu(const char *folder)
{
    struct table table;
    char problem[PATH_TEXT_MAX + TEXT_MAX]; /* not printed: the report itself prints it */
    if (table_open(&table, folder, "results.csv", problem, sizeof problem))
        return false;
    const bool found = header_has_gpu(&table);
    table_close(&table);
    return found;
}

/* True: the results cannot be read or the folder cannot be written; false: the machine's fault. */
static bool is_bad_input(int error)
{
    return error != -ENOSPC && error != -EIO && error != -EDQUOT && error != -EFBIG &&
           error != -EMFILE && error != -ENFILE;
}

static int refuse(int error, const char *problem)
{
    const bool no_results = error == -ENOENT || error == -ENOTDIR;
    return complain(is_bad_input(error) ? EXIT_USAGE : EXIT_WRONG, "%s%s", problem,
                    no_results ? "; use a folder that warpline run has written" : "");
}

static int write_report(const struct report_options *report)
{
    struct report_outcome outcome;
    int result = report_write(report, &outcome);
    if (result < 0)
        return refuse(result, outcome.problem);
    for (int i = 0; i < MACHINES_MOST; i++)
        if (*outcome.notes[i])
            complain(EXIT_WRONG, "%s", outcome.notes[i]);
    if (*outcome.follows)
        complain(EXIT_WRONG, "%s", outcome.follows);
    if (result == REPORT_NO_FIGURES)
        complain(EXIT_WRONG, "%s", outcome.problem);
    if (*outcome.residuals && !report->columns) /* on stderr, since stdout is for the page's name */
        fprintf(stderr, "%s\n", outcome.residuals);
    if (!report->columns)
        printf("%s\n", outcome.page);
    return result == REPORT_NO_FIGURES || outcome.contradicted ? EXIT_WRONG : EXIT_DONE;
}

/* The width of the terminal, or the one that the shell reports, or a page's. */
static int columns_there(void)
{
    struct winsize size = {.ws_col = 0};
    const char *said = getenv("COLUMNS");
    int columns = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
    if (columns == 0 && said)
        columns = atoi(said);
    return columns < COLUMNS_LEAST || columns > COLUMNS_MOST ? PAGE_COLUMNS : columns;
}

/* Whether two names mean the same folder; false if one does not exist, which its reader reports. */
static bool is_same_folder(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

/* The version of warpline that measured; "" if the results do not contain it. */
static void read_version(const char *folder, char *version, size_t size)
{
    struct table table;
    char problem[PATH_TEXT_MAX + TEXT_MAX];
    version[0] = '\0';
    if (table_open(&table, folder, "results.csv", problem, sizeof problem))
        return;
    const char *said = table_header_value(&table, "warpline");
    snprintf(version, size, "%s", said ? said : "");
    table_close(&table);
}

static bool is_other_version(const char *a, const char *b)
{
    char one[64], other[64];
    read_version(a, one, sizeof one);
    read_version(b, other, sizeof other);
    return one[0] && other[0] && strcmp(one, other) != 0;
}

/* The machines of one page. */
struct machines {
    const char *own;
    struct report_beside beside[BESIDE_MOST];
    char recorded[BESIDE_MOST][PATH_TEXT_MAX]; /* folders of recorded ones */
    int count;                                 /* number of recorded machines for comparison */
};

/* Adds a machine for comparison. 0 or an exit status, after a message. `what` is the user's name
 * for it. */
static int add_beside(struct machines *machines, const char *what, const char *dir,
                      const char *name)
{
    if (machines->count == BESIDE_MOST)
        return complain(EXIT_USAGE, "%s: at most %d machines are drawn on one page", what,
                        MACHINES_MOST);
    for (int i = -1; i < machines->count; i++) {
        const char *other = i < 0 ? machines->own : machines->beside[i].dir;
        if (is_same_folder(other, dir))
            return complain(EXIT_USAGE, "%s: the same folder as %s; name each machine once", what,
                            other);
    }
    if (is_other_version(machines->own, dir))
        return complain(EXIT_USAGE,
                        "%s: measured by another version of warpline than %s; measure both with "
                        "one version",
                        what, machines->own);
    machines->beside[machines->count++] = (struct report_beside){.dir = dir, .name = name};
    return 0;
}

static int add_with(struct machines *machines, const char *with)
{
    char what[PATH_TEXT_MAX], *path = machines->recorded[machines->count % BESIDE_MOST];
    snprintf(what, sizeof what, "option --with: %.2000s", with);
    if (machines->count < BESIDE_MOST && !recorded_results(with, "results.csv", path))
        return complain(EXIT_USAGE,
                        "%s: no recorded results of that name, and no folder with a results.csv; "
                        "use h200, a folder or none",
                        what);
    const bool is_folder = strcmp(path, with) == 0;
    return add_beside(machines, what, path, is_folder ? NULL : with);
}

/* If the user named no recorded results, adds those that stand in for a missing GPU. */
static void add_stand_in(struct machines *machines)
{
    char *path = machines->recorded[0];
    if (!has_gpu(machines->own) && recorded_results(recorded_default, "results.csv", path) &&
        !is_same_folder(path, machines->own) && !is_other_version(path, machines->own))
        machines->beside[machines->count++] =
            (struct report_beside){.dir = path, .name = recorded_default, .gpus_alone = true};
}

static int find_machines(struct machines *machines, const struct options *options)
{
    int status = 0;
    machines->own = options->name_count ? options->names[0] : results_default;
    for (int i = 1; i < options->name_count && !status; i++)
        status = add_beside(machines, options->names[i], options->names[i], NULL);
    for (int i = 0; i < options->with_count && !status; i++)
        if (strcmp(options->withs[i], "none") != 0)
            status = add_with(machines, options->withs[i]);
        else if (options->with_count > 1)
            status = complain(EXIT_USAGE, "option --with: none, and another; use one of both");
    if (!status && options->with_count == 0 && options->name_count <= 1)
        add_stand_in(machines);
    return status;
}

static int report_machines(const struct options *options, const struct machines *machines)
{
    char plots[PATH_TEXT_MAX];
    struct telling tellings[TELLINGS_MAX];
    if (!program_folder(WARPLINE_PLOTS_INSTALLED, WARPLINE_PLOTS_BUILT, plots))
        return complain(EXIT_WRONG, "the folder `plots` that came with the program is missing");
    fill_tellings(tellings);
    struct report_options report = {
        .results_dir = machines->own,
        .out_dir = options->out,
        .plots_dir = plots,
        .beside_count = machines->count,
        .columns = options->text ? columns_there() : 0,
        .by_name = options->name_count > 1 || machines->count > 1,
        .lesson = lesson_of,
        .formula = formula_of,
        .interval = evidence_interval,
        .bytes = evidence_bytes,
        .tellings = tellings,
    };
    memcpy(report.beside, machines->beside, sizeof report.beside);
    return write_report(&report);
}

int tell_results(const char *folder, bool json)
{
    char problem[PATH_TEXT_MAX];
    struct telling tellings[TELLINGS_MAX];
    fill_tellings(tellings);
    if (json)
        return document_summary(folder, tellings);
    if (summary_write(stderr, folder, tellings, problem, sizeof problem))
        return complain(EXIT_WRONG, "%s", problem);
    fputs("next: warpline report ", stderr);
    quote_shell(stderr, folder);
    fputs(" (with --text it draws here)\n", stderr);
    return EXIT_DONE;
}

int report_command(const struct options *options)
{
    if (fleet_is_meant(options))
        return fleet_report(options);
    if (options->text && options->out)
        return complain(EXIT_USAGE, "option --out: --text writes no page; leave out one of both");
    struct machines *machines = needed(calloc(1, sizeof *machines));
    int status = find_machines(machines, options);
    if (!status)
        status = report_machines(options, machines);
    free(machines);
    return status;
}
