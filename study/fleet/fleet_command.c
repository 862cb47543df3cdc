/* `warpline report DIR...` of many nodes; plots/fleet/ does the work. */
#include "plots/data/csv.h"
#include "plots/nodes/fleet_report.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/commands/commands.h"
#include "study/fleet/groups.h"
#include "study/plan/study.h"
#include "warpline_build.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* The most folders that are drawn as separate curves; with more, a band is clearer. */
enum { OVERLAID_MOST = 4 };

static const char fleet_default[] = "warpline-fleet";

/* A folder without results.csv whose subfolders have one. */
static bool is_parent(const char *folder)
{
    char problem[PATH_TEXT_MAX + 512];
    struct sets sets = {0};
    if (results_there(folder))
        return false;
    const bool parent = sets_add(&sets, folder, problem, sizeof problem) == 0;
    sets_free(&sets);
    return parent;
}

bool fleet_is_meant(const struct options *options)
{
    if (options->name_count > OVERLAID_MOST)
        return true;
    for (int i = 0; i < options->name_count; i++)
        if (results_merged(options->names[i]) || is_parent(options->names[i]))
            return true;
    return false;
}

static const char *question_of(const char *name)
{
    const struct study *study = study_find(name);
    return study ? study->question : NULL;
}

static const struct axis *axis_in(const char *name, const char *parameter)
{
    const struct study *study = study_find(name);
    return study ? axis_of(&study->shown, parameter) : NULL;
}

static int tell_outcome(const struct fleet_report_outcome *outcome)
{
    const int nodes = outcome->roll.count;
    fprintf(stderr, "%d node%s, %d target%s, of which %d differ%s from %s kind", nodes,
            nodes == 1 ? "" : "s", outcome->members, outcome->members == 1 ? "" : "s", outcome->off,
            outcome->off == 1 ? "s" : "", outcome->off == 1 ? "its" : "their");
    if (outcome->inconclusive)
        fprintf(stderr, "; %d inconclusive", outcome->inconclusive);
    if (outcome->not_judged)
        fprintf(stderr, "; %d not judged: fewer than three of a kind", outcome->not_judged);
    if (outcome->without_times)
        fprintf(stderr, "; %d not judged: no valid time at a point that others have",
                outcome->without_times);
    fputc('\n', stderr);
    printf("%s\n", outcome->page);
    const int status = roll_tell(&outcome->roll, NULL);
    return outcome->contradicted ? left_out_tell(outcome->contradicted) : status;
}

static int write_report(const struct sets *sets, const char *folder, double threshold)
{
    char plots[PATH_TEXT_MAX];
    if (!program_folder(WARPLINE_PLOTS_INSTALLED, WARPLINE_PLOTS_BUILT, plots))
        return complain(EXIT_WRONG, "the folder `plots` that came with the program is missing");
    const struct fleet_report_options report = {.folder = folder,
                                                .plots_dir = plots,
                                                .threshold = threshold > 0 ? threshold : 0.05,
                                                .class_of = class_of_pattern,
                                                .question = question_of,
                                                .axis_of = axis_in};
    struct fleet_report_outcome *outcome = needed(calloc(1, sizeof *outcome));
    const int error = fleet_report_write(sets, &report, outcome);
    const bool machines = error == -EIO || error == -ENOSPC || error == -EDQUOT;
    int status = error < 0 ? complain(machines ? EXIT_WRONG : EXIT_USAGE, "%s", outcome->problem)
                           : tell_outcome(outcome);
    if (error == FLEET_NO_FIGURES)
        status = complain(EXIT_WRONG, "%s", outcome->problem);
    roll_free(&outcome->roll);
    free(outcome);
    return status;
}

int fleet_report(const struct options *options)
{
    struct sets sets = {0};
    int status = EXIT_DONE;
    const char *folder = options->out               ? options->out
                         : options->name_count == 1 ? options->names[0]
                                                    : fleet_default;
    if (options->text || options->with_count)
        status = complain(EXIT_USAGE, "option --%s: not for a report of many nodes; leave it out",
                          options->text ? "text" : "with");
    for (int i = 0; i < options->name_count && !status; i++)
        status = group_add(&sets, options->names[i]);
    if (!status)
        status = write_report(&sets, folder, options->threshold);
    sets_free(&sets);
    return status;
}
