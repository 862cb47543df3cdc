/* What a point asks of its target before anything is measured: bytes, and a way to be launched. */
#ifndef WARPLINE_FOOTPRINT_H
#define WARPLINE_FOOTPRINT_H

#include "patterns/pattern.h"

/* Bytes of the arrays for that point, rounded up to whole words. */
struct footprint {
    int64_t in, out, index;
};

/* Returns their sum, or -1 where it does not fit 63 bits. */
int64_t arrays_bytes(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                     struct footprint *bytes);

/* How a pattern with those parameter values asks to be launched; zeros where it leaves the choice
 * to the target. */
struct launch launch_asked(const struct pattern *pattern, const struct shape *shape);

#endif
