#include "study/model/demand.h"

#include <math.h>
#include <string.h>

#define WITH(name, setting) .parameter = name, .value = setting
#define RESOURCE(name, ...) [name] = {__VA_ARGS__},
const struct resource_facts resources[RESOURCES] = {
#include "study/model/resources.def"
};

bool resource_of(enum resource resource, enum memory_model model)
{
    return resources[resource].kinds >> model & 1;
}

enum resource resource_named(const char *name, enum memory_model model)
{
    int i = 0;
    while (i < RESOURCES &&
           !(resource_of((enum resource)i, model) && strcmp(resources[i].name, name) == 0))
        i++;
    return (enum resource)i;
}

enum turns turns_base(enum turns turns)
{
    return turns == APART_LINES ? MEMORY_LINES : turns;
}

bool turns_contain(enum turns turns, enum turns other)
{
    /* all lines, or one kind */
    const enum turns first = turns == RANDOM_LINES ? L2_LINES : turns_base(turns);
    return turns != AT_ONCE && other >= first && other <= turns;
}

/* Exponents between those of two hosts of virtual machines, of medians over pairs of probes of one
 * resource that met other indices (Theil and Sen). On the one that moves CPUs onto one core, and on
 * one whose cores others use, they were: copies, reads and writes in the L2 0.8, 0.6, 0.8 and 1.3,
 * 1.2, 0.9; in the L3 0.7, 0.5, 0.6 and 1.0, 1.2, 0.9; in the L1 0.3 and 0.9, stores 0.5 and 0.9;
 * single accesses 0.3 and 0.6; memory 0.4 and 0.4; page walks 1.3 and 1.6. */
static const double in_l2 = 0.8, in_l1 = 0.6, in_memory = 0.4, of_walks = 1.4;

double cost_if_slower(enum resource resource, double slower)
{
    const enum turns turns = turns_base(resources[resource].turns);
    switch (resource) {
    case CPU_ROWS:
    case CPU_ROW_STORES:
    case CPU_SINGLES:
    case CPU_ADDITIONS:
    case ARITHMETIC:
        return pow(slower, in_l1);
    case CPU_CORE_L3:
        return pow(slower, in_l2);
    case CPU_PAGE_WALKS:
        return pow(slower, of_walks);
    case CPU_CORE_MEMORY:
    case CPU_MEMORY_RANDOM:
        return pow(slower, in_memory);
    default:
        return turns == L2_LINES || turns == L3_LINES ? pow(slower, in_l2)
               : turns == MEMORY_LINES                ? pow(slower, in_memory)
                                                      : 1;
    }
}

double demand_busy(double workers, int64_t blocks)
{
    return (double)blocks / ceil((double)blocks / workers);
}

double demand_alone_ns(const struct demand *demand, const struct ceilings *ceilings,
                       enum resource resource)
{
    const double amount = demand->amount[resource];
    return amount > 0 ? amount * ceilings->ns_each[resource] : 0;
}

static double time_of_turns(const struct demand *demand, const struct ceilings *ceilings,
                            enum turns turns)
{
    double ns = 0;
    for (int i = 0; i < RESOURCES; i++)
        ns += resources[i].turns == turns ? demand_alone_ns(demand, ceilings, i) : 0;
    return ns;
}

static enum turns turns_in(const struct demand *demand, int resource)
{
    const enum turns turns = turns_base(resources[resource].turns);
    return demand->mixed && turns == L3_LINES ? MEMORY_LINES : turns;
}

/* Its own time, plus that of all resources that are serialized with it. */
static double time_in_turn(const struct demand *demand, const struct ceilings *ceilings,
                           enum resource resource)
{
    const enum turns turns = turns_in(demand, (int)resource);
    const bool in_lines = turns >= L2_LINES && turns < RANDOM_LINES;
    double ns = 0;
    if (turns == AT_ONCE)
        return demand_alone_ns(demand, ceilings, resource);
    for (int i = 0; i < RESOURCES; i++)
        if (turns_in(demand, i) == turns || (in_lines && resources[i].turns == RANDOM_LINES))
            ns += demand_alone_ns(demand, ceilings, (enum resource)i);
    return ns;
}

/* What most of that time is for. */
static const char *bound_in_turn(const struct demand *demand, const struct ceilings *ceilings,
                                 enum resource resource, double ns)
{
    const enum turns turns = resources[resource].turns;
    const bool random = turns >= L2_LINES && turns <= RANDOM_LINES &&
                        2 * time_of_turns(demand, ceilings, RANDOM_LINES) > ns;
    return resources[random ? CPU_MEMORY_RANDOM : resource].bound;
}

/* From near to far: per unit, the farther level is no faster. Latencies may differ by a little,
 * bandwidths by more, since a byte of one level is not a byte of the next. */
