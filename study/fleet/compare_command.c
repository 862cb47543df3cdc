/* `warpline compare A B`: the speedup of B over A; plots/fleet/ does the work. */
#include "plots/compare/contrast.h"
#include "plots/data/draft.h"
#include "plots/fleet/result_sets.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/commands/commands.h"
#include "study/fleet/groups.h"
#include "study/plan/study.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct contrast_form *form_named(const char *name)
{
    for (const struct contrast_form *form = contrast_forms; form->name; form++)
        if (!name || strcmp(form->name, name) == 0)
            return form;
    return NULL;
}

static int read_sides(struct contrast *contrast, const struct sets sets[2])
{
    char problem[PATH_TEXT_MAX + 512];
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < sets[side].count; i++) {
            const int code =
                contrast_add(contrast, side, sets[side].folder[i], problem, sizeof problem);
            if (code)
                return complain(code == -EIO ? EXIT_WRONG : EXIT_USAGE, "%s", problem);
        }
    return EXIT_DONE;
}

/* A folder that occurs twice in a group would count as two runs. */
static int check_groups(const struct sets sets[2])
{
    char problem[2 * PATH_TEXT_MAX];
    for (int side = 0; side < 2; side++)
        if (sets_distinct(&sets[side], problem, sizeof problem))
            return complain(EXIT_USAGE, "%s", problem);
    return EXIT_DONE;
}

/* Names runs that are incomplete, changed or copied. */
static void tell_runs(struct contrast *contrast, const struct sets sets[2])
{
    char problem[2 * PATH_TEXT_MAX];
    const size_t firsts = (size_t)sets[0].count, seconds = (size_t)sets[1].count;
    struct sets both = {.folder = needed(calloc(firsts + seconds + 1, sizeof *both.folder)),
                        .count = (int)(firsts + seconds)};
    for (size_t i = 0; i < firsts + seconds; i++)
        both.folder[i] = i < firsts ? sets[0].folder[i] : sets[1].folder[i - firsts];
    if (sets_distinct(&both, problem, sizeof problem) == -EEXIST)
        complain(0, "A and B share a folder: they look more alike than two runs would");
    else
        roll_end(&contrast->roll);
    (void)roll_tell(&contrast->roll, both.folder);
    free(both.folder);
}

static void write_out(const struct contrast *contrast, const struct contrast_form *form,
                      const char *const names[2])
{
    struct draft draft;
    form->write(draft_open(&draft), contrast, names);
    char *text = draft_close(&draft);
    fputs(text, stdout);
    free(text);
}

/* Studies on a CPU usually seem slower by less than that in one of two equal runs. */
static const double study_slower = 1.5;

static bool seems_slower(const struct contrast_group *group)
{
    const bool any = strcmp(group->by, "all") == 0 || strncmp(group->target, "gpu", 3) == 0;
    return group->speed.far && group->speed.ratio.value < (any ? 1 : 1 / study_slower);
}

/* The first summary without a verdict that seems slower; or of a target, that had cores or memory
 * of another speed. NULL if there is none. */
static const struct contrast_group *unclear_group(struct contrast *contrast)
{
    for (int i = 0; i < contrast->group_count; i++) {
        const struct contrast_group *group = &contrast->groups[i];
        const bool unlike =
            strcmp(group->by, "all") == 0 && contrast_target_of(contrast, group->target)->unlike;
        if (group->speed.verdict == VERDICT_INCONCLUSIVE && (seems_slower(group) || unlike))
            return group;
    }
    return NULL;
}

static int tell_end(struct contrast *contrast)
{
    if (contrast->contradicted)
        left_out_tell(contrast->contradicted);
    const struct contrast_group *unclear = unclear_group(contrast);
    if (contrast->much_slower == 0 && unclear)
        return complain(EXIT_INCONCLUSIVE,
                        "%s, %s%s%s: inconclusive; run again, or compare groups of three runs and "
                        "more",
                        unclear->target, unclear->by, *unclear->name ? " " : "",
                        strcmp(unclear->by, "all") == 0 ? "points" : unclear->name);
    if (contrast->much_slower == 0)
        return roll_incomplete(&contrast->roll) ? EXIT_INCONCLUSIVE : EXIT_DONE;
    return complain(
        EXIT_WRONG, "B is slower than A by more than %.3g %% in %d of %d points and summaries",
        100 * contrast->threshold, contrast->much_slower, contrast->judged + contrast->group_count);
}

static int compare_sets(const struct sets sets[2], double threshold,
                        const struct contrast_form *form, const char *const names[2])
{
    struct contrast *contrast = needed(calloc(1, sizeof *contrast));
    contrast->threshold = threshold;
    contrast->class_of = class_of_pattern;
    int status = check_groups(sets);
    if (!status)
        status = read_sides(contrast, sets);
    if (!status) {
        tell_runs(contrast, sets);
        contrast_judge(contrast);
    }
    if (!status && contrast->judged == 0)
        status = complain(EXIT_USAGE,
                          "%s and %s: no point with a valid time is in both; compare runs of the "
                          "same studies and targets",
                          names[0], names[1]);
    if (!status) {
        write_out(contrast, form, names);
        status = tell_end(contrast);
    }
    contrast_free(contrast);
    free(contrast);
    return status;
}

/* Without --against the last argument is B. */
static int find_sides(const struct options *options, struct sets sets[2], const char **last)
{
    const int firsts = options->against ? options->name_count : options->name_count - 1;
    *last = options->against ? options->against : options->names[options->name_count - 1];
    if (firsts < 1 || (!options->against && firsts > 1))
        return complain(EXIT_USAGE,
                        "command compare: needs two groups of runs: warpline compare A B, or "
                        "A1 A2 --against B1,B2");
    int status = 0;
    for (int i = 0; i < firsts && !status; i++)
        status = group_add(&sets[0], options->names[i]);
    return status ? status : group_add(&sets[1], *last);
}

static char *joined(const struct options *options)
{
    struct draft draft;
    const int firsts = options->against ? options->name_count : 1;
    draft_open(&draft);
    for (int i = 0; i < firsts; i++)
        fprintf(draft.out, "%s%s", i ? "," : "", options->names[i]);
    return draft_close(&draft);
}

int compare_command(const struct options *options)
{
    struct sets sets[2] = {{0}, {0}};
    const struct contrast_form *form = form_named(options->json ? "json" : options->format);
    const double threshold = options->threshold > 0 ? options->threshold : 0.05;
    const char *last;
    if (options->json && options->format)
        return complain(EXIT_USAGE, "option --json: there is --format %s, too; use one of them",
                        options->format);
    if (!form || (options->format && strcmp(options->format, "json") == 0))
        return complain(EXIT_USAGE,
                        "option --format: %s: no such form; use text, csv or markdown, or --json",
                        options->format);
    int status = find_sides(options, sets, &last);
    char *firsts = status ? NULL : joined(options);
    const char *const names[2] = {firsts, last};
    if (!status)
        status = compare_sets(sets, threshold, form, names);
    free(firsts);
    sets_free(&sets[0]);
    sets_free(&sets[1]);
    return status;
}
