/* What the models predict for a point. */
#ifndef WARPLINE_MODEL_H
#define WARPLINE_MODEL_H

#include "study/model/demand.h"
#include "study/plan/point.h"

enum { COST_LEVELS = 3 };

/* Of one pass. A number is NaN if the target has no model for it. */
struct cost {
    /* Traffic to and from the level that holds the footprint (point->level): different sectors or
     * lines of memory, all sectors of a GPU's L2, lines that miss the nearer cache, the accesses
     * themselves in a CPU's L1. Partial-sector writes count twice on a GPU. */
    double predicted_bytes;
    double requests, sectors_per_request, lines; /* of a GPU's warps to global memory */
    double conflict_degree;                      /* mean of a request of shared memory */
    double misses[COST_LEVELS];                  /* of a CPU's accesses, by level */
    double write_allocate_bytes; /* part of a CPU's predicted_bytes: lines read only to be
                                  * written */
    /* With the lines that the last cache may lose from pass to pass all in it, and all in memory
     * (demand_left_part): the demand, and the misses of that cache. */
    bool may_leave;
    struct demand if_stay, if_left;
    double misses_if_stay, misses_if_left;
    struct left_lines left_lines;
    bool has_demand; /* false: no kernel or no accesses, or demand_is_known says so */
    struct demand demand;
};

struct cost cost_of(const struct point *point);

/* A chase under load: an access to memory waits longer, the larger the part of the bandwidth that
 * the others use. cost_of assumes all of it if they make no pauses, and none if they do: how long a
 * pause takes is not known before. This takes the load that was measured, in GB/s. The extra
 * latency is taken to grow with the square of that part: slowly, until requests queue. */
void cost_take_load(const struct point *point, double load_gbps, const struct ceilings *ceilings,
                    struct cost *cost);

/* Takes those lines of a pass from memory that the last cache has lost by then: the demand and its
 * misses become those between. How many these are depends on the ceilings of both. */
void cost_take_residence(const struct ceilings *ceilings, struct cost *cost);

/* The resource demand alone; false if there is none. */
bool cost_demand(const struct point *point, struct demand *demand);

/* The demand of a probe of `resource`: that of its lines in memory where only that one has it. */
const struct demand *cost_demand_with(const struct cost *cost, enum resource resource);

/* The models of memory that predict costs: one for caches of lines, one for sectors. Each kind of
 * target names its model (patterns/target.h). */
struct cost_model {
    int lane_threads;     /* logical threads in one worker: the lanes of a GPU's warp; 1 on a CPU */
    enum resource memory; /* the ceiling that plain copies measure */
    enum resource waits;  /* the latency of memory */
    /* Fills in what the model knows of a point's pass. */
    void (*cost)(const struct point *point, struct cost *cost);
    /* The demand of a pass that is only a launch. */
    struct demand (*launch)(const struct shape *shape);
};

/* NULL for MODEL_NONE. */
const struct cost_model *model_of(enum memory_model model);

extern const struct cost_model cache_line_model; /* cpu/cost_cpu.c */
extern const struct cost_model sector_model;     /* gpu/cost_gpu.c */

/* The time of a CPU's pass from its core time, which is measured (study/ceilings/core.h), and
 * what its caches and memory take: they overlap as two throughputs do (compose_gpu). Returns it and
 * its bound, as demand_time_ns; the core time takes the place of the accesses and the arithmetic.
 */
double compose_cpu_ns(const struct demand *demand, const struct ceilings *ceilings, double core_ns,
                      const char **bound);

#endif
