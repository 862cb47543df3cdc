#include "study/predict.h"

#include "offload/traffic.h"
#include "study/arrays.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RUNS = 8, /* of consecutive blocks, where not all are walked */
    TLB_ENTRIES = 1536,
    TLB_PAGE_BYTES = 4096,
    LINE_BYTES = 64,
    SLOTS_OF_REQUEST = 64 /* of the table of sectors: twice what a request can touch */
};

const struct predict_effort predict_thorough = {.requests = 1 << 16, .accesses = 1 << 21};
const struct predict_effort predict_brief = {.requests = 1 << 13, .accesses = 1 << 18};

/* Where the arrays begin: far apart, each on a page of its own, as an allocator would have them. */
static const uint64_t array_base[ARRAYS] = {[ARRAY_IN] = UINT64_C(1) << 40,
                                            [ARRAY_OUT] = UINT64_C(2) << 40,
                                            [ARRAY_INDEX] = UINT64_C(3) << 40};

static struct walk walk_of(const struct shape *shape, int rows, int element_bytes, bool gpu)
{
    return (struct walk){
        .shape = shape, .rows = rows, .element_bytes = element_bytes, .lanes_are_threads = gpu};
}

/* Block `block` as its worker has it: dealt round to a GPU's warps, a stretch to each core. */
static void walk_block(const struct pattern *pattern, struct walk *walk, int64_t block,
                       int64_t blocks)
{
    const int64_t workers = walk->shape->workers;
    int64_t worker = block % workers, first = worker;
    if (!walk->lanes_are_threads) {
        worker = block * workers / blocks;
        while (blocks * (worker + 1) / workers <= block)
            worker++;
        first = blocks * worker / workers;
    }
    walk->block = block;
    walk->own = walk->lanes_are_threads ? block / workers : block - first;
    walk->thread = worker * (walk->lanes_are_threads ? WARP_LANES : 1);
    pattern->walk(walk);
}

/* So many blocks of the pass from `first` on, each by its own worker. */
static void walk_stretch(const struct pattern *pattern, struct walk *walk, int64_t first,
                         int64_t count, int64_t blocks)
{
    for (int64_t block = first; block < first + count; block++)
        walk_block(pattern, walk, block, blocks);
}

static void count_request(void *with, const struct request *request)
{
    (void)request;
    ++*(int64_t *)with;
}

static int64_t requests_of_block(const struct pattern *pattern, struct walk walk, int64_t blocks)
{
    int64_t count = 0;
    walk.visit = count_request;
    walk.with = &count;
    walk_block(pattern, &walk, 0, blocks);
    return count;
}

/* The different sectors of a run and what was written of them. Kept by open addressing. */
struct sector_table {
    uint64_t slots;   /* a power of two */
    uint64_t *number; /* plus 1; 0: free */
    uint32_t *read, *written;
    int64_t *used; /* slots in use, to be freed one by one */
    int64_t count;
};

struct gpu_count {
    struct gpu_prediction *prediction;
    struct sector_table table;
};

static int64_t slot_of(struct sector_table *table, uint64_t number)
{
    uint64_t slot = (number * UINT64_C(0x9e3779b97f4a7c15) >> 20) % table->slots;
    while (table->number[slot] && table->number[slot] != number + 1)
        slot = (slot + 1) % table->slots;
    if (!table->number[slot]) {
        table->number[slot] = number + 1;
        table->used[table->count++] = (int64_t)slot;
    }
    return (int64_t)slot;
}

static void keep_sectors(struct sector_table *table, const struct sectors *sectors, bool stored)
{
    for (int i = 0; i < sectors->count; i++) {
        const int64_t slot = slot_of(table, sectors->number[i]);
        if (stored)
            table->written[slot] |= sectors->bytes[i];
        else
            table->read[slot] = 1;
    }
}

static void visit_gpu(void *with, const struct request *request)
{
    struct gpu_count *count = with;
    struct gpu_prediction *sum = count->prediction;
    struct sectors sectors;
    if (request->array == ARRAY_TILE) {
        sum->tile_requests++;
        sum->tile_turns += traffic_bank_turns(request);
        return;
    }
    traffic_sectors(request, array_base[request->array], &sectors);
    const bool stored = request->access != ACCESS_LOAD;
    struct global_requests *kind = stored ? &sum->stores : &sum->loads;
    kind->requests += sectors.lanes > 0;
    kind->lanes += sectors.lanes;
    kind->sectors += sectors.count;
    kind->lines += sectors.lines;
    keep_sectors(&count->table, &sectors, stored);
}

