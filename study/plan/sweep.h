/* Which values a sweep takes on a target, and how much work a pass at each of them is. */
#ifndef WARPLINE_SWEEP_H
#define WARPLINE_SWEEP_H

#include "study/plan/point.h"
#include "study/plan/study.h"

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
