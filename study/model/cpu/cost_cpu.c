#include "study/model/gpu/compose_gpu.h"
#include "study/model/model.h"
#include "study/plan/walks.h"

#include <math.h>
#include <string.h>

/* A page walk reads its entry through the same caches: an entry that the L2 lacks is in memory as
 * often as such a line of the data. */
static double entries_in_memory(const struct cpu_prediction *p)
{
    const struct cache_model_level_counts *levels = p->counts.levels;
    if (p->shape.level_count < 3)
        return p->entries_far;
    return levels[1].unforeseen > 0
               ? p->entries_far * (double)levels[2].unforeseen / (double)levels[1].unforeseen
               : 0;
}

/* Accesses of one core that wait, by the level that has the line: those of a core that makes all
 * iterations. In a chase in order, an entry of a page is as far as the data, but not in memory. */
static void wait_on_cpu(double each, const struct cpu_prediction *p, enum pages pages,
                        double *amount)
{
    static const enum resource levels[] = {CPU_L1_WAITS, CPU_L2_WAITS, CPU_L3_WAITS};
    const int level_count = p->shape.level_count < 3 ? p->shape.level_count : 3;
    const int last = p->shape.level_count - 1;
    double beyond = p->accesses;
    amount[pages == PAGES_LARGE ? CPU_LARGE_WAITS : CPU_TLB_WAITS] =
        each * (double)p->counts.tlb_near_misses;
    amount[CPU_TLB_SET_WAITS] = each * (double)p->counts.tlb_conflict_misses;
    amount[CPU_PAGE_WAITS] = each * (double)p->counts.tlb_misses;
    for (int i = 0; i < level_count; i++) {
        const double missed = (double)p->counts.levels[i].unforeseen;
        amount[levels[i]] = each * (beyond - missed);
        beyond = missed;
    }
    amount[CPU_MEMORY_WAITS] = each * beyond;
    amount[CPU_MEMORY_STREAMS] = each * ((double)p->counts.levels[last].lines_in - beyond);
    if (!isnan(p->entries_far)) {
        const double in_memory = entries_in_memory(p);
        amount[CPU_ENTRY_WAITS] = each * in_memory;
        if (level_count > 2)
            amount[CPU_L3_WAITS] += each * (p->entries_far - in_memory);
    } else if (level_count > 2)
        amount[CPU_L3_WAITS] += each * (double)p->counts.tlb_misses_far;
}

/* What moves between two levels, in bytes: as many as a copy moves, with two that are stored, one
 * to be allocated and one to be written back, for each that is loaded; and the rest of the loaded
 * and of the stored ones. amount[0], [1] and [2] are those of copies, reads and writes. */
static void divide_bytes(double loaded, double stored, double *amount)
{
    const double copied = fmin(loaded, stored / 2);
    amount[0] = 3 * copied;
    amount[1] = loaded - copied;
    amount[2] = stored - 2 * copied;
}

/* The lines that cores load and store, by the level that has them. Those that no prefetcher
 * foresees cost more from memory alone: besides page walks, random lines of an L2 and of an L3 took
 * as long as lines in order (0.5 to 0.6 ns a line and core on an EPYC, 1.1 on a Xeon; 0.3 to 0.5 ns
 * a line). Those of memory contain their walks. */
static void move_lines(const struct cpu_prediction *p, double cores, double *amount)
{
    static const enum resource copies[] = {CPU_L2, CPU_L3};
    const struct cache_model_counts *counts = &p->counts;
    const int last = p->shape.level_count - 1;
    for (int i = 0; i < last && i < 2; i++) {
        const struct cache_model_level_counts *level = &counts->levels[i];
        const double each = p->scale * p->shape.levels[i].line_bytes / (i == 0 ? cores : 1);
        divide_bytes(each * (double)level->load_misses,
                     each * (double)(level->store_misses + level->lines_out), &amount[copies[i]]);
    }
    const struct cache_model_level_counts *level = &counts->levels[last];
    const struct cache_model_traffic t = cache_model_traffic(&p->shape, counts);
    const double line_bytes = p->shape.levels[last].line_bytes, random = (double)level->unforeseen,
                 stores = (double)level->unforeseen_stores;
    const double stored = (double)(t.write_allocate_bytes + t.write_back_bytes);
    divide_bytes(p->scale * ((double)t.read_bytes - line_bytes * (random - stores)),
                 p->scale * (stored - line_bytes * stores), &amount[CPU_MEMORY]);
    amount[CPU_STREAMED] = p->scale * (double)t.streamed_bytes;
    amount[CPU_MEMORY_APART_READS] = p->scale * (double)(level->apart - level->apart_stores);
    amount[CPU_MEMORY_APART_WRITES] = p->scale * (double)level->apart_stores;
    amount[CPU_MEMORY_RANDOM] = p->scale * random;
    amount[CPU_PAGE_WALKS] = p->scale / cores * fmax(0, (double)counts->tlb_misses - random);
    amount[CPU_HANDED] = p->scale / cores * (double)(counts->handed - counts->handed_in_order);
    amount[CPU_HANDED_IN_ORDER] = p->scale / cores * (double)counts->handed_in_order;
}

