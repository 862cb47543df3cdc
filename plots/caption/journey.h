/* When a GPU has earned the way of the data to it and back. */
#ifndef PLOTS_JOURNEY_H
#define PLOTS_JOURNEY_H

#include "plots/caption/estimate.h"
#include "plots/figure/chart.h"

#include <stdbool.h>
#include <stdio.h>

/* The points of a break-even: the transfers to the GPU and back, a pass on either side. */
struct journey {
    const struct row *in, *out, *on_cpu, *on_gpu;
};

/* Finds them in study transfer, on the machine and the GPU of `gpu`, at the largest value at which
 * all can be compared; from and to pinned memory or pageable. False where a part is missing. */
bool journey_find(const struct chart *chart, const struct row *gpu, bool pinned,
                  struct journey *journey);

/* After how many passes the transfers are paid. The value is infinite where they never are, the
 * upper end where they may never be. */
struct estimate journey_passes(const struct journey *journey);

/* "7 passes (6–8)". */
void journey_write(FILE *out, struct estimate passes);

#endif
