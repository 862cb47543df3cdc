#include "study/trace/trace.h"

#include "study/base/message.h"
#include "study/base/units.h"
#include "study/model/predict.h"
#include "study/plan/targets.h"
#include "study/plan/walks.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The state of a trace. */
struct walking {
    const struct trace *trace;
    int64_t left; /* accesses that may still come */
    bool ended, cut;
};

static void visit_lane(struct walking *walking, const struct request *request, int lane)
{
    const struct trace_access access = {
        .address = array_base[request->array] +
                   (uint64_t)(request->element[lane] * request->element_bytes),
        .bytes = request->element_bytes,
        .access = request->access};
    walking->cut = walking->left == 0;
    walking->ended = walking->cut || !walking->trace->visit(walking->trace->with, &access);
    walking->left--;
}

static void visit(void *with, const struct request *request)
{
    struct walking *walking = with;
    if (request->array == ARRAY_TILE)
        return;
    for (int lane = 0; lane < WARP_LANES && !walking->ended; lane++)
        if (request->element[lane] >= 0)
            visit_lane(walking, request, lane);
}

/* Visits block number `own` of each worker's share. Returns whether there was one. */
static bool walk_round(const struct trace *trace, struct walk *walk, int64_t own, int64_t blocks)
{
    const struct walking *walking = walk->with;
    const int64_t workers = walk_workers(trace->pattern, trace->shape);
    bool found = false;
    for (int64_t worker = 0; worker < workers && !walking->ended; worker++) {
        const int64_t block = blocks * worker / workers + own;
        if (block >= blocks * (worker + 1) / workers)
            continue;
        walk_block(trace->pattern, walk, block, blocks);
        found = true;
    }
    return found;
}

int trace_walk(const struct trace *trace)
{
    struct walking walking = {.trace = trace, .left = trace->limit ? trace->limit : INT64_MAX};
    const struct pattern *pattern = trace->pattern;
    if (!pattern->walk)
        return -ENOENT;
    struct walk walk =
        walk_of(trace->shape, pattern->rows(trace->shape, trace->element_bytes, false),
                trace->element_bytes, false);
    const int64_t blocks = pattern->tiles(trace->shape, walk.rows);
    walk.visit = visit;
    walk.with = &walking;
    for (int64_t own = 0; !walking.ended && walk_round(trace, &walk, own, blocks);)
        own++;
    return walking.cut;
}

int64_t trace_left_out(const struct trace *trace)
{
    const struct pattern *pattern = trace->pattern;
    const int rows = pattern->rows(trace->shape, trace->element_bytes, false);
    const int64_t tile = (int64_t)rows * WARP_LANES;
    return pattern->has_tail ? trace->shape->elements - pattern->tiles(trace->shape, rows) * tile
                             : 0;
}

enum { PART_MAX = 64, LINE_MOST = 4096, WAYS_MOST = 1 << 20 };
static const int64_t cache_most_bytes = INT64_C(1) << 34;

static int refuse(const char *text, const char *why)
{
    return complain(EXIT_USAGE,
                    "option --cache: %s %s; use SIZE,LINE,WAYS such as 32KiB,64,8 (WAYS 1: direct "
                    "mapped, 0: fully associative)",
                    text, why);
}

static bool is_power(int64_t value)
{
    return value > 0 && (value & (value - 1)) == 0;
}

/* Splits "SIZE,LINE,WAYS" into its numbers. */
static int read_numbers(const char *text, int64_t *size, int64_t *line, int64_t *ways)
{
    char copy[PART_MAX], *rest = copy;
    const char *reason;
    if (strlen(text) >= sizeof copy)
        return refuse(text, "is too long");
    snprintf(copy, sizeof copy, "%s", text);
    const char *first = strsep(&rest, ","), *second = strsep(&rest, ","), *third = rest;
    if (!second || !third || strchr(third, ','))
        return refuse(text, "is not three numbers");
    if (parse_size(first, size, &reason))
        return refuse(first, reason);
    if (parse_size(second, line, &reason))
        return refuse(second, reason);
    return parse_count(third, 0, WAYS_MOST, ways, &reason) ? refuse(third, reason) : 0;
}

/* Accepts only caches that the simulators of courses support: a whole number of sets that is a
 * power of two. */
static int check_level(const char *text, int64_t size, int64_t line, int64_t ways)
{
    if (!is_power(line) || line > LINE_MOST)
        return refuse(text, "has lines that are no power of two up to 4096");
    if (size > cache_most_bytes)
        return refuse(text, "is more than 16GiB");
    const int64_t way = line * (ways > 0 ? ways : 1);
    if (size < way || size % way != 0)
        return refuse(text, "is no whole number of sets");
    return 0;
}

