#include "plots/nodes/fleet_report.h"

#include "plots/figure/figure.h"
#include "study/base/file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static int read_all(struct fleet *fleet, const struct sets *sets,
                    struct fleet_report_outcome *outcome)
{
    int code = sets_distinct(sets, outcome->problem, sizeof outcome->problem);
    for (int i = 0; i < sets->count && !code; i++)
        code = fleet_add(fleet, sets->folder[i], outcome->problem, sizeof outcome->problem);
    if (!code && fleet->member_count == 0) {
        snprintf(outcome->problem, sizeof outcome->problem,
                 "%s/results.csv: there are no points in it yet", sets->folder[0]);
        code = -ENODATA;
    }
    roll_end(&fleet->roll);
    if (!code)
        fleet_judge(fleet);
    return code;
}

/* FLEET_NO_FIGURES if gnuplot fails. */
static int draw_figures(const struct fleet *fleet, const char *report, const char *plots_dir,
                        struct fleet_report_outcome *outcome)
{
    char scripts[PATH_MAX];
    snprintf(scripts, sizeof scripts, "%.*s/gnuplot", PATH_MAX - 16, plots_dir);
    const int code = bands_write(fleet, report, scripts, outcome->problem, sizeof outcome->problem);
    if (code)
        return code;
    return figure_run(report, "bands", outcome->problem, sizeof outcome->problem) ? FLEET_NO_FIGURES
                                                                                  : 0;
}

static int write_page(const struct fleet *fleet, const struct fleet_report_options *options,
                      const char *figures, struct fleet_report_outcome *outcome)
{
    struct whole_file file;
    int code = whole_file_open(&file, outcome->page, outcome->problem, sizeof outcome->problem);
    if (code)
        return code;
    fleet_page_write(file.out, fleet, figures, options->question);
    return whole_file_close(&file, outcome->problem, sizeof outcome->problem);
}

static int write_nodes(const struct fleet *fleet, const char *report,
                       struct fleet_report_outcome *outcome)
{
    char path[PATH_MAX];
    struct whole_file file;
    snprintf(path, sizeof path, "%.*s/nodes.csv", PATH_MAX - 16, report);
    const int code = whole_file_open(&file, path, outcome->problem, sizeof outcome->problem);
    if (code)
        return code;
    fleet_nodes_write(file.out, fleet);
    return whole_file_close(&file, outcome->problem, sizeof outcome->problem);
}

static int write_all(const struct fleet *fleet, const struct fleet_report_options *options,
                     struct fleet_report_outcome *outcome)
{
    char report[PATH_MAX], data[PATH_MAX];
    int code = folder_make_in(options->folder, "report/data", data, outcome->problem,
                              sizeof outcome->problem);
    snprintf(report, sizeof report, "%.*s/report", PATH_MAX - 16, options->folder);
    snprintf(outcome->page, sizeof outcome->page, "%.*s/index.html", PATH_MAX - 16, report);
    if (!code)
        code = write_nodes(fleet, report, outcome);
    if (code)
        return code;
    const int without = draw_figures(fleet, report, options->plots_dir, outcome);
    if (without >= 0)
        code = write_page(fleet, options, without ? NULL : report, outcome);
    return code ? code : without;
}

int fleet_report_write(const struct sets *sets, const struct fleet_report_options *options,
                       struct fleet_report_outcome *outcome)
{
    struct fleet fleet = {.threshold = options->threshold,
                          .class_of = options->class_of,
                          .axis_of = options->axis_of};
    *outcome = (struct fleet_report_outcome){.members = 0};
    int code = read_all(&fleet, sets, outcome);
    if (!code)
        code = write_all(&fleet, options, outcome);
    outcome->members = fleet.member_count;
    outcome->contradicted = fleet.contradicted;
    for (int i = 0; i < fleet.member_count; i++) {
        const struct member *member = &fleet.members[i];
        outcome->off += member->worst != NO_CLASS;
        outcome->inconclusive += member->doubt != NO_CLASS;
        outcome->not_judged += !member_judged(member);
    }
    outcome->roll = fleet.roll;
    fleet.roll = (struct roll){0};
    fleet_free(&fleet);
    return code;
}
