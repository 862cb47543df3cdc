/* How far a run is, on stderr: a line that renews itself with the time left on a terminal, one line
 * a study elsewhere. */
#ifndef WARPLINE_PROGRESS_H
#define WARPLINE_PROGRESS_H

#include "study/plan/point.h"

struct progress {
    bool terminal;
    const char *part; /* what is in hand: the ceilings, the baselines, a study */
    int part_points;
    int steps, steps_of; /* of a part that is not made of points */
    double start_ns, part_start_ns, said_ns, kernel_ns;
    double points_start_ns; /* of the first point: 0 before it */
    int measured;           /* points measured now, not taken over from an earlier run */
};

void progress_begin(struct progress *progress);

/* Before a part that is made of so many probes, not of points, and before each of them. */
void progress_part(struct progress *progress, const char *part, int probes);
void progress_probe(struct progress *progress);

/* Before point `index` of `count`. */
void progress_point(struct progress *progress, const struct point *point, int index, int count);

/* After a point was measured: how long kernels ran for it. */
void progress_measured(struct progress *progress, double kernel_ns);

/* After the last point, or the one that failed with `status`. */
void progress_end(struct progress *progress, int count, int status);

#endif
