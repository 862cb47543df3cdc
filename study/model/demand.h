/* Resource demand of a pass, and the lower bound on its time from measured ceilings (ceilings.h).
 *
 * The many warps of a GPU wait for different things at the same time, and so do a CPU core's
 * accesses in flight. So a pass takes as long as its largest demand (the roofline model of
 * Williams, Waterman and Patterson, CACM 2009, with a roof for each resource). Serialized costs add
 * up: a chase's accesses, or the blocks of one warp. */
#ifndef WARPLINE_DEMAND_H
#define WARPLINE_DEMAND_H

#include "study/model/predict.h"
#include "study/model/resource.h"

struct demand {
    double amount[RESOURCES];
    bool overlaps; /* its accesses do not depend on each other, so latencies overlap */
};

/* Time of one unit of each resource in ns; NaN if it is unknown. */
struct ceilings {
    double ns_each[RESOURCES];
};

/* The demand of a pass as the models find it. The shape's workers and the pattern's parameters are
 * the point's. */
struct demand demand_on_gpu(const struct pattern *pattern, const struct shape *shape,
                            const struct gpu_caches *caches, const struct gpu_prediction *p);
struct demand demand_on_cpu(const struct target_facts *facts, const struct pattern *pattern,
                            const struct shape *shape, int element_bytes,
                            const struct cpu_prediction *p);

/* Whether that is all that takes time: lines that move between the cores that add to them do not
 * count in it. */
bool demand_is_known(const struct cpu_prediction *p);

/* The demand of a pass that is only a launch. */
struct demand demand_of_gpu_launch(const struct shape *shape);
struct demand demand_of_cpu_launch(const struct shape *shape);

/* The average number of workers or multiprocessors that are busy while the one with the most blocks
 * works: with few blocks the load is imbalanced. */
double demand_busy(double workers, int64_t blocks);

/* The time that one resource alone takes in a pass, in ns; NaN if its ceiling is unknown. */
double demand_alone_ns(const struct demand *demand, const struct ceilings *ceilings,
                       enum resource resource);

/* The time of a pass in ns, and the resource that bounds it in *bound. NaN and NULL if the pass has
 * no demand, or one whose ceiling is unknown. An unknown ceiling does not matter if it cannot bound
 * the pass: even as slow as the next level, which is known. */
double demand_time_ns(const struct demand *demand, const struct ceilings *ceilings,
                      const char **bound);

/* The missing ceiling that prevents a time; RESOURCES if there is a time or no demand. */
enum resource demand_missing(const struct demand *demand, const struct ceilings *ceilings);

/* Whether ceilings are plausible: the farther a level, the longer its latency and the lower its
 * bandwidth; memory moves at most what its data sheet says (peak_gbps; 0: unknown); overlapping
 * accesses take no longer than serialized ones. If not, `doubtful` are all that may be wrong, and
 * `impossible` the fewest that have to be dropped. */
bool ceilings_possible(const struct ceilings *ceilings, double peak_gbps, bool doubtful[RESOURCES],
                       bool impossible[RESOURCES]);

#endif