/* Ends a run: adds what memory has to move for it, and empties the table. */
static void end_run(struct gpu_count *count)
{
    struct sector_table *table = &count->table;
    for (int64_t i = 0; i < table->count; i++) {
        const int64_t slot = table->used[i];
        count->prediction->read_bytes += table->read[slot] ? SECTOR_BYTES : 0;
        count->prediction->write_bytes += table->written[slot] ? SECTOR_BYTES : 0;
        count->prediction->partial_bytes +=
            table->written[slot] && table->written[slot] != UINT32_MAX ? SECTOR_BYTES : 0;
        table->number[slot] = table->read[slot] = table->written[slot] = 0;
    }
    table->count = 0;
}

static void scale(struct gpu_prediction *p, double by)
{
    double *const numbers[] = {&p->loads.requests, &p->loads.lanes,     &p->loads.sectors,
                               &p->loads.lines,    &p->stores.requests, &p->stores.lanes,
                               &p->stores.sectors, &p->stores.lines,    &p->tile_requests,
                               &p->tile_turns,     &p->read_bytes,      &p->write_bytes,
                               &p->partial_bytes};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] *= by;
}

/* Standard error of the mean, as a fraction of it. */
static double relative_error(const double *values, int count)
{
    double mean = 0, squares = 0;
    for (int i = 0; i < count; i++)
        mean += values[i] / count;
    for (int i = 0; i < count; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    return mean > 0 && count > 1 ? sqrt(squares / (count - 1) / count) / mean : 0;
}

static void walk_runs(const struct pattern *pattern, struct walk *walk, struct gpu_count *count,
                      int64_t each)
{
    struct gpu_prediction *p = count->prediction;
    double sectors[RUNS];
    const int runs = p->walked == p->blocks ? 1 : RUNS;
    for (int run = 0; run < runs; run++) {
        const double before = p->loads.sectors + p->stores.sectors;
        const int64_t first = (p->blocks - each) / (runs > 1 ? runs - 1 : 1) * run;
        walk_stretch(pattern, walk, first, each, p->blocks);
        end_run(count);
        sectors[run] = p->loads.sectors + p->stores.sectors - before;
    }
    p->error = relative_error(sectors, runs);
}

static bool make_table(struct sector_table *table, int requests)
{
    table->slots = (uint64_t)requests * SLOTS_OF_REQUEST;
    table->number = calloc(table->slots, sizeof *table->number);
    table->read = calloc(table->slots, sizeof *table->read);
    table->written = calloc(table->slots, sizeof *table->written);
    table->used = malloc(table->slots * sizeof *table->used);
    return table->number && table->read && table->written && table->used;
}

static void free_table(struct sector_table *table)
{
    free(table->number);
    free(table->read);
    free(table->written);
    free(table->used);
}

bool predict_gpu(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                 const struct predict_effort *effort, struct gpu_prediction *prediction)
{
    struct gpu_count count = {.prediction = prediction};
    *prediction = (struct gpu_prediction){.walked = 0};
    if (!pattern->walk)
        return false;
    struct walk walk =
        walk_of(shape, pattern->rows(shape, element_bytes, true), element_bytes, true);
    prediction->blocks = pattern->blocks(shape, walk.rows);
    if (prediction->blocks > 0 && make_table(&count.table, effort->requests)) {
        const int64_t each = requests_of_block(pattern, walk, prediction->blocks);
        const int64_t most = effort->requests / (each ? each : 1) / RUNS * RUNS;
        prediction->walked = prediction->blocks <= most ? prediction->blocks : most ? most : RUNS;
        walk.visit = visit_gpu;
        walk.with = &count;
        walk_runs(pattern, &walk, &count,
                  prediction->walked / (prediction->walked == prediction->blocks ? 1 : RUNS));
        scale(prediction, (double)prediction->blocks / (double)prediction->walked);
    }
    free_table(&count.table);
    return prediction->walked > 0;
}

struct cache_model_shape cache_model_of(const struct cache_level *levels, int level_count,
                                        int workers)
{
    struct cache_model_shape shape = {.workers = workers > 0 ? workers : 1,
                                      .level_count = level_count,
                                      .tlb = {TLB_ENTRIES, 0, TLB_PAGE_BYTES}};
    for (int i = 0; i < level_count; i++) {
        const int64_t caches = levels[i].size_bytes / levels[i].one_bytes;
        shape.levels[i] = (struct cache_model_level){
            .size_bytes = levels[i].one_bytes,
            .ways = levels[i].ways,
            .line_bytes = levels[i].line_bytes > 0 ? levels[i].line_bytes : LINE_BYTES,
            .sharers = (int)((shape.workers + caches - 1) / caches)};
        memcpy(shape.levels[i].name, levels[i].name, sizeof shape.levels[i].name);
    }
    return shape;
}

struct cpu_walk {
    const struct walk *walk; /* its thread is the worker */
    struct cache_model *model;
    double accesses;
};

static void visit_cpu(void *with, const struct request *request)
{
    struct cpu_walk *cpu = with;
    const int worker = (int)cpu->walk->thread;
    if (request->array == ARRAY_TILE)
        return;
    for (int lane = 0; lane < WARP_LANES; lane++) {
        const int64_t element = request->element[lane];
        if (element < 0)
            continue;
        const uint64_t address =
            array_base[request->array] + (uint64_t)(element * request->element_bytes);
        if (request->access == ACCESS_STREAM)
            cache_model_stream(cpu->model, worker, address, request->element_bytes);
        else
            cache_model_access(cpu->model, worker, address, request->element_bytes,
                               request->access != ACCESS_LOAD);
        cpu->accesses++;
    }
}

static void walk_twice(const struct pattern *pattern, struct walk *walk, struct cpu_walk *cpu,
                       struct cpu_prediction *p, int64_t most)
{
    const int64_t blocks = p->blocks, share = blocks / walk->shape->workers;
    const bool whole = 2 * blocks <= most;
    const int64_t part = share < most / 2 ? share : most / 2;
    const int64_t length = whole ? blocks : part > 0 ? part : 1;
    const bool share_fits = !whole && share <= length;
    walk_stretch(pattern, walk, 0, length, blocks);
    const int64_t written_back = cache_model_counts(cpu->model).lines_written_back;
    cache_model_reset_counts(cpu->model);
    cpu->accesses = 0;
    const int64_t second = whole || share_fits || 2 * length > blocks ? 0 : length;
    walk_stretch(pattern, walk, second, length, blocks);
    p->walked = length;
    p->counts = cache_model_counts(cpu->model);
    if (!whole && !share_fits) { /* a stretch may end before the caches give anything back */
        cache_model_flush(cpu->model);
        p->counts.lines_written_back =
            (written_back + cache_model_counts(cpu->model).lines_written_back) / 2;
    }
}

/* A stretch warms no cache that holds all arrays, but pass after pass does: nothing misses it. */
static void settle(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                   struct cpu_prediction *p)
{
    struct footprint bytes;
    const int64_t footprint = arrays_bytes(pattern, shape, element_bytes, &bytes);
    int level = 0;
    while (level < p->shape.level_count &&
           p->shape.levels[level].size_bytes * p->shape.workers / p->shape.levels[level].sharers <
               footprint)
        level++;
    if (level == p->shape.level_count || p->walked == p->blocks)
        return;
    for (; level < p->shape.level_count; level++)
        p->counts.levels[level] =
            (struct cache_model_level_counts){.accesses = p->counts.levels[level].accesses};
    p->counts.lines_read = p->counts.lines_write_allocated = p->counts.lines_written_back = 0;
}

int predict_cpu(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                const struct cache_model_shape *caches, const struct predict_effort *effort,
                struct cpu_prediction *prediction)
{
    struct cpu_walk cpu = {.model = NULL};
    *prediction = (struct cpu_prediction){.shape = *caches};
    if (!pattern->walk)
        return -ENOENT;
    int error = cache_model_create(&cpu.model, caches);
    if (error)
        return error;
    struct walk walk =
        walk_of(shape, pattern->rows(shape, element_bytes, false), element_bytes, false);
    prediction->blocks = pattern->blocks(shape, walk.rows);
    if (prediction->blocks > 0) {
        const int64_t each = WARP_LANES * requests_of_block(pattern, walk, prediction->blocks);
        walk.visit = visit_cpu;
        walk.with = &cpu;
        cpu.walk = &walk;
        walk_twice(pattern, &walk, &cpu, prediction, effort->accesses / (each ? each : 1));
        prediction->accesses = cpu.accesses;
        settle(pattern, shape, element_bytes, prediction);
        prediction->scale = (double)prediction->blocks / (double)prediction->walked;
    }
    cache_model_free(cpu.model);
    return 0;
}

double predict_memory_bytes(const struct cpu_prediction *p)
{
    const struct cache_model_counts *c = &p->counts;
    return p->scale * p->shape.levels[p->shape.level_count - 1].line_bytes *
           (double)(c->lines_read + c->lines_write_allocated + c->lines_written_back +
                    c->lines_streamed);
}

struct first_requests {
    struct request *requests;
    int count, most;
};

static void keep_first(void *with, const struct request *request)
{
    struct first_requests *first = with;
    for (int i = 0; i < first->count; i++)
        if (first->requests[i].array == request->array &&
            first->requests[i].access == request->access)
            return;
    if (first->count < first->most)
        first->requests[first->count++] = *request;
}

int predict_first_requests(const struct pattern *pattern, const struct shape *shape,
                           int element_bytes, bool lanes_are_threads, struct request *requests,
                           int most)
{
    struct first_requests first = {.requests = requests, .most = most};
    if (!pattern->walk)
        return 0;
    struct walk walk = walk_of(shape, pattern->rows(shape, element_bytes, lanes_are_threads),
                               element_bytes, lanes_are_threads);
    walk.visit = keep_first;
    walk.with = &first;
    walk_block(pattern, &walk, 0, pattern->blocks(shape, walk.rows));
    return first.count;
}
