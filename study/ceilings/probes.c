#include "study/ceilings/ceilings.h"

#include "study/model/model.h"

#include <string.h>

/* A prime: with this stride the loop reaches all points, dissimilar ones first. */
enum { SPREAD = 7919 };

/* If that many points in a row need nothing new, the rest is left: what a late point needs is
 * probed when its turn comes. */
enum { IDLE_MOST = 100 };

/* A random cycle over FAR_ENOUGH times a cache still hits it in one of FAR_ENOUGH accesses, which
 * the model knows. One over more would leave the TLB, too, and lines that are used so seldom leave
 * an L3 that others use: over 8 MiB the same L3 took 82 or 157 ns, over 4 MiB 76. */
enum { FAR_ENOUGH = 2 };

/* Second-level TLBs have 1536 to 3072 entries. */
enum { MANY_PAGES_EACH = 4096 };

/* What a probe's arrays have at most, times the memory that a copy needs to leave the last cache.
 * As many elements as a copy has, 32 apart, lie in 16 times that memory, which took a machine of
 * 24 GB a minute to fill. */
enum { MEMORY_TIMES_MOST = 2 };

/* The probe's level, or the next one if its workers do not keep that level's lines. */
static const struct cache_level *probe_level(const struct target_facts *facts,
                                             const struct probe *probe)
{
    int level = probe->level;
    while (level < facts->cache_levels - 1 && facts->caches[level].size_bytes == 0)
        level++;
    return &facts->caches[level];
}

/* A chase through it leaves the last cache although it fits, and the entries of its pages do not
 * leave the L2: an access to a node takes the latency of memory alone. As a random cycle has a node
 * each two lines, it comes back to one long after the lines are gone, even as fast as in the cache.
 */
static int64_t footprint_left(const struct target *target)
{
    enum { TIMES_L2 = 16, NODE_BYTES = 128 };
    static const double node_least_ns = 20;
    const struct target_facts *facts = &target->facts;
    const double stays_ns = facts->l3_stays_ns;
    if (!(stays_ns > 0) || stays_ns >= STAYS_MOST_NS || facts->cache_levels < 3)
        return memory_footprint(target);
    int64_t bytes = TIMES_L2 * facts->caches[1].one_bytes;
    while ((double)bytes < stays_ns / node_least_ns * NODE_BYTES)
        bytes *= 2;
    return bytes < memory_footprint(target) ? bytes : memory_footprint(target);
}

static int64_t probe_footprint(const struct target *target, const struct probe *probe)
{
    if (probe->place == IN_MEMORY || probe->place == LONG_WORK)
        return memory_footprint(target);
    if (probe->place == LEFT_CACHE)
        return footprint_left(target);
    if (probe->place == MANY_PAGES)
        return (int64_t)target->facts.launch.workers * MANY_PAGES_EACH * 2 * 4;
    const struct cache_level *level = probe_level(&target->facts, probe);
    const bool alone = pattern_find(probe->pattern)->alone;
    const int64_t reported = alone ? level->one_bytes : level->size_bytes,
                  bytes = alone ? reported : cache_usable(level, reported);
    if (probe->place == ONE_ARRAY)
        return bytes / 2 * 3;
    if (probe->place == EIGHTH_LEVEL)
        return bytes / 8;
    if (probe->place == LITTLE_LEVEL || probe->place == LEFT_IDLE)
        return probe->level > 0 ? FAR_ENOUGH * level[-1].one_bytes : bytes / 64;
    /* No more than is sure to miss the level before: filling a large last level takes long. */
    const int64_t before = probe->level > 0 && !alone ? 8 * level[-1].size_bytes : bytes;
    return before < bytes / 2 ? before : bytes / 2;
}

/* The first worker that is so far from the next one; -1: no two workers are. */
static int first_apart(const struct target_facts *facts, int64_t distance)
{
    for (int i = 0; i + 1 < facts->launch.workers && i < CORES_MAX; i++)
        if (facts->to_next[i] == distance)
            return i;
    return -1;
}

bool probe_fits(enum resource resource, const struct target *target)
{
    const struct probe *probe = &resources[resource].probe;
    if (!resource_of(resource, target->ops->model) ||
        (probe->place == TWO_CORES && target->facts.launch.workers < 2) ||
        (probe->place == APART && first_apart(&target->facts, probe->value) < 0))
        return false;
    return probe->place == IN_MEMORY || probe->level < target->facts.cache_levels;
}

/* The power of two that is more than half of the last cache and fits into it: a chase's bytes. */
static int64_t far_half_of(const struct target_facts *facts)
{
    const int64_t bytes = facts->caches[facts->cache_levels - 1].size_bytes;
    int64_t half = 1;
    while (half <= bytes / 2)
        half *= 2;
    return half;
}

