/* The probes' points: each asks for little else than one resource (study/model/resources.def). */
#ifndef WARPLINE_PROBES_H
#define WARPLINE_PROBES_H

#include "study/model/demand.h"
#include "study/plan/plan.h"

/* Whether the target has the resource, and the level of cache that its probe goes to. */
bool probe_fits(enum resource resource, const struct target *target);

/* The point of the resource's probe, as plan_probe. */
int probe_point(enum resource resource, struct target *target, struct point *point);

/* Which resources the plan's points on a target ask for, those left out that `is_done` says are
 * measured already, and which besides have to be known to measure these. 0 or an exit status after
 * a message. */
int probes_needed(struct target *target, const struct plan *plan,
                  bool (*is_done)(const void *with, const struct point *point), const void *with,
                  bool needed[RESOURCES]);

#endif