static const struct chain {
    double tolerance;
    enum resource links[4];
    int count;
} chains[] = {
    {1.1, {GPU_L1_WAITS, GPU_L2_WAITS, GPU_FAR_WAITS, GPU_MEMORY_WAITS}, 4},
    {1.1, {CPU_L1_WAITS, CPU_L2_WAITS, CPU_L3_WAITS, CPU_MEMORY_WAITS}, 4},
    {1.5, {GPU_L2_READS, GPU_MEMORY}, 2},
    {1.5, {GPU_LINES, GPU_L2_LINES}, 2},
    {1.5, {CPU_ROWS, CPU_L2, CPU_CORE_MEMORY}, 3},
    {1.5, {CPU_CORE_L3, CPU_CORE_MEMORY}, 2},
    {1.5, {CPU_L3, CPU_MEMORY}, 2},
    {1.5, {CPU_L3_READS, CPU_MEMORY_READS}, 2},
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

/* The largest set of links in order. Among equally large sets, those without a near link win, since
 * a disturbance only makes times longer. */
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
    static const double peak_tolerance = 1.05;
    bool possible = true;
    memset(doubtful, 0, RESOURCES * sizeof *doubtful);
    memset(impossible, 0, RESOURCES * sizeof *impossible);
    for (int i = 0; i < CHAINS; i++)
        check_chain(&chains[i], ceilings, doubtful, impossible);
    if (peak_gbps > 0 && 1 / ceilings->ns_each[GPU_MEMORY] > peak_tolerance * peak_gbps)
        doubtful[GPU_MEMORY] = impossible[GPU_MEMORY] = true;
    for (int i = 0; i < RESOURCES; i++)
        possible = possible && !doubtful[i];
    return possible;
}

/* Each unknown ceiling is taken to be as slow as the nearest known one that is farther away. */
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

/* Earlier results lack the ceilings of some resources: the known one that contained each of them
 * takes its place, or what others contained takes no time. */
static struct ceilings with_stand_ins(const struct ceilings *ceilings)
{
    static const enum resource
        stand_ins[][2] = {{GPU_ATOMICS, GPU_L2_PARTS},
                          {GPU_FAR_WAITS, GPU_L2_WAITS},
                          {GPU_SECTOR_ADDITIONS, GPU_ADDITIONS},
                          {CPU_MEMORY_READS, CPU_MEMORY},
                          {CPU_MEMORY_WRITES, CPU_MEMORY},
                          {CPU_STREAMED, CPU_MEMORY_WRITES},
                          {CPU_L3_READS, CPU_L3},
                          {CPU_L3_WRITES, CPU_L3},
                          {CPU_L2_READS, CPU_L2},
                          {CPU_L2_WRITES, CPU_L2},
                          {CPU_LARGE_WAITS, CPU_TLB_WAITS}},
        contained[] = {GPU_CHAIN_STEPS,     GPU_ALLOCATIONS,        GPU_ADDED_BESIDE,
                       GPU_MEMORY_LINES,    LOADED_WAITS,           WRITTEN_WAITS,
                       CPU_TLB_WAITS,       CPU_TLB_SET_WAITS,      CPU_PAGE_WALKS,
                       CPU_MEMORY_STREAMS,  CPU_MEMORY_APART_READS, CPU_MEMORY_APART_WRITES,
                       CPU_CORE_L3,         CPU_FIRST_STARTS,       CPU_HANDED,
                       CPU_HANDED_IN_ORDER, CPU_ENTRY_WAITS};
    struct ceilings all = *ceilings;
    for (size_t i = 0; i < sizeof stand_ins / sizeof *stand_ins; i++)
        if (isnan(all.ns_each[stand_ins[i][0]]))
            all.ns_each[stand_ins[i][0]] = all.ns_each[stand_ins[i][1]];
    for (size_t i = 0; i < sizeof contained / sizeof *contained; i++)
        if (isnan(all.ns_each[contained[i]]))
            all.ns_each[contained[i]] = 0;
    return all;
}

/* What one core's caches and instructions take while others rest: the ceilings are measured while
 * all cores work. */
static struct demand of_lone_cores(const struct demand *demand, const struct ceilings *ceilings)
{
    static const enum resource in_core[] = {CPU_ROWS, CPU_ROW_STORES, CPU_SINGLES,  ARITHMETIC,
                                            CPU_L2,   CPU_L2_READS,   CPU_L2_WRITES};
    struct demand lone = *demand;
    const double saved = demand->lone * fmax(0, 1 - ceilings->ns_each[CPU_LONE]);
    for (size_t i = 0; saved > 0 && i < sizeof in_core / sizeof *in_core; i++)
        lone.amount[in_core[i]] *= 1 - saved;
    return lone;
}

/* The time in a level that cores share, if some of them work: each alone takes core_ns for its
 * part, all of them at least shared_ns. The more of the level is used, the more often one waits for
 * the others: the queue of Hofmann, Hager and Fey (ISC 2018), as kerncraft computes it. */
