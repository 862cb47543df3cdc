/* Break-even of the transfers of data to a GPU and back. */
#ifndef PLOTS_JOURNEY_H
#define PLOTS_JOURNEY_H

#include "plots/caption/wording.h"
#include "plots/figure/chart.h"

#include <stdbool.h>
#include <stdio.h>

/* The points of a break-even: the transfers to the GPU and back, a pass on either side. */
struct journey {
    const struct row *in, *out, *on_cpu, *on_gpu;
};

/* Finds the points in study transfer, on the machine and the GPU of `gpu`, at the largest value at
 * which all of them can be compared. `pinned` selects transfers of pinned or of pageable memory.
 * False if a part is missing. */
bool journey_find(const struct chart *chart, const struct row *gpu, bool pinned,
                  struct journey *journey);

/* The number of passes after which the transfers have paid off. The value is infinite if they never
 * do, the upper end if they may never do. */
struct estimate journey_passes(const struct journey *journey);

/* "7 passes (6–8)". */
struct slot journey_slot(struct estimate passes);

#endif
