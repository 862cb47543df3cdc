/* A node's health: which points of a baseline tell most, and what measuring them again comes to. */
#ifndef WARPLINE_HEALTH_H
#define WARPLINE_HEALTH_H

#include "patterns/target.h"
#include "plots/compare/contrast.h"
#include "study/measure/measure.h"

enum { HEALTH_POINTS = 12 };

/* A point of the baseline, side 0 of a contrast, that is measured anew. */
struct health_point {
    const struct contrast_point *baseline;
    struct measurement measured;
    const char *target;  /* its name */
    double elements;     /* of a pass */
    bool is_measured;    /* and valid */
    unsigned conditions; /* enum condition, of its target before or after */
};

/* Chooses up to `most` points of a target from those that side 0 has: memory, latency and
 * arithmetic first. Returns how many. */
int health_choose(const struct contrast *contrast, const char *target, bool gpu, int most,
                  struct health_point *points);

/* Puts what was measured on side 1 and judges. 0 or -ENOMEM. */
int health_judge(struct contrast *contrast, const struct health_point *points, int count);

#endif
