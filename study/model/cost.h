/* What the models say of a point, as the last columns of its row of results. */
#ifndef WARPLINE_COST_H
#define WARPLINE_COST_H

#include "study/model/demand.h"
#include "study/plan/point.h"

#include <stdio.h>

/* Names of the columns, with commas between and before.
 * - predicted_bytes: what a pass has to move to and from the level that the footprint lives in
 *   (column `level`): different sectors or lines of memory, all sectors of a GPU's L2, lines that
 *   miss the nearer cache, the accesses themselves in a CPU's L1; what is written in part counts
 *   twice on a GPU
 * - requests, sectors_per_request, lines: of a GPU's warps to global memory, a pass
 * - conflict_degree: turns of a request of the GPU's tile
 * - l1_misses, l2_misses, l3_misses: of a CPU's accesses, a pass, by level
 * - write_allocate_bytes: of a CPU's predicted_bytes, what is read only to be written to
 * - predicted_time_ns: of a pass, by what it asks for and the ceilings that the run has measured
 * - bound: what it is bound by then: sectors, lines, banks, latency, launch, arithmetic; requests,
 *   accesses where that is their mere number; atomics
 * What a side does not have is `-`. */
extern const char cost_columns[];

/* Writes the point's values in that order, a comma before each. */
void cost_write(FILE *out, const struct point *point, const struct ceilings *ceilings);

/* What the models say that a pass of the point asks for. False where they say nothing: without
 * kernels or accesses of its own, and of atomics on a CPU, since how lines go from core to core is
 * not modelled. */
bool cost_demand(const struct point *point, struct demand *demand);

#endif
