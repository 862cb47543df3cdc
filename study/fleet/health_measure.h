/* Measures points of a baseline again, in the same way as a run. */
#ifndef WARPLINE_HEALTH_MEASURE_H
#define WARPLINE_HEALTH_MEASURE_H

#include "study/fleet/health.h"
#include "study/plan/targets.h"

/* Measures the points that have no measurement yet (`again` NULL), or those whose numbers `again`
 * lists, until the clock of patterns/clock.h reaches `end_ns`. The faster one of two measurements
 * of a point counts. Points that this machine does not have are skipped. 0, or an exit status after
 * a message: EXIT_WRONG if a result was wrong. */
int health_measure(struct target_list *targets, const struct contrast *contrast,
                   struct health_point *points, int count, const bool *again, double end_ns);

#endif