enum distance workers_apart(const struct target_facts *facts, int64_t one, int64_t other)
{
    const int64_t end = one < other ? other : one;
    int farthest = ONE_CORE;
    for (int64_t i = one < other ? one : other; i < end && i < CORES_MAX; i++)
        farthest = facts->to_next[i] > farthest ? facts->to_next[i] : farthest;
    return (enum distance)farthest;
}

/* Two cores hand a line to and fro. */
static struct demand demand_of_pair(const struct target_facts *facts, const struct shape *shape)
{
    const enum distance apart = workers_apart(facts, shape->value[0], shape->value[1]);
    struct demand demand = {0};
    demand.amount[CPU_HANDOVERS + (int)apart] = (double)shape->elements;
    return demand;
}

/* The chance that no two of these workers have one core: hidden siblings may be any pairs of the
 * CPUs. */
static double chance_of_own_cores(double workers, int cpus)
{
    double chance = 1;
    for (int k = 0; k < workers; k++)
        chance *= fmax(0, cpus - 2.0 * k) / (cpus - k);
    return chance;
}

/* What all cores together move is measured with all of them. */
static void work_on_some(const struct target_facts *facts, double cores, bool waits,
                         const struct cpu_prediction *p, struct demand *demand)
{
    if (!(cores < facts->launch.workers))
        return;
    demand->cores = (int)cores;
    demand->amount[CPU_CORE_MEMORY] = predict_memory_bytes(p) / cores;
    if (waits)
        return;
    if (p->shape.level_count > 2)
        demand->amount[CPU_CORE_L3] = predict_level_bytes(p, 1) / cores;
    demand->lone = chance_of_own_cores(cores, facts->launch.workers);
}

struct demand demand_on_cpu(const struct target_facts *facts, const struct pattern *pattern,
                            const struct shape *shape, int element_bytes,
                            const struct cpu_prediction *p)
{
    if (pattern->pair)
        return demand_of_pair(facts, shape);
    struct demand demand = {0};
    double *amount = demand.amount;
    const double cores = demand_busy((double)walk_workers(pattern, shape), p->blocks);
    const double chains = pattern->alone ? p->accesses / (double)p->walked : 1;
    const double row_bytes = p->scale * element_bytes / cores;
    work_on_some(facts, cores, pattern->alone, p, &demand);
    amount[CPU_ROWS] = row_bytes * (p->row_loads + p->row_stores);
    amount[CPU_ROW_STORES] = row_bytes * p->row_stores;
    amount[CPU_SINGLES] = p->scale * p->singles / cores;
    amount[CPU_ADDITIONS] = p->scale * p->additions / cores;
    amount[CPU_SHARED_ADDITIONS] = p->scale * p->shared_additions;
    amount[ARITHMETIC] = (double)pattern->multiply_adds(shape) / cores;
    if (pattern->alone) {
        wait_on_cpu(p->scale / cores / chains, p, pattern->pages, amount);
        if (chains > 1) /* lines of memory may come as fast as they can */
            amount[CPU_MEMORY_RANDOM] = amount[CPU_MEMORY_WAITS] * cores * chains;
    } else
        move_lines(p, cores, amount);
    return demand;
}

struct demand demand_if_left(const struct target_facts *facts, const struct pattern *pattern,
                             const struct shape *shape, int element_bytes,
                             const struct cpu_prediction *p)
{
    struct cpu_prediction left = *p;
    left.counts = p->left;
    return demand_on_cpu(facts, pattern, shape, element_bytes, &left);
}

