/* The output of a node's check: one line, or JSON lines. */
#ifndef WARPLINE_HEALTH_TELL_H
#define WARPLINE_HEALTH_TELL_H

#include "study/fleet/health.h"

struct health_told {
    const struct contrast *contrast;
    const struct health_point *points;
    int count;
    const char *baseline; /* its name */
    bool json;
};

/* Prints the verdict on stdout: OK, SLOW with the point and the factor, INCONCLUSIVE if no point
 * has a verdict or, if measuring ended with a status, FAILED. Returns the exit status. */
int health_tell(const struct health_told *told, int status);

#endif
