#include "study/model/demand.h"

#include "patterns/libgomp.h"
#include "study/model/gpu/traffic.h"
#include "study/model/walks.h"

#include <math.h>
#include <string.h>

enum { CELL_BYTES = 4, SLICE_BYTES = 512 };

const struct resource_facts resources[RESOURCES] = {
    [GPU_MEMORY] = {.name = "memory", .bound = "sectors", .unit = "GB/s"},
    [GPU_L2_READS] = {.name = "L2 reads", .bound = "sectors", .unit = "GB/s", .turns = L2_ACCESSES},
    [GPU_L2_WRITES] = {.name = "L2 writes",
                       .bound = "sectors",
                       .unit = "GB/s",
                       .turns = L2_ACCESSES},
    [GPU_L2_PARTS] = {.name = "L2 sectors in part", .bound = "sectors", .unit = "G/s"},
    [GPU_L2_LINES] = {.name = "L2 lines", .bound = "lines", .unit = "G/s"},
    [GPU_LINES] = {.name = "L1 lines", .bound = "lines", .unit = "G/s"},
    [GPU_REQUESTS] = {.name = "requests", .bound = "requests", .unit = "G/s"},
    [GPU_BANK_TURNS] = {.name = "bank turns", .bound = "banks", .unit = "G/s"},
    [GPU_TILE_REQUESTS] = {.name = "tile requests", .bound = "requests", .unit = "G/s"},
    [GPU_ADDITIONS] = {.name = "additions to one element", .bound = "atomics", .unit = "G/s"},
    [GPU_ROUNDS] = {.name = "rounds of a warp", .bound = "latency", .unit = "ns", .turns = WAITS},
    [GPU_WARP_LINES] = {.name = "lines of one warp",
                        .bound = "lines",
                        .unit = "ns",
                        .turns = WAITS},
    [GPU_TILE_ROUNDS] = {.name = "rounds through the tile",
                         .bound = "latency",
                         .unit = "ns",
                         .turns = WAITS},
    [GPU_MEMORY_ROUNDS] = {.name = "rounds to memory",
                           .bound = "latency",
                           .unit = "ns",
                           .turns = WAITS},
    [GPU_L1_WAITS] = {.name = "L1 latency", .bound = "latency", .unit = "ns", .turns = WAITS},
    [GPU_L2_WAITS] = {.name = "L2 latency", .bound = "latency", .unit = "ns", .turns = WAITS},
    [GPU_MEMORY_WAITS] = {.name = "memory latency",
                          .bound = "latency",
                          .unit = "ns",
                          .turns = WAITS},
    [GPU_STACKS] = {.name = "stacks of a warp",
                    .bound = "launch",
                    .unit = "ns",
                    .turns = LAUNCHING},
    [CPU_MEMORY] = {.name = "memory", .bound = "lines", .unit = "GB/s"},
    [CPU_CORE_MEMORY] = {.name = "memory of one core", .bound = "lines", .unit = "GB/s"},
    [CPU_L3] = {.name = "L3", .bound = "lines", .unit = "GB/s"},
    [CPU_L2] = {.name = "L2 of one core", .bound = "lines", .unit = "GB/s"},
    [CPU_ROWS] = {.name = "L1 of one core", .bound = "accesses", .unit = "GB/s"},
    [CPU_ROW_STORES] = {.name = "L1 stores of one core", .bound = "accesses", .unit = "GB/s"},
    [CPU_SINGLES] = {.name = "single accesses of one core", .bound = "accesses", .unit = "G/s"},
    [CPU_L1_WAITS] = {.name = "L1 latency", .bound = "latency", .unit = "ns", .turns = WAITS},
    [CPU_L2_WAITS] = {.name = "L2 latency", .bound = "latency", .unit = "ns", .turns = WAITS},
    [CPU_L3_WAITS] = {.name = "L3 latency", .bound = "latency", .unit = "ns", .turns = WAITS},
    [CPU_PAGE_WAITS] = {.name = "page walk", .bound = "latency", .unit = "ns", .turns = WAITS},
    [CPU_MEMORY_WAITS] = {.name = "memory latency",
                          .bound = "latency",
                          .unit = "ns",
                          .turns = WAITS},
    [CPU_OVERLAP] = {.name = "waits at once", .bound = "latency", .unit = "ns/ns", .turns = WAITS},
    [ARITHMETIC] = {.name = "multiply-adds of one", .bound = "arithmetic", .unit = "G/s"},
    [LAUNCHES] = {.name = "launch", .bound = "launch", .unit = "ns", .turns = LAUNCHING},
    [STARTS] = {.name = "start of a worker", .bound = "launch", .unit = "ns", .turns = LAUNCHING},
};

