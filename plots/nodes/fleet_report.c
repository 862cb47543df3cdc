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

/* nodes.csv first, then the figures, then the page. FLEET_NO_FIGURES if gnuplot fails. */
static int write_all(const struct fleet *fleet, const struct fleet_report_options *options,
                     struct fleet_report_outcome *outcome)
{
    char report[PATH_MAX], path[PATH_MAX], *problem = outcome->problem;
    const size_t size = sizeof outcome->problem;
    struct whole_file file;
    int code = folder_make_in(options->folder, "report/data", path, problem, size);
    snprintf(report, sizeof report, "%.*s/report", PATH_MAX - 16, options->folder);
    snprintf(outcome->page, sizeof outcome->page, "%.*s/index.html", PATH_MAX - 16, report);
    snprintf(path, sizeof path, "%.*s/nodes.csv", PATH_MAX - 16, report);
    if (code || (code = whole_file_open(&file, path, problem, size)))
        return code;
    fleet_nodes_write(file.out, fleet);
    code = whole_file_close(&file, problem, size);
    snprintf(path, sizeof path, "%.*s/gnuplot", PATH_MAX - 16, options->plots_dir);
    if (code || (code = bands_write(fleet, report, path, problem, size)))
        return code;
    const int without = figure_run(report, "bands", problem, size) ? FLEET_NO_FIGURES : 0;
    code = whole_file_open(&file, outcome->page, problem, size);
    if (code)
        return code;
    fleet_page_write(file.out, fleet, without ? NULL : report, options->question);
    code = whole_file_close(&file, problem, size);
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
