/* Points of a baseline, measured anew as a run measures them. */
#ifndef WARPLINE_HEALTH_MEASURE_H
#define WARPLINE_HEALTH_MEASURE_H

#include "study/fleet/health.h"
#include "study/plan/targets.h"

/* Measures those that are not measured yet (`again` NULL), or those that `again` names by their
 * number, until the clock of patterns/clock.h says `end_ns`; of two measurements of a point the
 * faster one stays. A point that this machine has not is left. 0, or an exit status after a
 * message: EXIT_WRONG where a result was wrong. */
int health_measure(struct target_list *targets, const struct contrast *contrast,
                   struct health_point *points, int count, const bool *again, double end_ns);

#endif
