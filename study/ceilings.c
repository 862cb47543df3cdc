#include "study/ceilings.h"

#include "plots/table.h"
#include "study/cost.h"
#include "study/folders.h"
#include "study/measure.h"
#include "study/message.h"
#include "study/proof.h"

#include <errno.h>
#include <math.h>
#include <string.h>

const char ceiling_columns[] = "target,resource,bound,value,unit,pattern,element_bytes,parameter,"
                               "setting,footprint_bytes,time_ns,ci_low_ns,ci_high_ns,samples";

enum {
    TRIES = 3,
    STACKS_KEPT_THREADS = 4 /* from launch to launch, of so many on each of 256 multiprocessors */
};
static const struct measure_settings probe_settings = {
    .samples = 7, .samples_least = 5, .warmup = 1, .sample_ns = 2e6};

/* Where a probe's footprint lives. */
enum place {
    HALF_LEVEL,   /* half of what all workers, or the one that is alone, can use of the level */
    EIGHTH_LEVEL, /* for what leaves gaps */
    WHOLE_LEVEL,  /* all of it: for what uses one of its two arrays */
    LITTLE_LEVEL, /* little of it, but more than fits into the level before */
    IN_MEMORY,
    LONG_WORK /* of as many elements as are in memory, but with no use for it */
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
static const struct probe {
    enum resource resource;
    bool gpu, cpu;
    int level; /* of the footprint, from 0: a GPU's first is its L2 */
    enum place place;
    const char *pattern;
    int element_bytes;
    const char *parameter; /* NULL: the standard ones */
    int64_t value;
} probes[] = {
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

/* One target's ceilings in the making. */
struct session {
    struct target *target;
    struct arrays *arrays;
    struct measure_settings settings;
    struct ceilings *ceilings;
    FILE *out;
};

struct ceilings ceilings_unknown(void)
{
    struct ceilings none;
    for (int i = 0; i < RESOURCES; i++)
        none.ns_each[i] = NAN;
    return none;
}

static int64_t probe_footprint(const struct target *target, const struct probe *probe)
{
    const struct cache_level *levels = target->facts.caches;
    if (probe->place == IN_MEMORY || probe->place == LONG_WORK)
        return memory_footprint(target);
    const struct cache_level *level = &levels[probe->level];
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

/* Numbers of levels: the caches', and memory after the last. */
static int farthest_level(const struct target *target, const struct plan *plan)
{
    int farthest = 0;
    for (int i = 0; i < plan->count; i++) {
        if (plan->points[i].target != target)
            continue;
        int level = 0;
        while (level < target->facts.cache_levels &&
               strcmp(plan->points[i].level, target->facts.caches[level].name) != 0)
            level++;
        farthest = level > farthest ? level : farthest;
    }
    return farthest;
}

static bool is_needed(const struct target *target, const struct probe *probe, int farthest)
{
    const bool is_cpu = target->facts.host_memory;
    const int level = probe->place == IN_MEMORY ? target->facts.cache_levels : probe->level;
    if (!(is_cpu ? probe->cpu : probe->gpu) || level > farthest)
        return false;
    return probe->place == IN_MEMORY || probe->level < target->facts.cache_levels;
}

static bool in_ns(int resource)
{
    return strncmp(resources[resource].unit, "ns", 2) == 0;
}

static void write_ceiling(FILE *out, const struct point *point, enum resource resource,
                          double ns_each, const struct summary *ns)
{
    const struct resource_facts *r = &resources[resource];
    fprintf(out, "%s,%s,%s,%.6g,%s,%s,%d,%s,", point->target->name, r->name, r->bound,
            in_ns(resource) ? ns_each : 1 / ns_each, r->unit, point->pattern->name,
            point->element_bytes, point->parameter);
    if (point->baseline)
        fputs("-,", out);
    else
        fprintf(out, "%lld,", (long long)point->value);
    fprintf(out, "%lld,%.2f,%.2f,%.2f,%d\n", (long long)point->footprint_bytes, ns->median, ns->low,
            ns->high, ns->samples);
}

/* What is left of the probe's time when what is known of the turns is taken off, for one of what
 * the probe is for. Waits at once: the time that so many chains take, for the waits of all. */
static double ns_each(const struct point *point, const struct demand *demand,
                      const struct ceilings *known, enum resource resource, double ns)
{
    struct demand others = *demand;
    const char *bound;
    others.overlaps = false;
    if (resources[resource].turns == AT_ONCE)
        return ns / demand->amount[resource];
    for (int i = 0; i < RESOURCES; i++)
        if (resources[i].turns != resources[resource].turns)
            others.amount[i] = 0;
    others.amount[resource] = 0;
    const double before_ns = demand_time_ns(&others, known, &bound);
    if (resource == CPU_OVERLAP)
        return ns / before_ns / (double)point->value;
    return (ns - (bound ? before_ns : 0)) / demand->amount[resource];
}

/* A hiccup of the machine spoils few samples, but they may be enough for so short a measurement. */
static int measure_again(const struct session *session, const struct point *point,
                         struct kernel_args *args, struct measurement *measured)
{
    int error = 0;
    measured->invalid = "not yet measured";
    for (int i = 0; i < TRIES && measured->invalid && !error; i++)
        error = measure(session->target, point->kernel->run, args, &session->settings, measured);
    return error;
}

/* A ceiling that could not be measured is not known: said by its absence. */
static int measure_probe(struct session *session, const struct probe *probe, struct point *point)
{
    static struct measurement measured; /* 8 KB of samples */
    struct demand demand;
    struct kernel_args args;
    if (!cost_demand(point, &demand))
        return 0;
    int status = prove_point(session->arrays, point, &args);
    if (status)
        return status;
    int error = measure_again(session, point, &args, &measured);
    if (error)
        return complain(EXIT_NO_DEVICE, "target %s: %s", session->target->name,
                        target_failure(error));
    const double each =
        ns_each(point, &demand, session->ceilings, probe->resource, measured.pass_ns.median);
    if (measured.invalid || !(each > 0) || !isfinite(each))
        return 0;
    session->ceilings->ns_each[probe->resource] = each;
    write_ceiling(session->out, point, probe->resource, each, &measured.pass_ns);
    return 0;
}

static int measure_one(struct session *session, const struct probe *probe)
{
    struct point point;
    int status =
        plan_probe(session->target, pattern_find(probe->pattern),
                   probe->element_bytes ? probe->element_bytes : 4,
                   probe_footprint(session->target, probe), probe->parameter, probe->value, &point);
    return !status && point.kernel ? measure_probe(session, probe, &point) : status;
}

enum which { ALL, ALL_BUT_MEMORY };

static int measure_probes(struct session *session, const struct plan *plan, enum which which)
{
    const int farthest = farthest_level(session->target, plan);
    int status = 0;
    for (size_t i = 0; i < sizeof probes / sizeof *probes && !status; i++)
        if (is_needed(session->target, &probes[i], farthest) &&
            (which == ALL || probes[i].place != IN_MEMORY))
            status = measure_one(session, &probes[i]);
    return status;
}

static struct session session_of(struct target *target, struct arrays *arrays, uint64_t seed,
                                 FILE *out, struct ceilings *ceilings)
{
    struct session session = {.target = target,
                              .arrays = arrays,
                              .settings = probe_settings,
                              .ceilings = ceilings,
                              .out = out};
    session.settings.seed = seed;
    return session;
}

int ceilings_measure(struct target *target, const struct plan *plan, struct arrays *arrays,
                     uint64_t seed, FILE *out, struct ceilings *ceilings)
{
    struct session session = session_of(target, arrays, seed, out, ceilings);
    *ceilings = ceilings_unknown();
    return measure_probes(&session, plan, ALL);
}

int ceilings_renew(struct target *target, const struct plan *plan, struct arrays *arrays,
                   uint64_t seed, FILE *out, struct ceilings *ceilings)
{
    struct session session = session_of(target, arrays, seed, out, ceilings);
    return measure_probes(&session, plan, ALL_BUT_MEMORY);
}

void ceilings_take_copies(const struct point *copy, const double *times_ns, int count,
                          uint64_t seed, FILE *out, struct ceilings *ceilings)
{
    const enum resource memory = copy->target->facts.host_memory ? CPU_MEMORY : GPU_MEMORY;
    const struct summary ns = summarise(times_ns, count, seed);
    struct demand demand;
    if (!cost_demand(copy, &demand) || !(demand.amount[memory] > 0))
        return;
    ceilings->ns_each[memory] = ns.median / demand.amount[memory];
    write_ceiling(out, copy, memory, ceilings->ns_each[memory], &ns);
}

/* Both sides have a memory: which resource a name is of its probe tells. */
static int resource_named(const char *name, bool cpu)
{
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++)
        if ((cpu ? probes[i].cpu : probes[i].gpu) &&
            strcmp(resources[probes[i].resource].name, name) == 0)
            return (int)probes[i].resource;
    return -1;
}

/* The columns of ceilings.csv that are needed. */
struct ceiling_columns {
    int target, resource, value;
};

static int find_columns(struct table *table, struct ceiling_columns *columns)
{
    columns->target = table_needed_column(table, "target");
    columns->resource = table_needed_column(table, "resource");
    columns->value = table_needed_column(table, "value");
    return columns->target < 0 || columns->resource < 0 || columns->value < 0 ? -EINVAL : 0;
}

/* What nothing that computes can do lies beyond: a second for a wait, 1e12 GB/s. */
static int take_row(struct table *table, const struct ceiling_columns *columns, const char *target,
                    struct ceilings *ceilings)
{
    static const struct table_range range = {.least = 1e-9, .most = 1e12};
    double value;
    const int code = table_number(table, columns->value, &range, &value);
    const int resource =
        resource_named(table->cells[columns->resource], strcmp(target, "cpu") == 0);
    if (!code && strcmp(table->cells[columns->target], target) == 0 && resource >= 0)
        ceilings->ns_each[resource] = in_ns(resource) ? value : 1 / value;
    return code;
}

/* How many rows are of the target, or a negative errno. */
static int take_rows(struct table *table, const char *target, struct ceilings *ceilings)
{
    struct ceiling_columns columns;
    int found = 0, more = 0, code = find_columns(table, &columns);
    while (!code && (more = table_next(table)) == 1) {
        code = take_row(table, &columns, target, ceilings);
        found += strcmp(table->cells[columns.target], target) == 0;
    }
    return code ? code : more ? more : found;
}

int ceilings_read(const char *folder, const char *target, struct ceilings *ceilings, char *problem,
                  size_t problem_size)
{
    struct table table;
    *ceilings = ceilings_unknown();
    int code = table_open(&table, folder, "ceilings.csv", problem, problem_size);
    if (code)
        return code;
    code = take_rows(&table, target, ceilings);
    if (code == 0)
        snprintf(problem, problem_size, "%s: holds nothing of %s", table.path, target);
    table_close(&table);
    return code > 0 ? 0 : code == 0 ? -ENOENT : code;
}