struct demand demand_of_cpu_launch(const struct shape *shape)
{
    return (struct demand){.amount = {[LAUNCHES] = 1,
                                      [CPU_FIRST_STARTS] = shape->workers > 1,
                                      [CPU_STARTS] = fmax(0, (double)shape->workers - 2)}};
}

/* The model's level of that name; level_count for memory. */
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

/* Ceilings of memory and the L3 are those of all nodes together. A point on one node has its part:
 * as fast as if the memory were near. */
static void divide_among_nodes(const struct point *point, struct demand *demand)
{
    int nodes = 0;
    for (int i = 0; i < NODES_MAX; i++)
        nodes += point->target->facts.on_node[i].count > 0;
    const bool in_part = nodes > 1 && (point->cpu_node || point->memory_node);
    for (int i = 0; i < RESOURCES && in_part; i++) {
        const enum turns of = turns_base(resources[i].turns);
        if (of == MEMORY_LINES || i == CPU_MEMORY_RANDOM || (point->cpu_node && of == L3_LINES))
            demand->amount[i] *= nodes;
    }
}

/* Part of the additions that may be to a line which another core has. A core fetches some of these
 * lines ahead: with 2 cores an addition to one of 4 lines took 208 ns, of 16 37, of 256 13, and of
 * 16384 7 ns, where a handover takes 70 ns. What comes in between is not known. */
static const double moved_most = 0.01;

bool demand_is_known(const struct cpu_prediction *p)
{
    return p->moved_additions <= moved_most * p->additions;
}

static void cost_if_left(const struct point *point, const struct cpu_prediction *p,
                         struct cost *cost)
{
    cost->may_leave = true;
    cost->if_stay = cost->demand;
    cost->misses_if_stay = cost->misses[COST_LEVELS - 1];
    cost->if_left = demand_if_left(&point->target->facts, point->pattern, &point->shape,
                                   point->element_bytes, p);
    divide_among_nodes(point, &cost->if_left);
    cost->misses_if_left = p->scale * (double)p->left.levels[COST_LEVELS - 1].lines_in;
    cost->left_lines = p->left_lines;
}

static void cost_on_cpu(const struct point *point, struct cost *cost)
{
    const struct target_facts *facts = &point->target->facts;
    const struct cache_hierarchy caches = cpu_caches_of(
        facts, point->pattern, &point->shape, point->element_bytes, point->target->placing.pages);
    struct cpu_prediction p;
    if (caches.level_count == 0 || predict_cpu(point->pattern, &point->shape, point->element_bytes,
                                               &caches, &predict_brief, &p))
        return;
    cost->has_demand = demand_is_known(&p);
    cost->demand = demand_on_cpu(facts, point->pattern, &point->shape, point->element_bytes, &p);
    divide_among_nodes(point, &cost->demand);
    if (point->pattern->pair)
        return;
    for (int i = 0; i < COST_LEVELS && i < caches.level_count; i++)
        cost->misses[i] = p.scale * (double)p.counts.levels[i].lines_in;
    if (p.may_leave)
        cost_if_left(point, &p, cost);
    cost->predicted_bytes = bytes_from(&p, level_of(&p, point->level), point->element_bytes);
    cost->write_allocate_bytes =
        p.scale * (double)cache_model_traffic(&p.shape, &p.counts).write_allocate_bytes;
}

const struct cost_model cache_line_model = {.lane_threads = 1,
                                            .memory = CPU_MEMORY,
                                            .waits = CPU_MEMORY_WAITS,
                                            .cost = cost_on_cpu,
                                            .launch = demand_of_cpu_launch};

double compose_cpu_ns(const struct demand *demand, const struct ceilings *ceilings, double core_ns,
                      const char **bound)
{
    static const enum resource in_core[] = {CPU_ROWS, CPU_ROW_STORES, CPU_SINGLES, ARITHMETIC};
    struct demand rest = *demand;
    bool core_alone = true;
    for (size_t i = 0; i < sizeof in_core / sizeof *in_core; i++)
        rest.amount[in_core[i]] = 0;
    for (int i = 0; i < RESOURCES; i++)
        core_alone = core_alone && !(rest.amount[i] > 0);
    const double rest_ns = core_alone ? 0 : demand_time_ns(&rest, ceilings, bound);
    if (core_ns > rest_ns)
        *bound = core_bound;
    return compose_gpu(core_ns, rest_ns);
}
