/* Expected durations of points, from the recorded run that is part of the program. */
#ifndef WARPLINE_EXPECTED_H
#define WARPLINE_EXPECTED_H

#include "study/measure/measure.h"
#include "study/plan/plan.h"

/* The expected durations of the plan's points in ns, in its order. Points for which `had` is true
 * (NULL: none; `with` is the caller's) take no time.
 *
 * The time of a pass per useful byte and worker is taken from the nearest recorded point on the
 * same kind of target; a kernel that was not recorded is assumed to pass at 1 GB/s. From this
 * follow the kernel times as measure() runs them. The rest is added: arrays are filled and touched
 * for the first time, the output is copied to the host and checked. The caller frees. */
double *durations_expect(const struct plan *plan, const struct measure_settings *settings,
                         bool (*had)(const void *with, const struct point *point),
                         const void *with);

#endif
