#include "study/model/cost.h"

#include "study/model/gpu/traffic.h"
#include "study/model/predict.h"

#include <math.h>
#include <string.h>

enum { LEVELS = 3 };

const char cost_columns[] =
    ",predicted_bytes,requests,sectors_per_request,conflict_degree,lines,"
    "l1_misses,l2_misses,l3_misses,write_allocate_bytes,predicted_time_ns,bound";

/* NaN where there is none. */
struct cost {
    double predicted_bytes;
    double requests, sectors_per_request, conflict_degree, lines;
    double misses[LEVELS];
    double write_allocate_bytes;
    bool has_demand;
    struct demand demand;
};

static void put(FILE *out, double value)
{
    if (isnan(value))
        fputs(",-", out);
    else
        fprintf(out, ",%.6g", value);
}

static double ratio(double sum, double count)
{
    return count > 0 ? sum / count : NAN;
}

static void cost_on_gpu(const struct point *point, struct cost *cost)
{
    struct gpu_prediction p;
    const struct gpu_caches caches = gpu_caches_of(&point->target->facts);
    if (predict_gpu(point->pattern, &point->shape, point->element_bytes, &caches, &predict_brief,
                    &p))
        return;
    cost->has_demand = !point->pattern->calls_driver;
    cost->demand = demand_on_gpu(point->pattern, &point->shape, &caches, &p);
    const double sectors = p.loads.sectors + p.stores.sectors;
    cost->requests = p.loads.requests + p.stores.requests;
    cost->sectors_per_request = ratio(sectors, cost->requests);
    cost->lines = p.loads.lines + p.stores.lines;
    cost->conflict_degree = ratio(p.tile_turns, p.tile_requests);
    cost->predicted_bytes = strstr(point->level, "memory")
                                ? p.read_bytes + p.write_bytes + p.partial_bytes
                                : sectors * SECTOR_BYTES;
}

/* The level of that name among the model's, level_count where it is memory. */
static int level_of(const struct cpu_prediction *p, const char *name)
{
    int level = 0;
    while (level < p->shape.level_count && strcmp(p->shape.levels[level].name, name) != 0)
        level++;
    return level;
}

static double bytes_from(const struct cpu_prediction *p, int level, int element_bytes)
{
    if (level == 0)
        return p->scale * p->accesses * element_bytes;
    if (level == p->shape.level_count)
        return predict_memory_bytes(p);
    return predict_level_bytes(p, level - 1);
}

static void cost_on_cpu(const struct point *point, struct cost *cost)
{
    const struct target_facts *facts = &point->target->facts;
    const struct cache_model_shape caches =
        cache_model_of(facts->caches, facts->cache_levels, (int)point->shape.workers);
    struct cpu_prediction p;
    if (caches.level_count == 0 || predict_cpu(point->pattern, &point->shape, point->element_bytes,
                                               &caches, &predict_brief, &p))
        return;
    cost->has_demand = !predict_has_atomics(point->pattern, &point->shape, point->element_bytes);
    cost->demand = demand_on_cpu(point->pattern, &point->shape, point->element_bytes, &p);
    for (int i = 0; i < LEVELS && i < caches.level_count; i++)
        cost->misses[i] =
            p.scale * (double)(p.counts.levels[i].load_misses + p.counts.levels[i].store_misses);
    cost->predicted_bytes = bytes_from(&p, level_of(&p, point->level), point->element_bytes);
    cost->write_allocate_bytes =
        p.scale * (double)cache_model_traffic(&p.shape, &p.counts).write_allocate_bytes;
}

static struct cost cost_of(const struct point *point)
{
    struct cost cost = {.predicted_bytes = NAN,
                        .requests = NAN,
                        .sectors_per_request = NAN,
                        .conflict_degree = NAN,
                        .lines = NAN,
                        .misses = {NAN, NAN, NAN},
                        .write_allocate_bytes = NAN};
    if (point->kernel && point->pattern->each_pass_a_launch && !point->pattern->walk) {
        cost.has_demand = point->pattern->chooses_launch;
        cost.demand = demand_of_launch(&point->shape, !point->target->facts.host_memory);
    } else if (point->kernel && point->target->facts.host_memory) {
        cost_on_cpu(point, &cost);
    } else if (point->kernel) {
        cost_on_gpu(point, &cost);
    }
    return cost;
}

bool cost_demand(const struct point *point, struct demand *demand)
{
    const struct cost cost = cost_of(point);
    *demand = cost.demand;
    return cost.has_demand;
}

void cost_write(FILE *out, const struct point *point, const struct ceilings *ceilings)
{
    const struct cost cost = cost_of(point);
    const char *bound = NULL;
    put(out, cost.predicted_bytes);
    put(out, cost.requests);
    put(out, cost.sectors_per_request);
    put(out, cost.conflict_degree);
    put(out, cost.lines);
    for (int i = 0; i < LEVELS; i++)
        put(out, cost.misses[i]);
    put(out, cost.write_allocate_bytes);
    put(out, cost.has_demand ? demand_time_ns(&cost.demand, ceilings, &bound) : NAN);
    fprintf(out, ",%s", bound ? bound : "-");
}
