/* The plan: all points of the studies asked for, in the order in which they are measured. */
#ifndef WARPLINE_PLAN_H
#define WARPLINE_PLAN_H

#include "study/commands/options.h"
#include "study/plan/point.h"
#include "study/plan/sweeps/asked.h"
#include "study/plan/targets.h"

struct plan {
    struct point *points;
    int count, room;
    struct asked_studies
        asked; /* its studies that are not in the catalogue, and texts of its points */
    const char *const *head; /* more lines for the header of results, "key: value", ended by NULL;
                                NULL: none. The caller's */
};

/* 0 if all options->names are studies, patterns that some study sweeps or words that ask for a
 * sweep (sweeps/asked.h), and have what --set names, else EXIT_USAGE after a message. */
int plan_check_names(const struct options *options);

/* Whether that is the name of a study, or of a pattern that some study sweeps, or a word that asks
 * for a sweep, or `all`: every study of the catalogue. */
bool plan_knows_name(const char *name);

/* Whether the options name the point's study, or its pattern in that study: then its copies count,
 * too. */
bool plan_asks_for(const struct point *point, const struct options *options);

/* Says that there is no study and no pattern of that name, and which are near. Returns EXIT_USAGE.
 */
int plan_unknown_name(const char *name);

/* Plans the studies that options->names name (all where it names none) on all targets, and of a
 * pattern that is named and no study its series in each study that has it: study by
 * study, in random order by options->seed, and the baselines all along, each before its study's
 * points and those of the studies just before it. Work is equal
 * along a sweep: all points of a study on one target make the same number of element accesses. The
 * names have been checked. Returns 0 or an exit status after a message; plan_free in both cases. */
int plan_make(struct plan *plan, const struct options *options, struct target_list *targets);

void plan_free(struct plan *plan);

/* Study number `number` of those that a plan can have: the catalogue's, then its own; NULL where
 * there are no more. */
const struct study *plan_study(const struct plan *plan, int number);

/* Which of them that is. */
int plan_study_number(const struct plan *plan, const struct study *study);

/* A point of no study, of that footprint as far as the pattern leaves a choice: `value` of
 * `parameter` (NULL: the standard values). point->kernel is NULL where the target has none, or not
 * the memory. 0, or an exit status after a message. */
int plan_probe(struct target *target, const struct pattern *pattern, int element_bytes,
               int64_t footprint_bytes, const char *parameter, int64_t value, struct point *point);

#endif