/* Of so many workers or multiprocessors, how many are busy on average while the one that has the
 * most blocks works: with few blocks the load is imbalanced. */
static double busy(double workers, int64_t blocks)
{
    return (double)blocks / ceil((double)blocks / workers);
}

/* One lane's accesses: where what it goes through lives decides which level each one goes to. */
static void wait_on_gpu(const struct gpu_prediction *p, double *amount)
{
    const double waits = (double)p->blocks, in_l1 = 1 - p->l2_read_sectors / p->loads.sectors;
    amount[GPU_L1_WAITS] = waits * in_l1;
    amount[GPU_L2_WAITS] = waits * (1 - in_l1) * (1 - p->memory_share);
    amount[GPU_MEMORY_WAITS] = waits * (1 - in_l1) * p->memory_share;
}

/* How many slices of the L2 work on the cells of an atomic pattern: addresses are distributed to
 * them in pieces (study contention: on an H200 as many additions at once as there are pieces of 512
 * bytes).
 */
static double slices_of(const struct pattern *pattern, const struct shape *shape)
{
    const double bytes = CELL_BYTES * (double)pattern->out_length(shape);
    return bytes > SLICE_BYTES ? bytes / SLICE_BYTES : 1;
}

struct demand demand_on_gpu(const struct pattern *pattern, const struct shape *shape,
                            const struct gpu_caches *caches, const struct gpu_prediction *p)
{
    struct demand demand = {.overlaps = false};
    double *amount = demand.amount;
    if (pattern->alone) {
        wait_on_gpu(p, amount);
        return demand;
    }
    /* Blocks that a warp makes, one after another. */
    const double rounds = ceil((double)p->blocks / (double)shape->workers);
    amount[GPU_MEMORY] = p->memory_share * (p->read_units_bytes + p->write_bytes);
    amount[GPU_L2_READS] = SECTOR_BYTES * p->l2_read_sectors;
    amount[GPU_L2_WRITES] = SECTOR_BYTES * p->whole_stores;
    amount[GPU_L2_PARTS] = p->partial_stores;
    amount[GPU_L2_LINES] = p->l2_read_lines;
    amount[GPU_LINES] = p->loads.lines;
    amount[GPU_REQUESTS] = p->loads.requests + p->stores.requests;
    amount[GPU_BANK_TURNS] = p->tile_turns;
    amount[GPU_TILE_REQUESTS] = p->tile_requests;
    amount[GPU_ADDITIONS] = p->added_in_turn / slices_of(pattern, shape);
    amount[GPU_ROUNDS] = amount[GPU_REQUESTS] > 0 ? rounds : 0;
    amount[GPU_WARP_LINES] = rounds * (p->loads.lines - p->loads.requests) / (double)p->blocks;
    amount[GPU_TILE_ROUNDS] = p->tile_requests > 0 ? amount[GPU_ROUNDS] : 0;
    amount[GPU_MEMORY_ROUNDS] = amount[GPU_ROUNDS] * p->memory_share;
    amount[ARITHMETIC] =
        (double)pattern->multiply_adds(shape) / busy(caches->multiprocessors, p->blocks);
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
    amount[CPU_PAGE_WAITS] = each * (double)p->counts.tlb_misses;
    for (int i = 0; i < level_count; i++) {
        const double missed = (double)p->counts.levels[i].unforeseen;
        if (i > 0 || pattern->alone)
            amount[levels[i]] = each * (beyond - missed);
        beyond = missed;
    }
    amount[CPU_MEMORY_WAITS] = each * beyond;
}

