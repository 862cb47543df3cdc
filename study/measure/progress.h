/* How far a run is, on stderr: a line that renews itself with the time left on a terminal, one line
 * a study elsewhere. */
#ifndef WARPLINE_PROGRESS_H
#define WARPLINE_PROGRESS_H

#include "study/measure/duration.h"
#include "study/plan/point.h"

#include <stdio.h>

struct progress {
    bool terminal;
    const char *part; /* what is in hand: the ceilings, the baselines, a study */
    int part_points;
    int steps, steps_of; /* of a part that is not made of points */
    double start_ns, part_start_ns, said_ns, kernel_ns;
    int measured;               /* points measured now, not taken over from an earlier run */
    struct duration *durations; /* of the plan's points; NULL: no time left is told */
    int count;
    double point_start_ns, point_kernel_ns, point_renewed_ns;
    double renewed_ns;                    /* ceilings, between all points */
    double estimated_ns, estimated_at_ns; /* what is left, when that was estimated */
    char last[64];                        /* what the last point came to */
    FILE *log;                            /* of durations; NULL: none is asked for */
};

void progress_begin(struct progress *progress);

/* Whether anyone reads them: a terminal, or the file that WARPLINE_DURATIONS names. */
bool progress_wants_durations(const struct progress *progress);

/* Before the first point: what is to be expected of all. Takes the durations over. */
void progress_expect(struct progress *progress, struct duration *durations, int count);

/* Before a part that is made of so many probes, not of points, and before each of them. */
void progress_part(struct progress *progress, const char *part, int probes);
void progress_probe(struct progress *progress);

/* Before point `index` of `count`. */
void progress_point(struct progress *progress, const struct point *point, int index, int count);

/* After a point was measured: how long kernels ran for it, and how fast it was (0: invalid). */
void progress_measured(struct progress *progress, double kernel_ns, double gbps);

/* Before that point's end: so long it took to measure ceilings anew, which is no point's time. */
void progress_renewed(struct progress *progress, double ns);

/* After point `index`, whether it was measured or had been before. */
void progress_point_end(struct progress *progress, int index);

/* After the last point, or the one that failed with `status`. */
void progress_end(struct progress *progress, int count, int status);

#endif
