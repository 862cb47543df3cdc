/* The probes' points: each uses little else than one resource (study/model/resources.def). */
#ifndef WARPLINE_PROBES_H
#define WARPLINE_PROBES_H

#include "study/model/demand.h"
#include "study/plan/plan.h"

/* Whether the target has the resource, and the cache level that its probe uses. */
bool probe_fits(enum resource resource, const struct target *target);

/* The point of the resource's probe, as plan_probe. */
int probe_point(enum resource resource, struct target *target, struct point *point);

/* Finds the resources that the plan's points on a target use, except points that `is_done` reports
 * as measured, and the other resources that must be known to measure these. Returns 0 or an exit
 * status after a message. */
int probes_needed(struct target *target, const struct plan *plan,
                  bool (*is_done)(const void *with, const struct point *point), const void *with,
                  bool needed[RESOURCES]);

#endif
