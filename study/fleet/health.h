/* A node's health: the most informative points of a baseline, and the verdict after measuring them
 * again. */
#ifndef WARPLINE_HEALTH_H
#define WARPLINE_HEALTH_H

#include "patterns/target.h"
#include "plots/compare/contrast.h"
#include "study/measure/measure.h"

enum { HEALTH_POINTS = 12 };

/* A point of the baseline (side 0 of a contrast) that is measured again. */
struct health_point {
    const struct contrast_point *baseline;
    struct measurement measured;
    const char *target;  /* its name */
    double elements;     /* of a pass */
    bool is_measured;    /* and valid */
    int tries;           /* how often it was measured */
    unsigned conditions; /* enum condition, or-ed: of its target before or after */
};

/* Chooses up to `most` points of a target from those of side 0: memory, latency and arithmetic
 * first. Returns how many. */
int health_choose(const struct contrast *contrast, const char *target, bool gpu, int most,
                  struct health_point *points);

/* Measured, and compared with the baseline. */
bool health_is_judged(const struct health_point *point);

/* Slower than the baseline by more than the threshold. */
bool health_is_slow(const struct health_point *point);

/* Measured, but neither slow nor surely as fast as the baseline. */
bool health_is_unclear(const struct health_point *point);

/* Puts the measurements on side 1 and judges. 0 or -ENOMEM. */
int health_judge(struct contrast *contrast, const struct health_point *points, int count);

#endif