static int read_level(const char *text, int number, struct cache_model_level *level)
{
    int64_t size = 0, line = 0, ways = 0;
    int status = read_numbers(text, &size, &line, &ways);
    if (!status)
        status = check_level(text, size, line, ways);
    if (status)
        return status;
    *level = (struct cache_model_level){.name = {'L', (char)('0' + number)},
                                        .size_bytes = size,
                                        .line_bytes = (int)line,
                                        .ways = (int)ways,
                                        .sharers = 1};
    return 0;
}

/* The caches that hwloc finds, for one core. */
static int machine_caches(struct cache_hierarchy *caches)
{
    char problem[TEXT_MAX] = "";
    int number;
    struct target_facts facts = {.cache_levels = 0};
    if (target_kind("cpu", &number)->outline(&facts, problem, sizeof problem))
        return complain(EXIT_USAGE, "trace: %s", problem);
    if (facts.cache_levels == 0)
        return complain(EXIT_USAGE, "trace: hwloc finds no caches on this machine; name some with "
                                    "--cache SIZE,LINE,WAYS");
    *caches = cache_model_of(facts.caches, facts.cache_levels, 1);
    caches->tlb.entries = 0;
    return 0;
}

int simulate_caches(const char *const *texts, int count, struct cache_hierarchy *caches)
{
    *caches = (struct cache_hierarchy){.workers = 1, .level_count = count};
    if (count == 0)
        return machine_caches(caches);
    for (int i = 0; i < count; i++) {
        const int status = read_level(texts[i], i + 1, &caches->levels[i]);
        if (status)
            return status;
        if (i > 0 && caches->levels[i].line_bytes < caches->levels[i - 1].line_bytes)
            return refuse(texts[i], "has shorter lines than the level before it");
    }
    return 0;
}

/* The counters of a simulation. */
struct simulation {
    struct cache_model *model;
    int64_t loads, stores, modifies;
};

static bool take(void *with, const struct trace_access *access)
{
    struct simulation *simulation = with;
    const bool modifies = access->access == ACCESS_ATOMIC, loads = access->access == ACCESS_LOAD;
    if (loads || modifies)
        cache_model_access(simulation->model, 0, access->address, access->bytes, false);
    if (!loads)
        cache_model_access(simulation->model, 0, access->address, access->bytes, true);
    simulation->loads += loads;
    simulation->modifies += modifies;
    simulation->stores += !loads && !modifies;
    return true;
}

static void print_level(const struct cache_model_level *level,
                        const struct cache_model_level_counts *counts)
{
    char size[SIZE_TEXT_MAX], ways[SIZE_TEXT_MAX];
    const int64_t lines = level->size_bytes / level->line_bytes;
    const int64_t sets = level->ways > 0 ? lines / level->ways : 1;
    const int64_t misses = counts->load_misses + counts->store_misses;
    snprintf(ways, sizeof ways, "%d", level->ways);
    printf("%-3s %9s, lines of %d bytes, %s ways, %lld sets: %lld accesses, %lld misses "
           "(%lld loads, %lld stores)\n",
           level->name, size_text(level->size_bytes, size), level->line_bytes,
           level->ways > 0    ? ways
           : level->ways == 0 ? "all"
                              : "unknown",
           (long long)sets, (long long)counts->accesses, (long long)misses,
           (long long)counts->load_misses, (long long)counts->store_misses);
}

static void print_counts(const struct simulation *simulation, const struct cache_hierarchy *caches,
                         bool cut)
{
    const struct cache_model_counts counts = cache_model_counts(simulation->model);
    printf("accesses: %lld loads, %lld stores, %lld modifies%s\n", (long long)simulation->loads,
           (long long)simulation->stores, (long long)simulation->modifies,
           cut ? "; cut off by --limit" : "");
    for (int i = 0; i < caches->level_count; i++)
        print_level(&caches->levels[i], &counts.levels[i]);
}

int simulate_print(const struct trace *trace, const struct cache_hierarchy *caches)
{
    struct simulation simulation = {.model = NULL};
    const int error = cache_model_create(&simulation.model, caches);
    if (error)
        return complain(error == -ENOMEM ? EXIT_WRONG : EXIT_USAGE, "trace: the caches: %s",
                        strerror(-error));
    struct trace taken = *trace;
    taken.visit = take;
    taken.with = &simulation;
    const int cut = trace_walk(&taken);
    print_counts(&simulation, caches, cut > 0);
    cache_model_free(simulation.model);
    return EXIT_DONE;
}
