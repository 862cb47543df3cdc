/* Watches whether something slows a target while a run measures on it: other processes, heat, low
 * clocks, variables. A condition marks points; it is printed when it is first seen, and once more
 * at the end. Targets that cannot report conditions are never marked. */
#ifndef WARPLINE_WATCH_H
#define WARPLINE_WATCH_H

#include "study/plan/point.h"

/* Of one target; all zeros at first. */
struct watch {
    unsigned said;       /* enum condition that have been printed, or-ed */
    char text[TEXT_MAX]; /* the last condition seen */
    int points, marked;  /* points measured, and those of them that are marked */
    bool looked;         /* whether watch_look was called */
    bool slow_copy_said;
    double slowest_gbps, fastest_gbps; /* of the copies in memory; 0 without copies */
};

/* Looks at the target now. The first time it also looks for variables that slow the target, and
 * prints them. Returns what was seen, enum condition or-ed; 0 where nothing was. */
unsigned watch_look(struct watch *watch, struct target *target);

/* Counts a measured point with its marks. For a copy in memory (gbps, 0 if it is invalid) it
 * records the bandwidth, and prints a line with likely causes if it is far below that of the data
 * sheet. */
void watch_point(struct watch *watch, const struct point *point, unsigned marks, double gbps);

/* Prints in one line what was seen in the run, if anything was. */
void watch_end(const struct watch *watch, const struct target *target);

#endif
