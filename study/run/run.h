/* A run: measures the points of a request and writes their rows to a folder of results. */
#ifndef WARPLINE_RUN_H
#define WARPLINE_RUN_H

#include "study/ceilings/ceilings.h"
#include "study/measure/measure.h"
#include "study/model/model.h"
#include "study/plan/targets.h"
#include "study/request.h"

/* Measures the request, whose names have been checked (plan_check_names). A folder that has rows of
 * the same options keeps them, of whatever studies: the run adds what is missing. Progress goes to
 * stderr. Returns 0 or an exit status after a message. */
int run_request(const struct plan_request *request, const char *folder);

/* Opens the request's targets, all of which can be measured. Returns 0, or an exit status after a
 * message with no target open. */
int run_targets(const struct plan_request *request, struct target_list *targets);

/* What other load on the machine and missing ceilings did to a run: printed once at its end.
 * Zero before the first point. */
struct damage {
    int points, disturbed_points, samples, disturbed_samples, switches, migrations;
    double kernel_ns, lost_ns, throttled_ns;
    /* Points, by the missing ceiling: those without a time, and those with one. */
    int unpredicted[TARGETS_MAX][RESOURCES], without[TARGETS_MAX][RESOURCES];
};

/* To be called after a point of that cost was measured on target `number` of the run, whose
 * ceilings are `set`. */
void damage_note(struct damage *damage, const struct cost *cost, const struct measurement *measured,
                 int number, const struct ceiling_set *set);

/* Prints the numbers on stderr; nothing if all is well. */
void damage_tell(const struct damage *damage, const struct target_list *targets);

#endif
