/* The ceilings of a target, measured before the points of a run: what a unit takes of each thing
 * that a target can run out of (demand.h).
 *
 * Each has its probe, a point that asks for little else (probes.h). A ceiling is the probe's time
 * over what the model says that it asks for, so model and measurement share their units; of waits,
 * what is known of the others is taken off before. A results folder keeps them (ceilings_file.h).
 */
#ifndef WARPLINE_CEILINGS_H
#define WARPLINE_CEILINGS_H

#include "study/ceilings/ceilings_file.h"
#include "study/measure/arrays.h"
#include "study/measure/progress.h"

/* The clock that says how old a ceiling is, over the end of a run: seconds since 1970. */
double ceilings_now_s(void);

/* How many probes of needed ceilings are due: those never made, and those made before `before_s`;
 * of memory only those never made, since it does not go with the clock as caches and arithmetic do.
 */
int ceilings_due(const struct target *target, const struct ceiling_set *set, double before_s);

/* Whether none of those needed is missing. */
bool ceilings_complete(const struct ceiling_set *set);

/* Makes them, and adds a row to the file for each as it ends; none begins once most_ns have passed.
 * `progress` is told of each, if it is not NULL. A probe takes 3 s at most, unless three of its
 * passes take longer. What stands in an order that cannot be (demand.h) is probed again, twice, and
 * then left out with a message. The arrays are the target's own. 0, or an exit status after a
 * message. */
int ceilings_measure(struct target *target, struct arrays *arrays, uint64_t seed,
                     struct ceilings_file *file, double before_s, double most_ns,
                     struct progress *progress, struct ceiling_set *set);

/* Takes the ceiling of a target's memory anew, from the copies that studies compare with: `copy` is
 * one of them, and so many of its like took times_ns a pass. What they took over some time is
 * nearer to what points will find than one probe is. Adds a row. 0, or an exit status after a
 * message. */
int ceilings_take_copies(const struct point *copy, const double *times_ns, int count, uint64_t seed,
                         struct ceilings_file *file, struct ceilings *ceilings);

#endif
