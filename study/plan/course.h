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
    const struct plan_request *request;
    const struct study *study;
    struct target *target;
    struct shortage *shortage;
    int element_bytes;
    int64_t accesses; /* element accesses of one pass, the same for all points */
    bool sizes_given; /* while the sweep in hand is over sizes that are the same everywhere */
    int left_out;     /* points that the memory has no room for */
};

/* Whether the name stands for the sweep: of a sweep of the catalogue its study, `all`, or its
 * pattern where no study has that name; of another sweep its word. NULL stands for every sweep of
 * the catalogue. */
bool sweep_is_named(const struct study *study, const struct sweep *sweep, const char *name);

/* Whether a name of the request stands for the sweep, or NULL does where the request has none. */
bool sweep_asked_for(const struct study *study, const struct sweep *sweep,
                     const struct plan_request *request);

/* Adds the points of course->study on course->target to the plan, and what they have no room for to
 * the shortage. Where the largest has no room, a default footprint is halved until it has; one that
 * was asked for is an error. 0, or an exit status after a message. */
int course_plan(struct course *course);

/* Which values a sweep takes on a target, and how much work a pass at each of them is: sweep.c. */
enum { SWEEP_VALUES_MAX = 96 };

struct sweep_value {
    int64_t value;
    int element_bytes;
    int64_t accesses; /* of a pass, to such elements */
};

/* What the values depend on. */
struct sweep_ground {
    const struct target *target;
    bool quick;
    int element_bytes;          /* of the study */
    int64_t accesses;           /* of the study's copy, to such elements */
    const struct shape *at_one; /* of the sweep's point at value 1, where sweep_asks_shape */
};

/* Whether the values depend on the shape of the sweep's point at value 1. */
bool sweep_asks_shape(const struct sweep *sweep);

/* Writes the values in rising order; returns how many there are. */
int sweep_values(const struct sweep *sweep, const struct sweep_ground *ground,
                 struct sweep_value values[SWEEP_VALUES_MAX]);

#endif
