/* Resource demand of a pass, and the lower bound on its time from measured ceilings (ceilings.h).
 *
 * The many warps of a GPU wait for different things at the same time, and so do a CPU core's
 * accesses in flight. So a pass takes as long as its largest demand (the roofline model of
 * Williams, Waterman and Patterson, CACM 2009, with a roof for each resource). Serialized costs add
 * up: a chase's accesses, or the blocks of one warp. If only some of a CPU's cores work, they queue
 * in the L3 and in memory (Hofmann, Hager and Fey, ISC 2018), and a lone core is as fast as its
 * probe found (CPU_LONE). */
#ifndef WARPLINE_DEMAND_H
#define WARPLINE_DEMAND_H

#include "patterns/target.h"
#include "study/model/predict.h"

#include <stdint.h>

/* The resources of a target: bandwidths, rates and latencies. Each is a row of resources.def, with
 * the probe that measures its ceiling. */
#define RESOURCE(name, ...) name,
enum resource {
#include "study/model/resources.def"
    RESOURCES
};
#undef RESOURCE

/* Resources of one kind are serialized, except AT_ONCE: their times add up. Random lines and page
 * walks also add to each of the kinds of lines before them, and lines apart to those of memory. */
enum turns {
    AT_ONCE,
    WAITS,
    L2_ACCESSES,
    ADDING,
    LAUNCHING,
    L2_LINES,
    L3_LINES,
    MEMORY_LINES,
    RANDOM_LINES,
    APART_LINES
};

/* The kind to whose time one of that kind adds: memory's for lines apart, else itself. */
enum turns turns_base(enum turns turns);

/* Whether the time of a probe of that kind contains `other` costs, which are subtracted from it. */
bool turns_contain(enum turns turns, enum turns other);

/* Targets that have it, by the model of their memory. */
enum kinds {
    ON_CPU = 1 << MODEL_CACHE_LINES,
    ON_GPU = 1 << MODEL_SECTORS,
    ON_EITHER = ON_CPU | ON_GPU
};

/* Where a probe's footprint lives. */
enum place {
    HALF_LEVEL,   /* half of what all workers, or the only one, can use of the level */
    EIGHTH_LEVEL, /* for accesses with gaps */
    ONE_ARRAY,    /* three quarters of it, for probes that use one of their two arrays: more than
                   * all nearer caches together keep */
    LITTLE_LEVEL, /* little of it, but more than fits into the level before */
    LEFT_CACHE,   /* as little as surely leaves the last cache until it is used again; IN_MEMORY if
                   * nothing leaves it */
    FAR_HALF,     /* more than half of it: a GPU's L2 has a near and a far half */
    END_OF_LEVEL, /* around its end: the part of a level that its workers have */
    LEFT_IDLE,    /* as LITTLE_LEVEL, and used again after a time */
    IN_MEMORY,
    MANY_PAGES, /* more elements for each worker than a TLB has entries; the lines fit an L2 */
    TWO_CORES,  /* little, but on two cores at least */
    APART,      /* little, on the first two cores whose enum distance is the probe's value */
    LONG_WORK   /* as many elements as for memory, but the data does not matter */
};

enum { ALL_ELEMENTS = -1 }; /* a probe's value */

/* A small point that uses little else than one resource. */
struct probe {
    const char *pattern;
    int level; /* cache level, from 0; the next one if workers do not keep that level's lines */
    enum place place;
    int element_bytes;     /* 0: 4 */
    const char *parameter; /* NULL: the standard ones */
    int64_t value;         /* ALL_ELEMENTS: as many as the pass has elements, a power of two */
};

struct resource_facts {
    const char *name;  /* its name in ceilings.csv, unique on its kind of target */
    const char *bound; /* the bound that is reported for a pass: sectors, lines, banks,
                        * latency... */
    const char *unit;  /* its unit in ceilings.csv: GB/s, G/s, ns or ms */
    enum kinds kinds;
    enum turns turns;
    struct probe probe;
};
extern const struct resource_facts resources[RESOURCES];

/* Whether targets of that model have it. */
bool resource_of(enum resource resource, enum memory_model model);

/* The resource of that name on targets of that model; RESOURCES if there is none. */
enum resource resource_named(const char *name, enum memory_model model);

struct demand {
    double amount[RESOURCES];
    int cores;   /* of a CPU that work, where they are not all; else 0 */
    double lone; /* the chance that no two of these are hidden siblings on one core; else 0 */
    bool mixed;  /* some lines of one array are in the L3, some in memory: one after another */
};

/* What stays in a cache so long is taken to stay: its probe tries no longer time. */
enum { STAYS_MOST_NS = 32000000 };

/* Time of one unit of each resource in ns; NaN if it is unknown. */
struct ceilings {
    double ns_each[RESOURCES];
};

/* By how much one unit of a CPU's resource takes longer where the slowest worker's speed index
 * (patterns/target.h) is `slower` times as high: a power of it, found by probes alone. Latencies
 * stayed the same, and what cores do together was not found: 1. */
double cost_if_slower(enum resource resource, double slower);

/* The demand of a pass as the models find it. The shape's workers and the pattern's parameters are
 * the point's. */
struct demand demand_on_gpu(const struct pattern *pattern, const struct shape *shape,
                            const struct gpu_caches *caches, const struct gpu_prediction *p);
struct demand demand_on_cpu(const struct target_facts *facts, const struct pattern *pattern,
                            const struct shape *shape, int element_bytes,
                            const struct cpu_prediction *p);

/* The same with the lines in memory that the last cache may lose (p->left). */
struct demand demand_if_left(const struct target_facts *facts, const struct pattern *pattern,
                             const struct shape *shape, int element_bytes,
                             const struct cpu_prediction *p);

/* How far apart two workers of a CPU are. They are numbered in hwloc's order, so the way from one
 * to the other passes the farthest thing that they share. */
enum distance workers_apart(const struct target_facts *facts, int64_t one, int64_t other);

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

/* Whether an L3 is known to lose lines to its other users. */
bool l3_loses_lines(const struct ceilings *ceilings);

/* The part of these lines that the cache has lost when they are used again. Other machines on the
 * same chip fill all of it within CPU_L3_STAYS, and some of it in the time of a round. The cache
 * keeps as many of the lines as fit into the rest: it does not replace by last use alone. The more
 * is lost, the longer a round takes. `if_stay` and `if_left` are the demands with all of these
 * lines in the cache, and with all of them in memory, as at first. 0 if it is unknown how long
 * lines stay. */
double demand_left_part(const struct demand *if_stay, const struct demand *if_left,
                        const struct left_lines *lines, const struct ceilings *ceilings);

/* The demand if that part of the lines has left. */
struct demand demand_between(const struct demand *if_stay, const struct demand *if_left,
                             double part);

/* The missing ceiling that prevents a time; RESOURCES if there is a time or no demand. */
enum resource demand_missing(const struct demand *demand, const struct ceilings *ceilings);

/* Whether ceilings are plausible: the farther a level, the longer its latency and the lower its
 * bandwidth; memory moves at most what its data sheet says (peak_gbps; 0: unknown); overlapping
 * accesses take no longer than serialized ones. If not, `doubtful` are all that may be wrong, and
 * `impossible` the fewest that have to be dropped. */
bool ceilings_possible(const struct ceilings *ceilings, double peak_gbps, bool doubtful[RESOURCES],
                       bool impossible[RESOURCES]);

#endif
