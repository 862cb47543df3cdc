/* What the models predict for a point. */
#ifndef WARPLINE_COST_H
#define WARPLINE_COST_H

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
    bool has_demand;             /* false: no kernel or no accesses, or demand_is_known says so */
    struct demand demand;
};

struct cost cost_of(const struct point *point);

/* The resource demand alone; false if there is none. */
bool cost_demand(const struct point *point, struct demand *demand);

#endif