int probe_point(enum resource resource, struct target *target, struct point *point)
{
    const struct probe *probe = &resources[resource].probe;
    int64_t footprint = probe_footprint(target, probe);
    struct shape first = {0};
    struct point_request request = {
        .target = target,
        .pattern = pattern_find(probe->pattern),
        .element_bytes = probe->element_bytes ? probe->element_bytes : 4,
        .parameter = probe->parameter,
        .value = probe->value,
    };
    if (probe->value == ALL_ELEMENTS) {
        request.value = 1;
        while (2 * request.value <= footprint / 2 / request.element_bytes)
            request.value *= 2;
    } else if (probe->place == FAR_HALF) {
        request.parameter = "footprint";
        request.value = footprint = far_half_of(&target->facts);
    } else if (probe->place == APART) {
        first.value[0] = first_apart(&target->facts, probe->value);
        request.set = &first;
        request.is_set = 1;
        request.parameter = "second";
        request.value = first.value[0] + 1;
    }
    const int status = plan_probe(&request, footprint, point);
    const double most = MEMORY_TIMES_MOST * (double)footprint;
    if (status || probe->place != IN_MEMORY || target->ops->side != SIDE_CPU ||
        (double)point->footprint_bytes <= most)
        return status;
    return plan_probe(&request,
                      (int64_t)(most / (double)point->footprint_bytes * (double)footprint), point);
}

/* How much of a cache the workers have, and how long. */
static bool is_of_capacity(enum resource resource)
{
    const enum place place = resources[resource].probe.place;
    return place == END_OF_LEVEL || place == LEFT_IDLE;
}

static void demand_needs(const struct demand *demand, bool needed[RESOURCES])
{
    for (int i = 0; i < RESOURCES; i++)
        if (is_of_capacity((enum resource)i) &&
            (demand->amount[CPU_ROWS] > 0 || demand->amount[CPU_SINGLES] > 0))
            needed[i] = true;
    static const enum resource for_memory[] = {GPU_COPIES, GPU_COPY_WAITS, GPU_OVERLAP, GPU_ROUNDS,
                                               GPU_MEMORY_ROUNDS};
    for (size_t i = 0; i < sizeof for_memory / sizeof *for_memory; i++)
        needed[for_memory[i]] = needed[for_memory[i]] || demand->amount[GPU_MEMORY] > 0;
    for (int i = 0; i < RESOURCES; i++)
        needed[i] = needed[i] || demand->amount[i] > 0;
    needed[CPU_LONE] = needed[CPU_LONE] || demand->lone > 0;
    needed[CPU_L3_STAYS] =
        needed[CPU_L3_STAYS] || needed[CPU_MEMORY_WAITS]; /* where to measure it */
    needed[CPU_ROWS] = needed[CPU_ROWS] || needed[CPU_LONE];
    needed[CPU_TLB_WAITS] = needed[CPU_TLB_WAITS] || needed[CPU_LARGE_WAITS];
}

/* A line of memory takes one core less time than that. */
static const double line_most_ns = 50;

void cost_needs(const struct cost *cost, const struct ceilings *known, bool needed[RESOURCES])
{
    demand_needs(&cost->demand, needed);
    if (!cost->may_leave)
        return;
    needed[CPU_L3_STAYS] = true;
    const double round_ns = cost->left_lines.rounds * cost->misses_if_left * line_most_ns;
    if (l3_loses_lines(known) &&
        round_ns > cost->left_lines.part_free * known->ns_each[CPU_L3_STAYS])
        demand_needs(&cost->if_left, needed);
}

int probes_contained(struct target *target, bool needed[RESOURCES])
{
    struct point point;
    struct demand demand;
    int status = 0;
    for (int i = RESOURCES - 1; i >= 0 && !status; i--) {
        const enum turns turns = resources[i].turns;
        if (!probe_fits((enum resource)i, target) || !needed[i] || turns == AT_ONCE)
            continue;
        status = probe_point((enum resource)i, target, &point);
        if (status || !point.kernel || !cost_demand(&point, &demand))
            continue;
        for (int j = 0; j < RESOURCES; j++)
            needed[j] =
                needed[j] || (turns_contain(turns, resources[j].turns) && demand.amount[j] > 0);
    }
    return status;
}

static bool needs_capacity(const bool *needed)
{
    for (int i = 0; i < RESOURCES; i++)
        if (needed[i] && is_of_capacity((enum resource)i))
            return true;
    return false;
}

int probes_needed(struct target *target, const struct rest *rest, bool capacities_alone,
                  bool needed[RESOURCES])
{
    const struct plan *plan = rest->plan;
    const int step = plan->count % SPREAD ? SPREAD : 1;
    bool of_points[RESOURCES] = {false}, before[RESOURCES] = {false};
    const struct ceilings nothing = ceilings_unknown();
    for (int i = 0, idle = 0; i < plan->count && idle < IDLE_MOST; i++) {
        const struct point *point = &plan->points[(int64_t)i * step % plan->count];
        if (point->target != target || (rest->is_done && rest->is_done(rest->with, point)))
            continue;
        const struct cost cost = cost_of(point);
        if (!cost.has_demand)
            continue;
        cost_needs(&cost, &nothing, of_points);
        idle = memcmp(of_points, before, sizeof before) == 0 ? idle + 1 : 0;
        memcpy(before, of_points, sizeof before);
        if (capacities_alone && needs_capacity(of_points))
            break;
    }
    for (int i = 0; i < RESOURCES; i++)
        needed[i] |= of_points[i] && (!capacities_alone || is_of_capacity((enum resource)i));
    return capacities_alone ? 0 : probes_contained(target, needed);
}