struct demand demand_on_cpu(const struct pattern *pattern, const struct shape *shape,
                            int element_bytes, const struct cpu_prediction *p)
{
    struct demand demand = {.overlaps = !pattern->alone};
    double *amount = demand.amount;
    const double cores = busy((double)walk_workers(pattern, shape), p->blocks);
    const double chains = pattern->alone ? p->accesses / (double)p->walked : 1;
    const double row_bytes = p->scale * element_bytes / cores;
    amount[CPU_MEMORY] = predict_memory_bytes(p);
    amount[CPU_CORE_MEMORY] = amount[CPU_MEMORY] / cores;
    amount[CPU_L3] = p->shape.level_count > 2 ? predict_level_bytes(p, 1) : 0;
    amount[CPU_L2] = p->shape.level_count > 1 ? predict_level_bytes(p, 0) / cores : 0;
    amount[CPU_ROWS] = row_bytes * (p->row_loads + p->row_stores);
    amount[CPU_ROW_STORES] = row_bytes * p->row_stores;
    amount[CPU_SINGLES] = p->scale * p->singles / cores;
    amount[ARITHMETIC] = (double)pattern->multiply_adds(shape) / cores;
    wait_on_cpu(pattern, p->scale / cores / chains, p, amount);
    return demand;
}

struct demand demand_of_launch(const struct shape *shape, bool on_gpu)
{
    const bool anew = on_gpu && shape->workers > STACKS_KEPT_BYTES / WARP_STACK_BYTES;
    const double workers = (double)shape->workers;
    return (struct demand){
        .amount = {[LAUNCHES] = 1, [STARTS] = workers, [GPU_STACKS] = anew ? workers : 0}};
}

double demand_alone_ns(const struct demand *demand, const struct ceilings *ceilings,
                       enum resource resource)
{
    const bool overlaps = demand->overlaps && resources[resource].turns == WAITS;
    const double amount = demand->amount[resource];
    if (!(amount > 0))
        return 0;
    return amount * ceilings->ns_each[resource] * (overlaps ? ceilings->ns_each[CPU_OVERLAP] : 1);
}

/* Its own, and that of all that it takes turns with. */
static double time_in_turn(const struct demand *demand, const struct ceilings *ceilings,
                           enum resource resource)
{
    const enum turns turns = resources[resource].turns;
    double ns = 0;
    if (turns == AT_ONCE)
        return demand_alone_ns(demand, ceilings, resource);
    for (int i = 0; i < RESOURCES; i++)
        ns += resources[i].turns == turns ? demand_alone_ns(demand, ceilings, i) : 0;
    return ns;
}

/* From near to far: what is farther is no faster, by unit. Waits may differ by a little, bandwidths
 * by more, since a level's bytes are not those of the next. */
static const struct chain {
    double tolerance;
    enum resource links[4];
    int count;
} chains[] = {
    {1.1, {GPU_L1_WAITS, GPU_L2_WAITS, GPU_MEMORY_WAITS}, 3},
    {1.1, {CPU_L1_WAITS, CPU_L2_WAITS, CPU_L3_WAITS, CPU_MEMORY_WAITS}, 4},
    {1.5, {GPU_L2_READS, GPU_MEMORY}, 2},
    {1.5, {GPU_LINES, GPU_L2_LINES}, 2},
    {1.5, {CPU_ROWS, CPU_L2, CPU_CORE_MEMORY}, 3},
    {1.5, {CPU_L3, CPU_MEMORY}, 2},
};
enum { CHAINS = sizeof chains / sizeof *chains };

static bool in_order(const struct chain *chain, const struct ceilings *ceilings, unsigned kept)
{
    double nearest_ns = 0;
    for (int i = 0; i < chain->count; i++) {
        const double ns = ceilings->ns_each[chain->links[i]];
        if (!(kept >> i & 1) || isnan(ns))
            continue;
        if (nearest_ns > chain->tolerance * ns)
            return false;
        nearest_ns = fmax(nearest_ns, ns);
    }
    return true;
}

/* The most links that are in order: of equally many those that leave out a near one, since a
 * disturbance makes times longer. */
