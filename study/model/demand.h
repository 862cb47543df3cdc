/* What a pass asks of the things that a target can run out of, and how long that takes at least
 * where each has been measured (ceilings.h).
 *
 * A GPU's many warps wait for different things at the same time, and so do a CPU core's accesses
 * under way: a pass takes as long as what it asks most of (the roofline model of Williams, Waterman
 * and Patterson, CACM 2009, with a roof for each thing). What waits in turn, a chase's accesses or
 * the blocks of one warp, is added up.
 */
#ifndef WARPLINE_DEMAND_H
#define WARPLINE_DEMAND_H

#include "study/model/predict.h"
#include "study/model/resource.h"

struct demand {
    double amount[RESOURCES];
    bool overlaps; /* its waits are for what does not depend on each other */
};

/* What a unit of each takes, in ns; NaN where that is not known. */
struct ceilings {
    double ns_each[RESOURCES];
};

/* What the models found that a pass asks for. The shape's workers and the pattern's parameters are
 * the point's. */
struct demand demand_on_gpu(const struct pattern *pattern, const struct shape *shape,
                            const struct gpu_caches *caches, const struct gpu_prediction *p);
struct demand demand_on_cpu(const struct pattern *pattern, const struct shape *shape,
                            int element_bytes, const struct cpu_prediction *p);

/* Where a pass is a launch, nothing else is asked for. */
struct demand demand_of_gpu_launch(const struct shape *shape);
struct demand demand_of_cpu_launch(const struct shape *shape);

/* Of so many workers or multiprocessors, how many are busy on average while the one that has the
 * most blocks works: with few blocks the load is imbalanced. */
double demand_busy(double workers, int64_t blocks);

/* What one resource alone takes of a pass, in ns; NaN where its ceiling is not known. */
double demand_alone_ns(const struct demand *demand, const struct ceilings *ceilings,
                       enum resource resource);

/* The time of a pass in ns, and what bounds it in *bound: NaN and NULL where it asks for nothing,
 * or for something whose ceiling is not known. That does not matter where it cannot be what bounds
 * the pass: even if it were as slow as the next level, which is known. */
double demand_time_ns(const struct demand *demand, const struct ceilings *ceilings,
                      const char **bound);

/* The ceiling for want of which there is no time; RESOURCES where there is one, or nothing is asked
 * for. */
enum resource demand_missing(const struct demand *demand, const struct ceilings *ceilings);

/* Whether ceilings can be what they are said to be: an access waits longer, and bytes move no
 * faster, the farther away they are; memory moves no more than its data sheet says (peak_gbps; 0:
 * nobody says), and accesses at once take no longer than one after another. If not, `doubtful` are
 * all that may be wrong and `impossible` the ones that have to go, the fewest that do. */
bool ceilings_possible(const struct ceilings *ceilings, double peak_gbps, bool doubtful[RESOURCES],
                       bool impossible[RESOURCES]);

#endif
