/* Whether a target was itself while a run measured on it: others on it, heat, low clocks, variables
 * that slow it. What is seen marks points, is said when it is seen first, and once more at the end.
 * Targets that cannot tell are never marked. */
#ifndef WARPLINE_WATCH_H
#define WARPLINE_WATCH_H

#include "study/plan/point.h"

/* Of one target; all zeros at first. */
struct watch {
    unsigned said;       /* enum condition that have been told, or-ed */
    char text[TEXT_MAX]; /* what was seen last */
    int points, marked;  /* points measured, and those of them that are marked */
    bool looked;         /* at all */
    bool slow_copy_said;
    double slowest_gbps, fastest_gbps; /* of the copies in memory; 0 where there is none */
};

/* Looks at the target now, the first time also for variables that slow it, which are said. Returns
 * what was seen, enum condition or-ed; 0 where nothing was. */
unsigned watch_look(struct watch *watch, struct target *target);

/* Counts a measured point with its marks; of a copy in memory (gbps, 0 where it is invalid) keeps
 * how fast it was, and says so where it is far below its data sheet's memory, with the likely
 * reasons. */
void watch_point(struct watch *watch, const struct point *point, unsigned marks, double gbps);

/* Says in a line what was seen in the run, if anything was. */
void watch_end(const struct watch *watch, const struct target *target);

#endif
