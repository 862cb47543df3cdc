#include "study/model/gpu/compose_gpu.h"
#include "study/model/model.h"
#include "study/plan/walks.h"

#include <math.h>
#include <string.h>

/* Accesses of one core that wait, by the level that has the line: those of a core that makes all
 * iterations. A page walk reads its entry through the same caches: where the data is beyond the L2,
 * so is the entry (a chase over 4 MiB took 42 ns an access, over 16 MiB, beyond the TLB, 145). */
static void wait_on_cpu(double each, const struct cpu_prediction *p, double *amount)
{
    static const enum resource levels[] = {CPU_L1_WAITS, CPU_L2_WAITS, CPU_L3_WAITS};
    const int level_count = p->shape.level_count < 3 ? p->shape.level_count : 3;
    const int last = p->shape.level_count - 1;
    double beyond = p->accesses;
    amount[CPU_TLB_WAITS] = each * (double)p->counts.tlb_near_misses;
    amount[CPU_TLB_SET_WAITS] = each * (double)p->counts.tlb_conflict_misses;
    amount[CPU_PAGE_WAITS] = each * (double)p->counts.tlb_misses;
    for (int i = 0; i < level_count; i++) {
        const double missed = (double)p->counts.levels[i].unforeseen;
        amount[levels[i]] = each * (beyond - missed);
        beyond = missed;
    }
    amount[CPU_MEMORY_WAITS] = each * beyond;
    amount[CPU_MEMORY_STREAMS] = each * ((double)p->counts.levels[last].lines_in - beyond);
    if (level_count > 2)
        amount[CPU_L3_WAITS] += each * (double)p->counts.tlb_misses_far;
}

/* What moves between a level and the next one in order, in bytes: as many as a copy moves, with two
 * bytes that are stored, one to be allocated and one to be written back, for each that is loaded;
 * and the rest, loaded or stored. */
static void divide_lines(const struct cache_model_level_counts *counts, int64_t lines_out,
                         double streamed_bytes, double line_bytes, double bytes[3])
{
    const double loaded = line_bytes * (double)(counts->load_misses - counts->unforeseen +
                                                counts->unforeseen_stores),
                 stored = line_bytes * (double)(counts->store_misses - counts->unforeseen_stores +
                                                lines_out) +
                          streamed_bytes,
                 copied = fmin(loaded, stored / 2);
    bytes[0] = 3 * copied;
    bytes[1] = loaded - copied;
    bytes[2] = stored - 2 * copied;
}

/* The lines that cores load and store side by side, by the level that has them. */
static void move_lines(const struct cpu_prediction *p, double cores, double *amount)
{
    static const enum resource copies[] = {CPU_L2, CPU_L3, CPU_MEMORY},
                               random[] = {CPU_L2_RANDOM, CPU_L3_RANDOM, CPU_MEMORY_RANDOM};
    const int last = p->shape.level_count - 1;
    for (int i = 0; i <= last; i++) {
        const struct cache_model_level_counts *counts = &p->counts.levels[i];
        const int to = i == last ? 2 : i;
        if (i > 1 && i < last) /* an L4 */
            continue;
        const double each = p->scale / (to == 0 ? cores : 1),
                     streamed = i == last ? (double)p->counts.lines_streamed *
                                                p->shape.levels[0].line_bytes
                                          : 0;
        double lines[3];
        divide_lines(counts, i == last ? p->counts.lines_written_back : counts->lines_out, streamed,
                     p->shape.levels[i].line_bytes, lines);
        for (int kind = 0; kind < 3; kind++)
            amount[copies[to] + kind] = each * lines[kind];
        const int64_t farther = i == last ? 0 : counts[1].unforeseen;
        amount[random[to]] = each * (double)(counts->unforeseen - farther);
    }
    amount[CPU_PAGE_WALKS] = p->scale / cores * (double)p->counts.tlb_misses;
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
    amount[CPU_CORE_MEMORY] = predict_memory_bytes(p) / cores;
    amount[CPU_ROWS] = row_bytes * (p->row_loads + p->row_stores);
    amount[CPU_ROW_STORES] = row_bytes * p->row_stores;
    amount[CPU_SINGLES] = p->scale * p->singles / cores;
    amount[CPU_ADDITIONS] = p->scale * p->additions / cores;
    amount[CPU_SHARED_ADDITIONS] = p->scale * p->shared_additions;
    amount[ARITHMETIC] = (double)pattern->multiply_adds(shape) / cores;
    if (pattern->alone)
        wait_on_cpu(p->scale / cores / chains, p, amount);
    else
        move_lines(p, cores, amount);
    return demand;
}

struct demand demand_of_cpu_launch(const struct shape *shape)
{
    return (struct demand){.amount = {[LAUNCHES] = 1, [CPU_STARTS] = (double)shape->workers}};
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
    for (int i = 0; i < RESOURCES; i++)
        if (in_part &&
            (resources[i].turns == MEMORY_LINES || i == CPU_MEMORY_RANDOM ||
             (point->cpu_node && (resources[i].turns == L3_LINES || i == CPU_L3_RANDOM))))
            demand->amount[i] *= nodes;
}

/* Part of the additions that may be to a line which another core has. A core fetches some of these
 * lines ahead: with 2 cores an addition to one of 4 lines took 208 ns, of 16 37, of 256 13, and of
 * 16384 7 ns, where a handover takes 70 ns. What comes in between is not known. */
static const double moved_most = 0.01;

bool demand_is_known(const struct cpu_prediction *p)
{
    return p->moved_additions <= moved_most * p->additions;
}

/* What one entry of a TLB covers, in bytes, with these --pages. */
static int64_t page_bytes_with(const char *pages, int64_t usual)
{
    if (!pages || strcmp(pages, "4k") == 0)
        return usual;
    return INT64_C(1) << (strcmp(pages, "1g") == 0 ? 30 : 21);
}

static void cost_on_cpu(const struct point *point, struct cost *cost)
{
    const struct target_facts *facts = &point->target->facts;
    struct cache_level levels[CACHE_LEVELS_MAX];
    memcpy(levels, facts->caches, sizeof levels);
    for (int i = 0; i < facts->cache_levels && point->pattern->alone; i++)
        levels[i].share = 0; /* a worker that is alone has what its siblings leave */
    struct cache_hierarchy caches =
        cache_model_of(levels, facts->cache_levels, (int)point->shape.workers);
    caches.tlb.page_bytes = page_bytes_with(point->target->placing.pages, caches.tlb.page_bytes);
    caches.frame_bytes = caches.tlb.page_bytes;
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
