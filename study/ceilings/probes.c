#include "study/ceilings/probes.h"

#include "study/model/cost.h"

enum {
    STACKS_KEPT_THREADS = 4, /* from launch to launch, of so many on each of 256 multiprocessors */
    SPREAD = 7919 /* a prime: steps of so many points see all of them, unlike ones first */
};

#define PROBE(what, name, ...)                         \
    {                                                  \
        .resource = what, .pattern = name, __VA_ARGS__ \
    }
#define GPU_PROBE(what, name, ...)    PROBE(GPU_##what, name, .gpu = true, __VA_ARGS__)
#define CPU_PROBE(what, name, ...)    PROBE(CPU_##what, name, .cpu = true, __VA_ARGS__)
#define EITHER_PROBE(what, name, ...) PROBE(what, name, .gpu = true, .cpu = true, __VA_ARGS__)
#define WITH(name, setting)           .parameter = name, .value = setting

/* In the order of measuring: of waits, those that the next ones contain come first. */
const struct probe probes[] = {
    GPU_PROBE(MEMORY, "copy", .place = IN_MEMORY),
    GPU_PROBE(L2_READS, "sum", .place = WHOLE_LEVEL),
    GPU_PROBE(L2_WRITES, "copy", .place = HALF_LEVEL),
    GPU_PROBE(L2_PARTS, "transpose_read_rows", .place = HALF_LEVEL, WITH("edge", 1024)),
    GPU_PROBE(L2_LINES, "table", .place = HALF_LEVEL, WITH("entries", 1 << 20)),
    GPU_PROBE(LINES, "table", .place = HALF_LEVEL, WITH("entries", 1 << 12)),
    GPU_PROBE(REQUESTS, "copy", .place = HALF_LEVEL, .element_bytes = 1),
    GPU_PROBE(BANK_TURNS, "banks", .place = LONG_WORK, WITH("stride", 32)),
    GPU_PROBE(TILE_REQUESTS, "banks", .place = LONG_WORK, WITH("stride", 1)),
    GPU_PROBE(ADDITIONS, "contention", .place = HALF_LEVEL, WITH("cells", 1)),
    GPU_PROBE(ROUNDS, "copy", .place = LITTLE_LEVEL),
    GPU_PROBE(WARP_LINES, "matrix_columns_padded", .place = HALF_LEVEL, WITH("edge", 512)),
    GPU_PROBE(TILE_ROUNDS, "reverse_tile", .place = LITTLE_LEVEL),
    GPU_PROBE(MEMORY_ROUNDS, "grid", .place = IN_MEMORY, WITH("threads", 1)),
    GPU_PROBE(L1_WAITS, "chase", .place = HALF_LEVEL, WITH("footprint", 1 << 14)),
    GPU_PROBE(L2_WAITS, "chase", .place = HALF_LEVEL, WITH("footprint", 1 << 22)),
    GPU_PROBE(MEMORY_WAITS, "chase", .place = IN_MEMORY),
    CPU_PROBE(MEMORY, "copy", .place = IN_MEMORY),
    CPU_PROBE(CORE_MEMORY, "grid", .place = IN_MEMORY, WITH("threads", 1)),
    CPU_PROBE(L3, "copy", .level = 2, .place = HALF_LEVEL),
    CPU_PROBE(L2, "copy", .level = 1, .place = HALF_LEVEL),
    CPU_PROBE(ROWS, "copy", .place = HALF_LEVEL),
    CPU_PROBE(ROW_STORES, "clear", .place = HALF_LEVEL),
    CPU_PROBE(SINGLES, "stride", .place = EIGHTH_LEVEL, WITH("stride", 2)),
    CPU_PROBE(L1_WAITS, "chase", .place = HALF_LEVEL),
    CPU_PROBE(L2_WAITS, "chase", .level = 1, .place = HALF_LEVEL),
    CPU_PROBE(PAGE_WAITS, "pages_small", .place = HALF_LEVEL, WITH("pages", 4096)),
    CPU_PROBE(L3_WAITS, "chase", .level = 2, .place = LITTLE_LEVEL),
    CPU_PROBE(MEMORY_WAITS, "chase", .place = IN_MEMORY),
    CPU_PROBE(OVERLAP, "chase", .place = IN_MEMORY, WITH("chains", 16)),
    EITHER_PROBE(ARITHMETIC, "intensity", .place = HALF_LEVEL, WITH("iterations", 512)),
    EITHER_PROBE(LAUNCHES, "launch", .place = HALF_LEVEL, WITH("threads", 1)),
    PROBE(STARTS, "launch", .cpu = true, .place = HALF_LEVEL),
    PROBE(STARTS, "launch", .gpu = true, .place = HALF_LEVEL, WITH("threads", STACKS_KEPT_THREADS)),
    GPU_PROBE(STACKS, "launch", .place = HALF_LEVEL),
};
const int probe_count = sizeof probes / sizeof *probes;

