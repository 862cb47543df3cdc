/* What the models say of a point. */
#ifndef WARPLINE_COST_H
#define WARPLINE_COST_H

#include "study/model/demand.h"
#include "study/plan/point.h"

enum { COST_LEVELS = 3 };

/* Of one pass. Numbers are NaN where the target's model has none. */
struct cost {
    /* What moves to and from the level that the footprint lives in (point->level): different
     * sectors or lines of memory, all sectors of a GPU's L2, lines that miss the nearer cache, the
     * accesses themselves in a CPU's L1. Partial-sector writes count twice on a GPU. */
    double predicted_bytes;
    double requests, sectors_per_request, lines; /* of a GPU's warps to global memory */
    double conflict_degree;                      /* of a request of shared memory, the mean */
    double misses[COST_LEVELS];                  /* of a CPU's accesses, by level */
    double write_allocate_bytes; /* of a CPU's predicted_bytes, what is read only to be written */
    bool has_demand; /* false: no kernel or accesses of its own; atomics on a CPU, since how lines
                        go from core to core is not modelled */
    struct demand demand;
};

struct cost cost_of(const struct point *point);

/* The demand alone; false where there is none. */
bool cost_demand(const struct point *point, struct demand *demand);

#endif
