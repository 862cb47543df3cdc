#include "study/commands/look/forecast.h"

#include "study/json/document.h"

#include <math.h>

static void put_requests(json_t *object, const char *name, const struct global_requests *kind)
{
    json_t *requests = put_object(object, name);
    put_number(requests, "requests", kind->requests);
    put_number(requests, "lanes", kind->lanes);
    put_number(requests, "sectors", kind->sectors);
    put_number(requests, "lines", kind->lines);
    put_number(requests, "pages_2mib", kind->pages);
}

static void put_sectors(json_t *object, const struct gpu_prediction *p)
{
    put_requests(object, "loads", &p->loads);
    put_requests(object, "stores", &p->stores);
    put_number(object, "tile_requests", p->tile_requests);
    put_number(object, "conflict_degree",
               p->tile_requests > 0 ? p->tile_turns / p->tile_requests : NAN);
    put_number(object, "read_bytes", p->read_bytes);
    put_number(object, "write_bytes", p->write_bytes);
    put_number(object, "partial_bytes", p->partial_bytes);
    put_number(object, "memory_share", p->memory_share);
    put_count(object, "blocks", p->blocks);
    put_count(object, "simulated_blocks", p->walked);
}

/* Misses count over a whole pass, as in results.csv. */
static void put_lines(json_t *object, const struct cpu_prediction *p)
{
    const struct cache_model_traffic traffic = cache_model_traffic(&p->shape, &p->counts);
    json_t *levels = put_array(object, "levels");
    for (int i = 0; i < p->shape.level_count; i++) {
        json_t *level = add_object(levels);
        put_text(level, "name", p->shape.levels[i].name);
        put_number(level, "load_misses", p->scale * (double)p->counts.levels[i].load_misses);
        put_number(level, "store_misses", p->scale * (double)p->counts.levels[i].store_misses);
    }
    put_number(object, "accesses", p->scale * p->accesses);
    put_number(object, "tlb_misses", p->scale * (double)p->counts.tlb_misses);
    put_number(object, "lines_handed_over", p->scale * (double)p->counts.handed);
    put_number(object, "read_bytes", p->scale * (double)traffic.read_bytes);
    put_number(object, "write_allocate_bytes", p->scale * (double)traffic.write_allocate_bytes);
    put_number(object, "write_back_bytes", p->scale * (double)traffic.write_back_bytes);
    put_number(object, "streamed_bytes", p->scale * (double)traffic.streamed_bytes);
    put_count(object, "blocks", p->blocks);
    put_count(object, "simulated_blocks", p->walked);
}

static void put_time(json_t *object, const struct forecast *f)
{
    const char *bound = NULL;
    double ns = NAN;
    enum resource missing = RESOURCES;
    if (f->has_demand && f->source.known) {
        ns = demand_time_ns(&f->demand, &f->source.ceilings, &bound);
        missing = demand_missing(&f->demand, &f->source.ceilings);
    }
    put_text(object, "ceilings_of", f->source.known ? f->source.of : NULL);
    put_number(object, "predicted_time_ns", ns);
    put_number(object, "bandwidth_gbps", f->useful_bytes / ns);
    put_text(object, "bound", bound);
    put_text(object, "missing_ceiling", missing < RESOURCES ? resources[missing].name : NULL);
    json_t *alone = put_object(object, "alone_ns");
    for (int i = 0; bound && i < RESOURCES; i++)
        if (f->demand.amount[i] > 0)
            put_number(alone, resources[i].name,
                       demand_alone_ns(&f->demand, &f->source.ceilings, (enum resource)i));
}

static int put_forecast(void *with, const struct forecast *f)
{
    json_t *object = add_object(with);
    put_text(object, "target", f->target);
    put_text(object, "absent", f->absent);
    if (f->absent)
        return 0;
    put_count(object, "element_bytes", f->element_bytes);
    put_count(object, "elements", f->shape.elements);
    put_count(object, "workers", f->shape.workers);
    put_count(object, "footprint_bytes", f->footprint_bytes);
    put_count(object, "useful_bytes", (int64_t)f->useful_bytes);
    if (f->has_accesses && f->model == MODEL_SECTORS)
        put_sectors(object, &f->gpu);
    else if (f->has_accesses)
        put_lines(object, &f->cpu);
    if (f->has_accesses && f->pattern->loop)
        loop_put(object, f);
    put_time(object, f);
    return 0;
}

int document_pattern(const struct pattern *pattern, const struct shape *shape,
                     const struct plan_request *request, const char *with)
{
    json_t *document = json_object();
    describe_pattern(document, pattern, shape);
    json_t *targets = put_array(document, "targets");
    const int status = forecast_each(pattern, shape, request, with, put_forecast, targets);
    if (!status)
        document_print(document);
    else
        json_decref(document);
    return status;
}

void document_study(const struct study *study)
{
    json_t *document = json_object();
    describe_study(document, study);
    document_print(document);
}
