/* What a target can run out of: bandwidths, rates and latencies. A row of resources.def each, with
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

/* Resources that work one after another: their times are added. */
enum turns { AT_ONCE, WAITS, L2_ACCESSES, LAUNCHING };

/* Targets that have it, by the model of their memory. */
enum kinds {
    ON_CPU = 1 << MODEL_CACHE_LINES,
    ON_GPU = 1 << MODEL_SECTORS,
    ON_EITHER = ON_CPU | ON_GPU
};

/* Where a probe's footprint lives. */
enum place {
    HALF_LEVEL,   /* half of what all workers, or the one that is alone, can use of the level */
    EIGHTH_LEVEL, /* for what leaves gaps */
    WHOLE_LEVEL,  /* all of it: for what uses one of its two arrays */
    LITTLE_LEVEL, /* little of it, but more than fits into the level before */
    IN_MEMORY,
    LONG_WORK /* of as many elements as are in memory, but with no use for it */
};

/* A small point that asks for little else than one resource. */
struct probe {
    const char *pattern;
    int level; /* of cache, from 0; the next one where workers do not keep that one's lines */
    enum place place;
    int element_bytes;     /* 0: 4 */
    const char *parameter; /* NULL: the standard ones */
    int64_t value;
};

struct resource_facts {
    const char *name;  /* as ceilings.csv has it, one of its kind of target */
    const char *bound; /* what a pass is said to be bound by: sectors, lines, banks, latency... */
    const char *unit;  /* that ceilings.csv has it in: GB/s, G/s or ns */
    enum kinds kinds;
    enum turns turns;
    struct probe probe;
};
extern const struct resource_facts resources[RESOURCES];

/* Whether targets of that model have it. */
bool resource_of(enum resource resource, enum memory_model model);

/* The resource of that name on targets of that model; RESOURCES where there is none. */
enum resource resource_named(const char *name, enum memory_model model);

#endif
