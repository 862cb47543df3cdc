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

/* `part` of the memory's bandwidth is used while a chase runs. */
static void wait_longer(const struct point *point, double part, struct cost *cost)
{
    const enum resource longer = point->pattern->writes_beside ? WRITTEN_WAITS : LOADED_WAITS,
                        waits = model_of(point->target->ops->model)->waits;
    struct demand *const demands[] = {&cost->demand, &cost->if_stay, &cost->if_left};
    for (size_t i = 0; i < sizeof demands / sizeof *demands; i++)
        demands[i]->amount[longer] = demands[i]->amount[waits] * part * part;
}

/* Whether the others make pauses: the second parameter of such a chase (latency/side_load.h). */
static bool has_pauses(const struct shape *shape)
{
    return shape->value[1] > 0;
}

void cost_take_load(const struct point *point, double load_gbps, const struct ceilings *ceilings,
                    struct cost *cost)
{
    if (!point->pattern->loads_beside || !cost->has_demand || !has_pauses(&point->shape))
        return;
    const struct cost_model *model = model_of(point->target->ops->model);
    const double part = load_gbps * ceilings->ns_each[model->memory];
    if (!isnan(part))
        wait_longer(point, fmin(part, 1), cost);
}

void cost_take_residence(const struct ceilings *ceilings, struct cost *cost)
{
    if (!cost->may_leave)
        return;
    const double part =
        demand_left_part(&cost->if_stay, &cost->if_left, &cost->left_lines, ceilings);
    cost->demand = demand_between(&cost->if_stay, &cost->if_left, part);
    cost->misses[COST_LEVELS - 1] =
        cost->misses_if_stay + part * (cost->misses_if_left - cost->misses_if_stay);
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
        if (point->pattern->loads_beside && !has_pauses(&point->shape))
            wait_longer(point, 1, &cost);
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

/* Some ceilings are made of the amounts of others: no demand has any of theirs. */
const struct demand *cost_demand_with(const struct cost *cost, enum resource resource)
{
    const bool only_left =
        cost->if_left.amount[resource] > 0 && !(cost->demand.amount[resource] > 0);
    return only_left ? &cost->if_left : &cost->demand;
}
