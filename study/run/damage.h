/* What other load on the machine and missing ceilings did to a run: printed once at its end. */
#ifndef WARPLINE_DAMAGE_H
#define WARPLINE_DAMAGE_H

#include "study/ceilings/ceilings.h"
#include "study/measure/measure.h"
#include "study/plan/targets.h"

/* Zero before the first point. */
struct damage {
    int points, disturbed_points, samples, disturbed_samples, switches, migrations;
    double kernel_ns, lost_ns, throttled_ns;
    int unpredicted[TARGETS_MAX][RESOURCES + 1]; /* points, by the missing ceiling; last: none is
                                                  * missing */
};

/* To be called after a point was measured on target `number` of the run, whose ceilings are
 * `set`. */
void damage_note(struct damage *damage, const struct point *point,
                 const struct measurement *measured, int number, const struct ceiling_set *set);

/* Prints the numbers on stderr; nothing if all is well. */
void damage_tell(const struct damage *damage, const struct target_list *targets);

#endif
