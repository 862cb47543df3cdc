/* The resources of a target: bandwidths, rates and latencies. Each is a row of resources.def, with
 * the probe that measures its ceiling. */
#ifndef WARPLINE_RESOURCE_H
#define WARPLINE_RESOURCE_H

#include "patterns/target.h"

#include <stdint.h>

#define RESOURCE(name, ...) name,
enum resource {
#include "study/model/resources.def"
    RESOURCES
};
#undef RESOURCE

/* Resources of one kind are serialized, except AT_ONCE: their times add up. */
enum turns { AT_ONCE, WAITS, L2_ACCESSES, ADDING, LAUNCHING };

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
    FAR_HALF,     /* more than half of it: a GPU's L2 has a near and a far half */
    END_OF_LEVEL, /* around its end: the part of a level that its workers have */
    IN_MEMORY,
    TWO_CORES, /* little, but on two cores at least */
    TWO_NODES, /* little, on the first core and the first one of the last NUMA node */
    LONG_WORK  /* as many elements as for memory, but the data does not matter */
};

/* A small point that uses little else than one resource. */
struct probe {
    const char *pattern;
    int level; /* cache level, from 0; the next one if workers do not keep that level's lines */
    enum place place;
    int element_bytes;     /* 0: 4 */
    const char *parameter; /* NULL: the standard ones */
    int64_t value;
};

struct resource_facts {
    const char *name;  /* its name in ceilings.csv, unique on its kind of target */
    const char *bound; /* the bound that is reported for a pass: sectors, lines, banks,
                        * latency... */
    const char *unit;  /* its unit in ceilings.csv: GB/s, G/s or ns */
    enum kinds kinds;
    enum turns turns;
    struct probe probe;
};
extern const struct resource_facts resources[RESOURCES];

/* Whether targets of that model have it. */
bool resource_of(enum resource resource, enum memory_model model);

/* The resource of that name on targets of that model; RESOURCES if there is none. */
enum resource resource_named(const char *name, enum memory_model model);

#endif