static int64_t probe_footprint(const struct target *target, const struct probe *probe)
{
    const struct cache_level *levels = target->facts.caches;
    if (probe->place == IN_MEMORY || probe->place == LONG_WORK)
        return memory_footprint(target);
    const int last = target->facts.cache_levels - 1;
    const struct cache_level *level = &levels[target->facts.host_memory ? probe->level : last];
    const bool alone = pattern_find(probe->pattern)->alone;
    const int64_t bytes = alone ? level->one_bytes : level->size_bytes;
    if (probe->place == WHOLE_LEVEL)
        return bytes;
    if (probe->place == EIGHTH_LEVEL)
        return bytes / 8;
    if (probe->place == LITTLE_LEVEL)
        return probe->level > 0 ? level[-1].one_bytes / 2 * 5 : bytes / 64;
    /* Not more than is sure to be beyond the level before: a large last level takes its time. */
    const int64_t before = probe->level > 0 && !alone ? 8 * level[-1].size_bytes : bytes;
    return before < bytes / 2 ? before : bytes / 2;
}

bool probe_fits(const struct probe *probe, const struct target *target)
{
    if (!(target->facts.host_memory ? probe->cpu : probe->gpu))
        return false;
    return probe->place == IN_MEMORY || probe->level < target->facts.cache_levels;
}

int probe_point(const struct probe *probe, struct target *target, struct point *point)
{
    return plan_probe(target, pattern_find(probe->pattern),
                      probe->element_bytes ? probe->element_bytes : 4,
                      probe_footprint(target, probe), probe->parameter, probe->value, point);
}

static void need_of(const struct demand *demand, bool *needed)
{
    for (int i = 0; i < RESOURCES; i++) {
        needed[i] = needed[i] || demand->amount[i] > 0;
        if (demand->overlaps && resources[i].turns == WAITS && demand->amount[i] > 0)
            needed[CPU_OVERLAP] = true;
    }
}

static bool all_needed(const struct target *target, const bool *needed)
{
    for (int i = 0; i < probe_count; i++)
        if (probe_fits(&probes[i], target) && !needed[probes[i].resource])
            return false;
    return true;
}

/* What a probe's own pass waits for besides has to be known to be taken off. */
static int need_for_probes(struct target *target, bool *needed)
{
    struct point point;
    struct demand demand;
    int status = 0;
    for (int i = probe_count - 1; i >= 0 && !status; i--) {
        const enum turns turns = resources[probes[i].resource].turns;
        if (!probe_fits(&probes[i], target) || !needed[probes[i].resource] || turns == AT_ONCE)
            continue;
        status = probe_point(&probes[i], target, &point);
        if (status || !point.kernel || !cost_demand(&point, &demand))
            continue;
        for (int j = 0; j < RESOURCES; j++)
            needed[j] = needed[j] || (resources[j].turns == turns && demand.amount[j] > 0);
    }
    return status;
}

int probes_needed(struct target *target, const struct plan *plan,
                  bool (*is_done)(const void *with, const struct point *point), const void *with,
                  bool needed[RESOURCES])
{
    struct demand demand;
    const int step = plan->count % SPREAD ? SPREAD : 1;
    for (int i = 0; i < RESOURCES; i++)
        needed[i] = false;
    for (int i = 0; i < plan->count && !all_needed(target, needed); i++) {
        const struct point *point = &plan->points[(int64_t)i * step % plan->count];
        if (point->target == target && !is_done(with, point) && cost_demand(point, &demand))
            need_of(&demand, needed);
    }
    return need_for_probes(target, needed);
}
