/* How long points should take, from the recorded run that came with the program. */
#ifndef WARPLINE_EXPECTED_H
#define WARPLINE_EXPECTED_H

#include "study/measure/measure.h"
#include "study/plan/plan.h"

/* What a point's time is made of. */
enum duration_part {
    DURATION_KERNELS, /* samples, and the passes before them */
    DURATION_HOST,    /* filling the arrays, checking the result */
    DURATION_PARTS
};

struct duration {
    double expected_ns[DURATION_PARTS];
    int target, study, pattern;                 /* numbers */
    enum { DURATION_LEFT, DURATION_HAD } state; /* had: by an earlier run, expected_ns is 0 */
    double bytes;                               /* of its arrays */
};

/* What to expect of each point of the plan, in its order. Those that `had` is true of (NULL: none;
 * `with` is the caller's) take no time, all others are left.
 *
 * A pass takes as long for each useful byte and worker as that of the nearest point that was
 * recorded, on the same kind of target; a kernel that was not recorded passes at 1 GB/s. From it
 * follow the kernels as measure() goes on, and what comes beside them: arrays are filled and
 * touched for the first time, the output is copied out and checked. NULL without memory; the caller
 * frees.
 */
struct duration *durations_expect(const struct plan *plan, const struct measure_settings *settings,
                                  bool (*had)(const void *with, const struct point *point),
                                  const void *with);

#endif
