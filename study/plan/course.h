/* The course of one study on one target: its points, as far as they fit into memory. */
#ifndef WARPLINE_COURSE_H
#define WARPLINE_COURSE_H

#include "study/plan/plan.h"
#include "study/plan/study.h"

/* Points that a target has not as requested, over all studies. */
struct shortage {
    int left_out;        /* points that do not fit into memory */
    int too_long;        /* points that the user's numbers make too long */
    int studies;         /* studies whose arrays were made smaller */
    int64_t least_bytes; /* the smallest footprint among these */
};

/* One study on one target, while its points are made. */
struct course {
    struct plan *plan;
    const struct plan_request *request;
    const struct study *study;
    struct target *target;
    struct shortage *shortage;
    int element_bytes;
    int64_t accesses;     /* element accesses of one pass, the same for all points */
    bool sizes_given;     /* while the current sweep has sizes that are the same everywhere */
    struct plan left_out; /* points that do not fit into memory */
    struct plan too_long; /* and points that the user's numbers make too long: the caller frees
                             the points of both */
};

/* Whether the name stands for the sweep. A sweep of the catalogue goes by its study, `all`, or its
 * pattern if no study has that name; another sweep goes by its word. NULL stands for every sweep of
 * the catalogue. */
bool sweep_is_named(const struct study *study, const struct sweep *sweep, const char *name);

/* Whether a name of the request stands for the sweep; a request without names counts as NULL. */
bool sweep_asked_for(const struct study *study, const struct sweep *sweep,
                     const struct plan_request *request);

/* Whether --set gives the swept parameter of a pattern one value, in *value, which replaces the
 * sweep's. */
bool sweep_replaced(const struct pattern *pattern, const char *name,
                    const struct plan_request *request, int64_t *value);

/* The largest arrays of a point whose parameters decide its size: a larger one takes too long, and
 * is left out unless its value was requested. */
int64_t course_most_bytes(const struct target *target);

/* Adds the points of course->study on course->target to the plan, and those that do not fit into
 * memory to the shortage. If the largest does not fit, a default footprint is halved until it does;
 * a requested one is an error. Returns 0, or an exit status after a message. */
int course_plan(struct course *course);

/* The values of a sweep on a target, and the work of a pass at each of them: sweep.c. */
enum { SWEEP_VALUES_MAX = 96 };

struct sweep_value {
    int64_t value;
    int element_bytes;
    int64_t accesses; /* of a pass, to elements of that size */
};

/* What the values depend on. */
struct sweep_ground {
    const struct target *target;
    bool quick;
    int element_bytes;          /* of the study */
    int64_t accesses;           /* of the study's copy, to elements of that size */
    const struct shape *at_one; /* of the sweep's point at value 1, if sweep_asks_shape */
    int64_t first;              /* the first core of a pair */
};

/* The next core after `core` that SWEEP_PAIRS takes of `cores`; -1: there is none. Up to
 * PAIRED_CORES it takes all, else as many in evenly distributed groups of neighbours, so that each
 * distance occurs: siblings, neighbours in a cache, cores of other packages. */
enum { PAIRED_CORES = 64, PAIRED_QUICK = 16, PAIRED_GROUP = 4 };
int64_t next_paired(int64_t core, int64_t cores, bool quick);

/* Whether the values depend on the shape of the sweep's point at value 1. */
bool sweep_asks_shape(const struct sweep *sweep);

/* Writes the values in rising order; returns their number. */
int sweep_values(const struct sweep *sweep, const struct sweep_ground *ground,
                 struct sweep_value values[SWEEP_VALUES_MAX]);

#endif
