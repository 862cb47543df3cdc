/* Measured ceilings of a target: throughput or latency of each resource (demand.h), measured before
 * the points of a run.
 *
 * Each ceiling has its probe, a point that uses little else (below). A ceiling is the probe's
 * time divided by the demand that the model predicts, so model and measurement share their units.
 * For latencies, the known part of the other resources is subtracted first. A results folder stores
 * the ceilings (ceilings_file.h). */
#ifndef WARPLINE_CEILINGS_H
#define WARPLINE_CEILINGS_H

#include "study/ceilings/ceilings_file.h"
#include "study/measure/arrays.h"
#include "study/measure/progress.h"
#include "study/model/model.h"
#include "study/plan/plan.h"

/* The clock for the age of a ceiling, beyond the end of a run: seconds since 1970. */
double ceilings_now_s(void);

/* Whether each run measures the resource's ceiling. Those of memory and the capacity of an L3
 * depend less on clock rates and take seconds: a quick run takes them from an earlier one. */
bool ceiling_of_each_run(enum resource resource);

/* The number of needed ceilings to probe: those never measured, and those measured before
 * `before_s` and a minute more for each second that the probe took. An earlier run's ceilings, a
 * GPU's of memory and that of memory's copies are not measured again, and the capacity of an L3
 * that loses lines is not measured. */
int ceilings_due(const struct target *target, const struct ceiling_set *set, double before_s);

/* Whether a ceiling is needed and not known. */
bool ceiling_is_missing(const struct ceiling_set *set, enum resource resource);

/* Whether a new value, NaN: none, takes the place of the set's. One that other load disturbed takes
 * that of another disturbed one if it is faster: load makes a probe only slower. */
bool ceiling_replaces(const struct ceiling_set *set, enum resource resource, double ns_each,
                      bool disturbed);

/* Measures those of `needed` to probe, and adds a row to the file as each probe ends; no probe
 * begins after most_ns. `progress` is informed of each, if it is not NULL. A probe takes at most 3
 * s, unless three of its passes take longer; one that takes over 1.5 times its ceiling of before is
 * measured once more. Ceilings in an impossible order (demand.h) are probed again, twice, and then
 * left out with a message. The arrays are the target's own. Returns 0, or an exit status after a
 * message. */
int ceilings_measure(struct target *target, struct arrays *arrays, uint64_t seed,
                     struct ceilings_file *file, const bool needed[RESOURCES], double before_s,
                     double most_ns, struct progress *progress, struct ceiling_set *set);

/* Replaces the ceiling of a target's memory by that of the copies that studies compare with: `copy`
 * is one of them, and `count` copies like it took times_ns a pass, with cores of that speed index
 * (NaN: unknown). Copies measured over some time predict points better than one probe does. Adds a
 * row. Returns 0, or an exit status after a message. */
int ceilings_take_copies(const struct point *copy, const double *times_ns, int count,
                         double core_ns, uint64_t seed, struct ceilings_file *file,
                         struct ceiling_set *set);

/* Enters what was found of the caches and of large pages into a target's facts. */
void ceilings_apply(const struct ceilings *known, struct target_facts *facts);

/* How much of a reported cache its workers really have when all of them run. Hidden siblings (two
 * hardware threads that a virtual machine shows as two cores) own half of it each, and other
 * machines on the same chip take their part of a last level.
 *
 * A copy takes one time a byte while its arrays fit, and another one beyond. The capacity is where
 * the first one ends. */
enum { CAPACITY_SHARES = 7 };

/* The largest of the tried parts that still has the cache's time, from the times of a byte at each
 * part and far beyond the reported capacity. 1 if the times show no clear end: then nothing speaks
 * against the report. */
double capacity_share(const double ns_a_byte[CAPACITY_SHARES], double beyond_ns_a_byte);

/* How long a cache has a line that nobody uses, in ns, from the times of a run after pauses, of
 * which the first is 0 and after the last all lines are gone: so long after its last use one line
 * in twenty is gone, a run counted with the pause before it. The last pause if none was gone then.
 * They stay at least as long as a run without them takes if one right after it, which takes
 * again_ns, finds them. */
double stay_of(const double *run_ns, const double *pauses_ns, int count, double again_ns);

/* The probes' points: each uses little else than one resource (study/model/resources.def). */

/* Whether the target has the resource, and the cache level that its probe uses. */
bool probe_fits(enum resource resource, const struct target *target);

/* The point of the resource's probe, as plan_probe. */
int probe_point(enum resource resource, struct target *target, struct point *point);

/* Adds the resources that must be known to predict a time from the cost. Those of memory, for lines
 * that the last cache may lose, only where it is known that it might: the pass takes so long. */
void cost_needs(const struct cost *cost, const struct ceilings *known, bool needed[RESOURCES]);

/* Adds the latencies that the probes of the needed ones contain: they must be known so that they
 * can be subtracted. Returns 0 or an exit status after a message. */
int probes_contained(struct target *target, bool needed[RESOURCES]);

/* A plan's points, except those that `is_done` reports as measured; NULL: none is. */
struct rest {
    const struct plan *plan;
    bool (*is_done)(const void *with, const struct point *point);
    const void *with;
};

/* Adds the resources that most of these points on a target need, and what their probes contain, or
 * the capacities alone. Returns 0 or an exit status after a message. */
int probes_needed(struct target *target, const struct rest *rest, bool capacities_alone,
                  bool needed[RESOURCES]);

#endif
