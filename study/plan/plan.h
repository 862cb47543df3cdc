/* The plan: all points of the requested studies, in the order of measuring. */
#ifndef WARPLINE_PLAN_H
#define WARPLINE_PLAN_H

#include "study/plan/asked.h"
#include "study/plan/point.h"
#include "study/plan/targets.h"
#include "study/request.h"

struct plan {
    struct point *points;
    int count, room;
    struct asked_studies
        asked; /* its studies that are not in the catalogue, and texts of its points */
    const char *const *head; /* the request's */
};

/* Returns 0 if every name of the request is a study, a pattern that some study sweeps or a word of
 * a sweep (asked.h), and has the parameters of its settings; else EXIT_USAGE after a message. */
int plan_check_names(const struct plan_request *request);

/* Whether a plan can be made for that name: a study, a pattern that some study sweeps, a word of a
 * sweep, or `all`, every study of the catalogue. */
bool plan_knows_name(const char *name);

/* Whether the request names the point's study, or its pattern in that study; a copy belongs to
 * every pattern of its study. */
bool plan_asks_for(const struct point *point, const struct plan_request *request);

/* Prints that there is no study and no pattern of that name, and similar names. Returns
   EXIT_USAGE. */
int plan_unknown_name(const char *name);

/* Plans the studies that the request names (all if it names none) on all targets. The name of a
 * pattern that is no study stands for the pattern's series in each study that has it. Points are in
 * order of their studies, and within a study in random order by the request's seed. Baselines are
 * spread over the plan, each before its study's points and those of the studies just before it.
 * Work is equal along a sweep: all points of a study on one target make the same number of element
 * accesses. The names have been checked. Returns 0 or an exit status after a message; plan_free in
 * both cases. */
int plan_make(struct plan *plan, const struct plan_request *request, struct target_list *targets);

void plan_free(struct plan *plan);

/* Study number `number` of those that a plan can have: the catalogue's, then the plan's own; NULL
 * if there are no more. */
const struct study *plan_study(const struct plan *plan, int number);

/* A point of no study, with that footprint as far as the pattern leaves a choice: `value` of
 * `parameter` (NULL: the standard values). point->kernel is NULL if the target has no kernel or
 * not the memory. Returns 0, or an exit status after a message. */
int plan_probe(struct target *target, const struct pattern *pattern, int element_bytes,
               int64_t footprint_bytes, const char *parameter, int64_t value, struct point *point);

#endif
