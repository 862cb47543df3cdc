#include "study/demand.h"

#include "offload/traffic.h"

#include <math.h>
#include <string.h>

const struct resource_facts resources[RESOURCES] = {
    [GPU_MEMORY] = {"memory", "sectors", .bytes = true},
    [GPU_L2_READS] = {"L2 reads", "sectors", .bytes = true},
    [GPU_L2_WRITES] = {"L2 writes", "sectors", .bytes = true},
    [GPU_L2_PARTS] = {"L2 sectors in part", "sectors"},
    [GPU_L2_LINES] = {"L2 lines", "lines"},
    [GPU_LINES] = {"L1 lines", "lines"},
    [GPU_REQUESTS] = {"requests", "requests"},
    [GPU_BANK_TURNS] = {"bank turns", "banks"},
    [GPU_TILE_REQUESTS] = {"tile requests", "requests"},
    [GPU_ADDITIONS] = {"additions to one element", "atomics"},
    [GPU_ROUNDS] = {"rounds of a warp", "latency", .waits = true},
    [GPU_MEMORY_ROUNDS] = {"rounds to memory", "latency", .waits = true},
    [GPU_L1_WAITS] = {"L1 latency", "latency", .waits = true},
    [GPU_L2_WAITS] = {"L2 latency", "latency", .waits = true},
    [GPU_MEMORY_WAITS] = {"memory latency", "latency", .waits = true},
    [CPU_MEMORY] = {"memory", "lines", .bytes = true},
    [CPU_CORE_MEMORY] = {"memory of one core", "lines", .bytes = true},
    [CPU_L3] = {"L3", "lines", .bytes = true},
    [CPU_L2] = {"L2 of one core", "lines", .bytes = true},
    [CPU_ROWS] = {"L1 of one core", "accesses", .bytes = true},
    [CPU_SINGLES] = {"single accesses of one core", "accesses"},
    [CPU_L1_WAITS] = {"L1 latency", "latency", .waits = true},
    [CPU_L2_WAITS] = {"L2 latency", "latency", .waits = true},
    [CPU_L3_WAITS] = {"L3 latency", "latency", .waits = true},
    [CPU_PAGE_WAITS] = {"page walk", "latency", .waits = true},
    [CPU_MEMORY_WAITS] = {"memory latency", "latency", .waits = true},
    [CPU_OVERLAP] = {"waits at once", "latency", .waits = true},
    [ARITHMETIC] = {"multiply-adds of one", "arithmetic"},
    [LAUNCHES] = {"launch", "launch", .waits = true},
    [STARTS] = {"start of a worker", "launch", .waits = true},
};

static double multiply_adds(const struct pattern *pattern, const struct shape *shape)
{
    return (double)pattern->multiply_adds(shape);
}

/* One lane's accesses: where the footprint lives decides which level each one goes to. */
static void wait_on_gpu(const struct gpu_caches *caches, const struct gpu_prediction *p,
                        double *amount)
{
    const double waits = (double)p->blocks, in_l1 = 1 - p->l2_read_sectors / p->loads.sectors;
    (void)caches;
    amount[GPU_L1_WAITS] = waits * in_l1;
    amount[GPU_L2_WAITS] = waits * (1 - in_l1) * (1 - p->memory_share);
    amount[GPU_MEMORY_WAITS] = waits * (1 - in_l1) * p->memory_share;
}

struct demand demand_on_gpu(const struct pattern *pattern, const struct shape *shape,
                            const struct gpu_caches *caches, const struct gpu_prediction *p)
{
    struct demand demand = {.overlaps = false};
    double *amount = demand.amount;
    if (pattern->alone) {
        wait_on_gpu(caches, p, amount);
        return demand;
    }
    amount[GPU_MEMORY] = p->memory_share * (p->read_units_bytes + p->write_bytes);
    amount[GPU_L2_READS] = SECTOR_BYTES * p->l2_read_sectors;
    amount[GPU_L2_WRITES] = SECTOR_BYTES * (p->stores.sectors - p->partial_stores);
    amount[GPU_L2_PARTS] = p->partial_stores;
    amount[GPU_L2_LINES] = p->l2_read_lines;
    amount[GPU_LINES] = p->loads.lines;
    amount[GPU_REQUESTS] = p->loads.requests + p->stores.requests;
    amount[GPU_BANK_TURNS] = p->tile_turns;
    amount[GPU_TILE_REQUESTS] = p->tile_requests;
    amount[GPU_ADDITIONS] = p->added_in_turn;
    amount[GPU_ROUNDS] = p->rounds;
    amount[GPU_MEMORY_ROUNDS] = p->rounds * p->memory_share;
    amount[ARITHMETIC] = multiply_adds(pattern, shape) / caches->multiprocessors;
    return demand;
}

