/* How long points take: what to expect before they are measured, from the recorded run that came
 * with the program, and what is left of a run, from those that are measured by now. */
#ifndef WARPLINE_DURATION_H
#define WARPLINE_DURATION_H

#include "study/measure/measure.h"
#include "study/plan/plan.h"

/* What a point's time is made of. */
enum duration_part {
    DURATION_KERNELS, /* samples, and what comes before them */
    DURATION_HOST,    /* arrays are filled and results checked; ceilings are renewed */
    DURATION_PARTS
};

struct duration {
    int target, study;                  /* numbers: points with the same are alike */
    double expected_ns[DURATION_PARTS]; /* more than 0 */
    double took_ns[DURATION_PARTS];     /* of a point that was measured */
    enum { DURATION_LEFT, DURATION_MEASURED, DURATION_HAD } state; /* had: by an earlier run */
};

/* What to expect of each point of the plan, in its order, all of them left. A point takes as long a
 * pass for each useful byte and worker as the nearest one that was recorded, on the same kind of
 * target; a kernel that was not recorded passes at 1 GB/s. NULL without memory; the caller frees.
 */
struct duration *durations_expect(const struct plan *plan, const struct measure_settings *settings);

/* What is left, in ns. Each part of a target's points is scaled by how it went so far: outliers
 * count ten times the median ratio at most, and a study follows its own points as there are more
 * of them. Without measured points that is what was expected. */
double duration_left_ns(const struct duration *durations, int count);

#endif
