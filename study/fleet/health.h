/* A node's health: the most informative points of a baseline, and the verdict after measuring them
 * again. */
#ifndef WARPLINE_HEALTH_H
#define WARPLINE_HEALTH_H

#include "plots/compare/contrast.h"
#include "study/measure/measure.h"
#include "study/plan/targets.h"

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

/* Puts the measurements on side 1 and judges. */
void health_judge(struct contrast *contrast, const struct health_point *points, int count);

/* health_measure.c: measures the points that have no measurement yet (`again` NULL), or those whose
 * numbers `again` lists, as a run does, until the clock of patterns/clock.h reaches `end_ns`. The
 * faster one of two measurements of a point counts. Points that this machine does not have are
 * skipped. 0, or an exit status after a message: EXIT_WRONG if a result was wrong. */
int health_measure(struct target_list *targets, const struct contrast *contrast,
                   struct health_point *points, int count, const bool *again, double end_ns);

/* The cores or multiprocessors of a target, here and in the baseline. */
struct health_parts {
    const char *target, *unit; /* "core" */
    int here, baseline;
};

struct health_told {
    const struct contrast *contrast;
    const struct health_point *points;
    int count;
    const char *baseline; /* its name */
    const struct health_parts *parts;
    int part_count;
    bool json;
};

/* health_tell.c: prints the verdict on stdout, as one line or as JSON lines: SLOW with the point
 * and the factor, or with the cores that are missing; INCONCLUSIVE if no point or fewer than half
 * of them have a verdict; FAILED if measuring ended with a status; otherwise OK. Returns the exit
 * status. */
int health_tell(const struct health_told *told, int status);

#endif
