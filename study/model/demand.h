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

enum resource {
    /* A GPU's */
    GPU_MEMORY,        /* bytes */
    GPU_L2_READS,      /* bytes of sectors */
    GPU_L2_WRITES,     /* bytes of sectors */
    GPU_L2_PARTS,      /* sectors stored in part, or added to */
    GPU_L2_LINES,      /* lines that loads ask for */
    GPU_LINES,         /* lines that loads look up in the L1s */
    GPU_REQUESTS,      /* of warps to global memory */
    GPU_BANK_TURNS,    /* of shared memory */
    GPU_TILE_REQUESTS, /* to shared memory */
    GPU_ADDITIONS,     /* to one element, one after another */
    GPU_ROUNDS,        /* blocks of one warp, one after another */
    GPU_WARP_LINES,  /* what such a block waits more for each line of a request beyond the first */
    GPU_TILE_ROUNDS, /* what such a block waits more that goes through the tile */
    GPU_MEMORY_ROUNDS, /* what such a block waits more where its data is in memory */
    GPU_L1_WAITS,      /* accesses that one lane waits for, by the level that has the data */
    GPU_L2_WAITS,
    GPU_MEMORY_WAITS,
    GPU_STACKS, /* of warps, allocated anew for a launch (patterns/libgomp.h) */
    /* A CPU's: all cores together, or of each core */
    CPU_MEMORY,      /* bytes, all */
    CPU_CORE_MEMORY, /* bytes, each */
    CPU_L3,          /* bytes, all */
    CPU_L2,          /* bytes, each */
    CPU_ROWS,        /* bytes that vector instructions load and store, each */
    CPU_ROW_STORES,  /* of these, the ones stored */
    CPU_SINGLES,     /* accesses one by one, each */
    CPU_L1_WAITS,    /* accesses that one core waits for, by the level that has the data */
    CPU_L2_WAITS,
    CPU_L3_WAITS,
    CPU_PAGE_WAITS, /* what one waits more whose page is not in the TLB */
    CPU_MEMORY_WAITS,
    CPU_OVERLAP, /* waits of one core at the same time: ns of them take as many ns */
    /* Of either */
    ARITHMETIC, /* multiply-adds, of each multiprocessor or core */
    LAUNCHES,   /* of a region */
    STARTS,     /* of a region's workers */
    RESOURCES
};

struct demand {
    double amount[RESOURCES];
    bool overlaps; /* its waits are for what does not depend on each other */
};

/* What a unit of each takes, in ns; NaN where that is not known. */
struct ceilings {
    double ns_each[RESOURCES];
};

/* Resources that work one after another: their times are added. */
enum turns { AT_ONCE, WAITS, L2_ACCESSES, LAUNCHING };

/* Facts of a resource. */
struct resource_facts {
    const char *name;  /* as ceilings.csv has it */
    const char *bound; /* what a pass is said to be bound by: sectors, lines, banks, latency... */
    const char *unit;  /* that ceilings.csv has it in: GB/s, G/s or ns */
    enum turns turns;
};
extern const struct resource_facts resources[RESOURCES];

/* What the models found that a pass asks for. The shape's workers and the pattern's parameters are
 * the point's. */
struct demand demand_on_gpu(const struct pattern *pattern, const struct shape *shape,
                            const struct gpu_caches *caches, const struct gpu_prediction *p);
struct demand demand_on_cpu(const struct pattern *pattern, const struct shape *shape,
                            int element_bytes, const struct cpu_prediction *p);

/* Where a pass is a launch, nothing else is asked for. */
struct demand demand_of_launch(const struct shape *shape, bool on_gpu);

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