/* Accesses of one core that wait, by the level that has the line. Where all steps are one core's,
 * every access does; else those that no prefetcher has seen coming. */
static void wait_on_cpu(const struct pattern *pattern, double each, const struct cpu_prediction *p,
                        double *amount)
{
    static const enum resource levels[] = {CPU_L1_WAITS, CPU_L2_WAITS, CPU_L3_WAITS};
    const int level_count = p->shape.level_count < 3 ? p->shape.level_count : 3;
    double beyond = pattern->alone ? p->accesses : (double)p->counts.levels[0].unforeseen;
    if (pattern->alone)
        amount[CPU_PAGE_WAITS] = each * (double)p->counts.tlb_misses;
    for (int i = 0; i < level_count; i++) {
        const double missed = (double)p->counts.levels[i].unforeseen;
        if (i > 0 || pattern->alone)
            amount[levels[i]] = each * (beyond - missed);
        beyond = missed;
    }
    amount[CPU_MEMORY_WAITS] = each * beyond;
}

static double moved_bytes(const struct cpu_prediction *p, int level)
{
    const struct cache_model_level_counts *counts = &p->counts.levels[level];
    return p->scale * p->shape.levels[level].line_bytes *
           (double)(counts->lines_in + counts->lines_out);
}

struct demand demand_on_cpu(const struct pattern *pattern, const struct shape *shape,
                            int element_bytes, const struct cpu_prediction *p)
{
    struct demand demand = {.overlaps = !pattern->alone};
    double *amount = demand.amount;
    const double cores = pattern->alone ? 1 : (double)shape->workers;
    const double chains = pattern->alone ? p->accesses / (double)p->walked : 1;
    amount[CPU_MEMORY] = predict_memory_bytes(p);
    amount[CPU_CORE_MEMORY] = amount[CPU_MEMORY] / cores;
    amount[CPU_L3] = p->shape.level_count > 2 ? moved_bytes(p, 1) : 0;
    amount[CPU_L2] = p->shape.level_count > 1 ? moved_bytes(p, 0) / cores : 0;
    amount[CPU_ROWS] = p->scale * (p->accesses - p->singles) * element_bytes / cores;
    amount[CPU_SINGLES] = p->scale * p->singles / cores;
    amount[ARITHMETIC] = multiply_adds(pattern, shape) / cores;
    wait_on_cpu(pattern, p->scale / cores / chains, p, amount);
    return demand;
}

struct demand demand_of_launch(const struct shape *shape)
{
    return (struct demand){.amount = {[LAUNCHES] = 1, [STARTS] = (double)shape->workers}};
}

static double time_of(const struct demand *demand, const struct ceilings *ceilings, int i)
{
    const double ns = demand->amount[i] > 0 ? demand->amount[i] * ceilings->ns_each[i] : 0;
    return isnan(ns) ? 0 : ns;
}

/* All that is waited for in turn, as far as it is bound by that. */
static double waits_ns(const struct demand *demand, const struct ceilings *ceilings,
                       const char *bound)
{
    double ns = 0;
    for (int i = 0; i < RESOURCES; i++)
        if (resources[i].waits && strcmp(resources[i].bound, bound) == 0)
            ns += time_of(demand, ceilings, i);
    return ns;
}

double demand_time_ns(const struct demand *demand, const struct ceilings *ceilings,
                      const char **bound)
{
    double longest = 0;
    *bound = NULL;
    for (int i = 0; i < RESOURCES; i++) {
        double ns = time_of(demand, ceilings, i);
        if (resources[i].waits && ns > 0)
            ns = waits_ns(demand, ceilings, resources[i].bound) *
                 (demand->overlaps ? ceilings->ns_each[CPU_OVERLAP] : 1);
        if (ns > longest) {
            longest = ns;
            *bound = resources[i].bound;
        }
    }
    return *bound ? longest : NAN;
}
