/* Progress of a run on stderr: on a terminal a line that renews itself and shows the time left,
 * elsewhere a line after each study. */
#ifndef WARPLINE_PROGRESS_H
#define WARPLINE_PROGRESS_H

#include "study/plan/point.h"

struct progress {
    bool terminal;
    const char *part; /* what is measured now: the ceilings, the baselines, a study */
    int part_points;
    int steps, steps_of; /* of a part without points */
    double start_ns, part_start_ns, said_ns, point_start_ns, kernel_ns, part_kernel_ns;
    int measured;       /* points measured by this run, not by an earlier one */
    double *planned_ns; /* of each point of the plan; NULL: no time left is printed */
    double left_ns;     /* planned for the points to come */
    double last_took_ns, last_planned_ns; /* of the last points, weighted */
    char last[64];                        /* result of the last point */
};

void progress_begin(struct progress *progress);

/* To be called before the first point, with the planned time of all points, 0 for those that an
 * earlier run measured. Takes ownership of the array; NULL prints no time left. */
void progress_expect(struct progress *progress, double *planned_ns, int count);

/* After point `index`: how long it took, including ceilings measured before it. */
void progress_took(struct progress *progress, int index, double took_ns);

/* The time left: the planned time of the points to come, times the ratio of actual to planned time
 * of the last points. A point's weight falls by 3 % with each one after it, so about the last
 * thirty decide. In five of six recorded runs 86 % or more of the values were within a factor of
 * 1.3 (97 % or more on quiet machines); in the sixth, where other load grew threefold, 44 %. */
double progress_left_ns(const struct progress *progress);

/* Called before a part of `probes` probes, and before each probe. */
void progress_part(struct progress *progress, const char *part, int probes);
void progress_probe(struct progress *progress);

/* Before point `index` of `count`. */
void progress_point(struct progress *progress, const struct point *point, int index, int count);

/* After a point was measured: how long kernels ran for it, and its bandwidth (0: invalid). */
void progress_measured(struct progress *progress, double kernel_ns, double gbps);

/* After point `index` was measured. */
void progress_point_end(struct progress *progress, int index);

/* After the last point, or the one that failed with `status`. */
void progress_end(struct progress *progress, int count, int status);

#endif