static double queued_ns(double core_ns, double shared_ns, int cores)
{
    const double part = shared_ns / cores / core_ns;
    double used = part;
    for (int n = 2; n <= cores; n++)
        used = fmin(1, n * part / (1 + used * (n - 1) * part / 2));
    return shared_ns / used;
}

/* The longer one of both shared levels; 0: no level makes some cores queue. */
static double longest_queue_ns(const struct demand *demand, const struct ceilings *ceilings)
{
    static const enum resource levels[][2] = {{CPU_CORE_L3, CPU_L3}, {CPU_CORE_MEMORY, CPU_MEMORY}};
    double longest = 0;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        const double core_ns = demand_alone_ns(demand, ceilings, levels[i][0]),
                     shared_ns = time_in_turn(demand, ceilings, levels[i][1]);
        if (core_ns > 0 && shared_ns > 0)
            longest = fmax(longest, queued_ns(core_ns, shared_ns, demand->cores));
    }
    return longest;
}

double demand_time_ns(const struct demand *asked, const struct ceilings *known, const char **bound)
{
    const struct ceilings all = with_stand_ins(known), *ceilings = &all;
    const struct ceilings most = at_most(ceilings);
    const struct demand lone = of_lone_cores(asked, known), *demand = &lone;
    double longest = 0, unknown_most = 0;
    *bound = NULL;
    for (int i = 0; i < RESOURCES; i++) {
        const double ns = demand->amount[i] > 0 ? time_in_turn(demand, ceilings, i) : 0;
        if (isnan(ns)) {
            const double most_ns = time_in_turn(demand, &most, i);
            unknown_most = isnan(most_ns) ? INFINITY : fmax(unknown_most, most_ns);
        }
        if (ns > longest || (!*bound && demand->amount[i] > 0 && ns >= 0)) {
            longest = ns;
            *bound = bound_in_turn(demand, ceilings, i, ns);
        }
    }
    if (unknown_most > longest)
        *bound = NULL;
    const double queue_ns = longest_queue_ns(demand, ceilings);
    if (*bound && queue_ns > longest)
        *bound = resources[CPU_MEMORY].bound;
    return *bound ? fmax(longest, queue_ns) : NAN;
}

bool l3_loses_lines(const struct ceilings *ceilings)
{
    return ceilings->ns_each[CPU_L3_STAYS] < STAYS_MOST_NS;
}

/* Lines fill F of the cache, others T / stays of it in a round of T: the part p = 1 - (1 - T /
 * stays) / F is lost, and T = T(stay) + p (T(left) - T(stay)). From p = 1 on, as in the first
 * round, it falls to the fixed point, if it falls. */
double demand_left_part(const struct demand *if_stay, const struct demand *if_left,
                        const struct left_lines *lines, const struct ceilings *ceilings)
{
    static const double least_filled = 1e-9;
    const char *bound;
    const double stays_ns = ceilings->ns_each[CPU_L3_STAYS];
    const double left_ns = lines->rounds * demand_time_ns(if_left, ceilings, &bound),
                 stay_ns = lines->rounds * demand_time_ns(if_stay, ceilings, &bound);
    if (!l3_loses_lines(ceilings) || isnan(left_ns))
        return 0;
    const double first_ns = isnan(stay_ns) ? left_ns : fmin(stay_ns, left_ns),
                 filled = fmax(least_filled, 1 - lines->part_free);
    const double least = 1 - (1 - first_ns / stays_ns) / filled,
                 slope = (left_ns - first_ns) / stays_ns / filled;
    return least + slope >= 1 ? 1 : slope < 1 && least > 0 ? least / (1 - slope) : 0;
}

struct demand demand_between(const struct demand *if_stay, const struct demand *if_left,
                             double part)
{
    struct demand demand = *if_stay;
    demand.mixed = part > 0 && part < 1;
    for (int i = 0; i < RESOURCES; i++)
        demand.amount[i] += part * (if_left->amount[i] - if_stay->amount[i]);
    return demand;
}

enum resource demand_missing(const struct demand *demand, const struct ceilings *known)
{
    const struct ceilings all = with_stand_ins(known), *ceilings = &all;
    const struct ceilings most = at_most(ceilings);
    const char *bound;
    int missing = RESOURCES;
    if (!isnan(demand_time_ns(demand, known, &bound)))
        return RESOURCES;
    for (int i = 0; i < RESOURCES; i++) /* first: a resource of which nothing at all is known */
        if (demand->amount[i] > 0 && isnan(ceilings->ns_each[i]) &&
            (missing == RESOURCES || (isnan(most.ns_each[i]) && !isnan(most.ns_each[missing]))))
            missing = i;
    return (enum resource)missing;
}
