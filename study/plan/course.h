/* The course of one study on one target: its points, as far as the memory has room for them. */
#ifndef WARPLINE_COURSE_H
#define WARPLINE_COURSE_H

#include "study/plan/plan.h"
#include "study/plan/study.h"

/* What the memory had no room for, over all studies on one target. */
struct shortage {
    int left_out;        /* points */
    int studies;         /* of smaller arrays */
    int64_t least_bytes; /* their least footprint */
};

/* One study on one target, while its points are made. */
struct course {
    struct plan *plan;
    const struct options *options;
    const struct study *study;
    struct target *target;
    struct shortage *shortage;
    int element_bytes;
    int64_t accesses; /* element accesses of one pass, the same for all points */
    bool sizes_given; /* while the sweep in hand is over sizes that are the same everywhere */
    int left_out;     /* points that the memory has no room for */
};

/* Whether the options name the study, or the sweep's pattern where no study has that name, or no
 * study at all; of a sweep that was asked for, whether they have its word. */
bool sweep_asked_for(const struct study *study, const struct sweep *sweep,
                     const struct options *options);

/* Adds the points of course->study on course->target to the plan, and what they have no room for to
 * the shortage. Where the largest has no room, a default footprint is halved until it has; one that
 * was asked for is an error. 0, or an exit status after a message. */
int course_plan(struct course *course);

#endif