static unsigned most_in_order(const struct chain *chain, const struct ceilings *ceilings)
{
    unsigned best = 0;
    for (unsigned kept = 0; kept < 1U << chain->count; kept++)
        if (in_order(chain, ceilings, kept) && __builtin_popcount(kept) >= __builtin_popcount(best))
            best = kept;
    return best;
}

static void check_chain(const struct chain *chain, const struct ceilings *ceilings, bool *doubtful,
                        bool *impossible)
{
    const unsigned kept = most_in_order(chain, ceilings);
    const bool all = in_order(chain, ceilings, (1U << chain->count) - 1);
    for (int i = 0; i < chain->count; i++)
        if (!all && !isnan(ceilings->ns_each[chain->links[i]])) {
            doubtful[chain->links[i]] = true;
            impossible[chain->links[i]] = impossible[chain->links[i]] || !(kept >> i & 1);
        }
}

bool ceilings_possible(const struct ceilings *ceilings, double peak_gbps, bool doubtful[RESOURCES],
                       bool impossible[RESOURCES])
{
    static const double peak_tolerance = 1.05, overlap_most = 1.1;
    bool possible = true;
    memset(doubtful, 0, RESOURCES * sizeof *doubtful);
    memset(impossible, 0, RESOURCES * sizeof *impossible);
    for (int i = 0; i < CHAINS; i++)
        check_chain(&chains[i], ceilings, doubtful, impossible);
    if (peak_gbps > 0 && 1 / ceilings->ns_each[GPU_MEMORY] > peak_tolerance * peak_gbps)
        doubtful[GPU_MEMORY] = impossible[GPU_MEMORY] = true;
    if (ceilings->ns_each[CPU_OVERLAP] > overlap_most)
        doubtful[CPU_OVERLAP] = impossible[CPU_OVERLAP] = true;
    for (int i = 0; i < RESOURCES; i++)
        possible = possible && !doubtful[i];
    return possible;
}

/* Each unknown one as slow as the nearest known one that is farther away. */
static struct ceilings at_most(const struct ceilings *ceilings)
{
    struct ceilings most = *ceilings;
    for (int c = 0; c < CHAINS; c++)
        for (int i = chains[c].count - 2; i >= 0; i--) {
            double *ns = &most.ns_each[chains[c].links[i]];
            *ns = isnan(*ns) ? chains[c].tolerance * most.ns_each[chains[c].links[i + 1]] : *ns;
        }
    return most;
}

double demand_time_ns(const struct demand *demand, const struct ceilings *ceilings,
                      const char **bound)
{
    const struct ceilings most = at_most(ceilings);
    double longest = 0, unknown_most = 0;
    *bound = NULL;
    for (int i = 0; i < RESOURCES; i++) {
        const double ns = demand->amount[i] > 0 ? time_in_turn(demand, ceilings, i) : 0;
        if (isnan(ns)) {
            const double most_ns = time_in_turn(demand, &most, i);
            unknown_most = isnan(most_ns) ? INFINITY : fmax(unknown_most, most_ns);
        }
        if (ns > longest) {
            longest = ns;
            *bound = resources[i].bound;
        }
    }
    if (unknown_most > longest)
        *bound = NULL;
    return *bound ? longest : NAN;
}

static bool asks_for(const struct demand *demand, int resource)
{
    if (demand->amount[resource] > 0)
        return true;
    bool waits = false;
    for (int i = 0; i < RESOURCES && resource == CPU_OVERLAP; i++)
        waits = waits || (resources[i].turns == WAITS && demand->amount[i] > 0);
    return demand->overlaps && waits;
}

enum resource demand_missing(const struct demand *demand, const struct ceilings *ceilings)
{
    const struct ceilings most = at_most(ceilings);
    const char *bound;
    int missing = RESOURCES;
    if (!isnan(demand_time_ns(demand, ceilings, &bound)))
        return RESOURCES;
    for (int i = 0; i < RESOURCES; i++) /* first of all one of which nothing at all is known */
        if (asks_for(demand, i) && isnan(ceilings->ns_each[i]) &&
            (missing == RESOURCES || (isnan(most.ns_each[i]) && !isnan(most.ns_each[missing]))))
            missing = i;
    return (enum resource)missing;
}
