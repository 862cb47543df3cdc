/* The time of a GPU's pass from the parts that overlap only partly: what memory takes, and what all
 * the rest takes, its core, which is measured (study/ceilings/core.h).
 *
 * Two parts of a and b ns take (a^p + b^p)^(1/p): their sum with p = 1 (nothing overlaps), the
 * longer one with a large p (a roofline). Two throughputs overlap nearly fully: p is 4, for which
 * no probe is known; of 2 to 12 it fitted a quick run of all studies on an H200 best. Waits for
 * memory and its throughput overlap less, since latencies grow with load: that p is measured, with
 * few warps (GPU_OVERLAP). A core is at least as long as its loads in the L2 take: the pass that it
 * was measured with may have found more in the L1s. The ceiling of memory is that of a copy, whose
 * own core and waits take time too; these are taken out of it first, so that a copy takes what it
 * took. */
#ifndef WARPLINE_COMPOSE_GPU_H
#define WARPLINE_COMPOSE_GPU_H

#include "study/model/demand.h"

/* The bound of a pass whose core takes longer than all that the models count. */
extern const char core_bound[];

/* Two parts that overlap as throughputs do. */
double compose_gpu(double a_ns, double b_ns);

/* Whether a ceiling is one of those that only compose times: GPU_COPIES, GPU_COPY_WAITS,
 * GPU_OVERLAP. No pass has a demand of them. */
bool compose_gpu_has(enum resource resource);

/* Such a ceiling from the time of its probe's pass over `bytes`: a byte's time, or 1/p. NaN if
 * another ceiling that it needs is unknown. */
double compose_gpu_probe(enum resource resource, const struct demand *demand, double bytes,
                         const struct ceilings *ceilings, double ns);

/* The time of a pass and its bound, as demand_time_ns, from its core time as well; without one it
 * is demand_time_ns. */
double compose_gpu_ns(const struct demand *demand, const struct ceilings *ceilings, double core_ns,
                      const char **bound);

#endif
