/* The output of a node's check: one line, or JSON lines. */
#ifndef WARPLINE_HEALTH_TELL_H
#define WARPLINE_HEALTH_TELL_H

#include "study/fleet/health.h"

/* The cores or multiprocessors of a target, here and in the baseline. */
struct health_parts {
    const char *target;
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

/* Prints the verdict on stdout: SLOW with the point and the factor, or with the cores that are
 * missing; INCONCLUSIVE if no point or fewer than half of them have a verdict; FAILED if measuring
 * ended with a status; otherwise OK. Returns the exit status. */
int health_tell(const struct health_told *told, int status);

#endif
