#include "study/model/model.h"

#include <math.h>

const struct cost_model *model_of(enum memory_model model)
{
    static const struct cost_model *const models[MODELS] = {
        [MODEL_CACHE_LINES] = &cache_line_model,
        [MODEL_SECTORS] = &sector_model,
    };
    return models[model];
}

struct cost cost_of(const struct point *point)
{
    const struct cost_model *model = model_of(point->target->ops->model);
    struct cost cost = {.predicted_bytes = NAN,
                        .requests = NAN,
                        .sectors_per_request = NAN,
                        .conflict_degree = NAN,
                        .lines = NAN,
                        .misses = {NAN, NAN, NAN},
                        .write_allocate_bytes = NAN};
    if (!point->kernel || !model)
        return cost;
    if (!point->pattern->each_pass_a_launch || point->pattern->walk) {
        model->cost(point, &cost);
    } else {
        cost.has_demand = point->pattern->chooses_launch;
        cost.demand = model->launch(&point->shape);
    }
    return cost;
}

bool cost_demand(const struct point *point, struct demand *demand)
{
    const struct cost cost = cost_of(point);
    *demand = cost.demand;
    return cost.has_demand;
}
