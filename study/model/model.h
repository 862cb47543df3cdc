/* The models of memory that predict costs: one for caches of lines, one for sectors. Each kind of
 * target names its model (patterns/target.h). */
#ifndef WARPLINE_MODEL_H
#define WARPLINE_MODEL_H

#include "study/model/cost.h"

struct cost_model {
    int lane_threads;     /* logical threads in one worker: the lanes of a GPU's warp; 1 on a CPU */
    enum resource memory; /* the ceiling that plain copies measure */
    /* Fills in what the model knows of a point's pass. */
    void (*cost)(const struct point *point, struct cost *cost);
    /* The demand of a pass that is only a launch. */
    struct demand (*launch)(const struct shape *shape);
};

/* NULL for MODEL_NONE. */
const struct cost_model *model_of(enum memory_model model);

extern const struct cost_model cache_line_model; /* cpu/cost_cpu.c */
extern const struct cost_model sector_model;     /* gpu/cost_gpu.c */

#endif
