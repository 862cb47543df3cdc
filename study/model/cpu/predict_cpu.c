#include "study/base/array.h"
#include "study/base/message.h"
#include "study/model/predict.h"
#include "study/plan/point.h"
#include "study/plan/walks.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* OWN_EFFORT: shares that fit a worker's own cache can be walked to their ends. */
enum {
    PARTS = 4,
    OWN_EFFORT = 4,
    TIMES_READ = 4, /* elements of a pass for each one of a table */
    TLB_ENTRIES = 1536,
    TLB_NEAR_ENTRIES = 64,
    PAGE_BYTES = 4096,
    LINE_BYTES = 64
};

const struct predict_effort predict_thorough = {.requests = 1 << 15, .accesses = 1 << 20};
const struct predict_effort predict_brief = {.requests = 1 << 13, .accesses = 1 << 18};

int64_t cache_usable(const struct cache_level *level, int64_t bytes)
{
    return level->share > 0 ? (int64_t)(level->share * (double)bytes) : bytes;
}

struct cache_hierarchy cache_model_of(const struct cache_level *levels, int level_count,
                                      int workers)
{
    struct cache_hierarchy shape = {.workers = workers > 0 ? workers : 1,
                                    .level_count = level_count,
                                    .tlb = {TLB_ENTRIES, 0, PAGE_BYTES, TLB_NEAR_ENTRIES}};
    for (int i = 0; i < level_count; i++) {
        const int64_t caches = levels[i].size_bytes / levels[i].one_bytes;
        shape.levels[i] = (struct cache_model_level){
            .size_bytes = cache_usable(&levels[i], levels[i].one_bytes),
            .ways = levels[i].ways,
            .line_bytes = levels[i].line_bytes > 0 ? levels[i].line_bytes : LINE_BYTES,
            .sharers = (int)((shape.workers + caches - 1) / caches)};
        memcpy(shape.levels[i].name, levels[i].name, sizeof shape.levels[i].name);
    }
    return shape;
}

/* What one entry of a TLB covers, in bytes, with these --pages. Those of a pattern that wants large
 * ones are large where a probe has found that the machine has them. */
static int64_t page_bytes_with(const struct target_facts *facts, const struct pattern *pattern,
                               const char *pages, int64_t usual)
{
    const bool large = pages ? strcmp(pages, "4k") != 0
                             : pattern->pages == PAGES_LARGE && facts->large_pages == LARGE_WHOLE;
    if (!large || facts->large_pages == LARGE_SPLIT)
        return usual;
    return INT64_C(1) << (pages && strcmp(pages, "1g") == 0 ? 30 : 21);
}

struct cache_hierarchy cpu_caches_of(const struct target_facts *facts,
                                     const struct pattern *pattern, const struct shape *shape,
                                     int element_bytes, const char *pages)
{
    struct cache_level levels[CACHE_LEVELS_MAX];
    memcpy(levels, facts->caches, sizeof levels);
    const bool whole = pattern->alone || predict_reads_table(pattern, shape, element_bytes);
    for (int i = 0; i < facts->cache_levels && whole; i++)
        levels[i].share = 0;
    struct cache_hierarchy caches =
        cache_model_of(levels, facts->cache_levels, (int)shape->workers);
    caches.tlb.page_bytes = page_bytes_with(facts, pattern, pages, caches.tlb.page_bytes);
    caches.frame_bytes = caches.tlb.page_bytes;
    return caches;
}

/* A line that workers add to. */
struct added_line {
    uint64_t tag;   /* its number, plus 1 */
    int32_t worker; /* the last one to add to it */
    bool shared;
    int64_t additions;
};

/* Of more lines that are added to, the earlier ones count as new. */
enum { ADDED_LINES = 1 << 14, WORKERS_KNOWN = 1 << 12 };

struct additions {
    struct added_line lines[ADDED_LINES];
    uint64_t last_tag[WORKERS_KNOWN];
};

/* Of each of a loop's arrays: accesses that missed the last level, and the array of the requests.
 */
struct loop_misses {
    int64_t missed[LOOP_ARRAYS_MAX];
    enum request_array in[LOOP_ARRAYS_MAX];
};

struct cpu_walk {
    const struct walk *walk; /* its thread is the worker */
    struct cache_model *model;
    struct additions *additions;       /* NULL: none */
    struct cpu_prediction *prediction; /* whose accesses are counted */
    struct loop_misses *of_arrays;     /* NULL: no loop */
    struct request *block;             /* of a loop, those of a block */
    int count, room;
};

/* Whether the lanes access neighbours, or all the same element: vector instructions can do both. */
static bool is_vector(const struct request *request)
{
    const int64_t first = request->element[0], step = request->element[1] - first;
    if (first < 0 || step > 1 || step < -1)
        return false;
    for (int lane = 1; lane < WARP_LANES; lane++)
        if (request->element[lane] != first + lane * step)
            return false;
    return true;
}

static void add_to_line(const struct cpu_walk *cpu, uint64_t address)
{
    const int32_t worker = (int32_t)cpu->walk->thread;
    const uint64_t number = address / LINE_BYTES;
    struct added_line *line = &cpu->additions->lines[number % ADDED_LINES];
    uint64_t *last_tag = &cpu->additions->last_tag[worker % WORKERS_KNOWN];
    if (line->tag != number + 1)
        *line = (struct added_line){.tag = number + 1, .worker = worker};
    const bool moved = line->worker != worker;
    line->shared |= moved;
    line->worker = worker;
    line->additions++;
    cpu->prediction->additions++;
    cpu->prediction->moved_additions += moved && *last_tag != line->tag;
    if (line->shared && (double)line->additions > cpu->prediction->shared_additions)
        cpu->prediction->shared_additions = (double)line->additions;
    *last_tag = line->tag;
}

/* The lines stay with their workers. */
static void forget_counts(const struct cpu_walk *cpu, struct cpu_prediction *p)
{
    p->accesses = p->singles = p->row_loads = p->row_stores = 0;
    p->additions = p->moved_additions = p->shared_additions = 0;
    memset(p->of_site, 0, sizeof p->of_site);
    for (int i = 0; cpu->additions && i < ADDED_LINES; i++)
        cpu->additions->lines[i].additions = 0;
}

static void access_caches(const struct cpu_walk *cpu, const struct request *request, int lane)
{
    const int worker = (int)cpu->walk->thread;
    const uint64_t address =
        array_base[request->array] + (uint64_t)(request->element[lane] * request->element_bytes);
    int missed = 0;
    if (request->access == ACCESS_STREAM)
        cache_model_stream(cpu->model, worker, address, request->element_bytes);
    else
        missed = cache_model_access(cpu->model, worker, address, request->element_bytes,
                                    request->access != ACCESS_LOAD);
    if (request->access == ACCESS_ATOMIC && cpu->additions)
        add_to_line(cpu, address);
    if (!cpu->of_arrays)
        return;
    cpu->of_arrays->missed[request->loop_array] += missed == cpu->prediction->shape.level_count;
    cpu->of_arrays->in[request->loop_array] = request->array;
    struct site_misses *of_site = &cpu->prediction->of_site[request->load];
    of_site->accesses++;
    for (int k = 0; k < missed; k++)
        of_site->missed[k]++;
}

static void access_lanes(const struct cpu_walk *cpu, const struct request *request)
{
    for (int lane = 0; lane < WARP_LANES; lane++)
        if (request->element[lane] >= 0)
            access_caches(cpu, request, lane);
}

static void keep_request(struct cpu_walk *cpu, const struct request *request)
{
    array_make_room(cpu->block, cpu->count, cpu->room);
    cpu->block[cpu->count++] = *request;
}

/* A core makes a loop's iterations one after another, each with all of its accesses. Rows of 32
 * that are 4 KiB apart would meet in a set of the L1. */
static void run_iterations(struct cpu_walk *cpu)
{
    for (int first = 0, last = 0; first < cpu->count; first = last) {
        while (last < cpu->count && cpu->block[last].step == cpu->block[first].step)
            last++;
        for (int lane = 0; lane < WARP_LANES; lane++)
            for (int i = first; i < last; i++)
                if (cpu->block[i].element[lane] >= 0)
                    access_caches(cpu, &cpu->block[i], lane);
    }
    cpu->count = 0;
}

static void visit(void *with, const struct request *request)
{
    struct cpu_walk *cpu = with;
    struct cpu_prediction *sum = cpu->prediction;
    const bool is_tile = request->array == ARRAY_TILE;
    int lanes = 0;
    for (int lane = 0; lane < WARP_LANES; lane++)
        lanes += request->element[lane] >= 0;
    if (cpu->of_arrays)
        keep_request(cpu, request);
    else if (!is_tile)
        access_lanes(cpu, request);
    const double in_rows = is_vector(request) ? lanes : 0;
    sum->accesses += is_tile ? 0 : lanes;
    sum->singles += lanes - in_rows;
    sum->row_loads += request->access == ACCESS_LOAD ? in_rows : 0;
    sum->row_stores += request->access == ACCESS_LOAD ? 0 : in_rows;
}

/* A part of a pass: blocks first to last - 1 of each worker's share. The workers run side by side,
 * so they meet in the levels that they share. Returns the number of blocks. */
static int64_t walk_shares(const struct pattern *pattern, struct walk *walk, int64_t workers,
                           int64_t first, int64_t last, int64_t blocks)
{
    const int64_t all = walk_workers(pattern, walk->shape);
    int64_t walked = 0;
    for (int64_t own = first; own < last; own++)
        for (int64_t worker = 0; worker < workers; worker++) {
            const int64_t block = blocks * worker / all + own;
            if (block >= blocks * (worker + 1) / all)
                continue;
            walk_block(pattern, walk, block, blocks);
            run_iterations(walk->with);
            walked++;
        }
    return walked;
}

static int64_t misses(const struct cpu_walk *cpu)
{
    const struct cache_model_level_counts level = cache_model_counts(cpu->model).levels[0];
    return level.load_misses + level.store_misses;
}

/* The part that is counted, in pieces whose misses show how much they vary. */
static void walk_parts(const struct pattern *pattern, struct walk *walk, int64_t workers,
                       int64_t first, int64_t length, struct cpu_prediction *p)
{
    const struct cpu_walk *cpu = walk->with;
    double missed[PARTS];
    int parts = 0;
    for (int part = 0; part < PARTS; part++) {
        const int64_t before = misses(cpu);
        const int64_t walked = walk_shares(pattern, walk, workers, first + length * part / PARTS,
                                           first + length * (part + 1) / PARTS, p->blocks);
        p->walked += walked;
        if (walked > 0)
            missed[parts++] = (double)(misses(cpu) - before) / (double)walked;
    }
    p->error = relative_error(missed, parts);
}

bool predict_reads_table(const struct pattern *pattern, const struct shape *shape,
                         int element_bytes)
{
    struct footprint bytes;
    return arrays_bytes(pattern, shape, element_bytes, &bytes) > 0 && bytes.in > 0 &&
           TIMES_READ * bytes.in <= shape->elements * element_bytes;
}

/* A table that a pass reads many times is in the caches, as far as they have room, before the part
 * that is walked has been to all of it. */
static void load_table(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                       struct cpu_walk *cpu, const struct cache_hierarchy *caches)
{
    struct footprint bytes;
    const struct cache_model_level *last = &caches->levels[caches->level_count - 1];
    if (!predict_reads_table(pattern, shape, element_bytes))
        return;
    arrays_bytes(pattern, shape, element_bytes, &bytes);
    for (int64_t at = 0; bytes.in <= last->size_bytes && at < bytes.in; at += last->line_bytes)
        cache_model_access(cpu->model, 0, array_base[ARRAY_IN] + (uint64_t)at, 1, false);
}

/* A part of a loop may be too short to come back to lines that the pass comes back to. If, in a
 * pass, an array would miss more lines than it has, and the last level has room for it and for what
 * the pass accesses in between, it has all of them. */
static void load_arrays(const struct pattern *pattern, const struct cpu_walk *cpu, double scale,
                        int64_t workers)
{
    static const double again = 1.5;
    const struct loop_misses *of = cpu->of_arrays;
    struct loop_place place[LOOP_ARRAYS_MAX];
    const struct cache_hierarchy *shape = &cpu->prediction->shape;
    const struct cache_model_level *last = &shape->levels[shape->level_count - 1];
    double left = (double)last->size_bytes, all = 0;
    pattern->places(cpu->walk->shape, place);
    for (int i = 0; i < LOOP_ARRAYS_MAX; i++)
        all += (double)place[i].bytes;
    for (int i = 0; i < LOOP_ARRAYS_MAX; i++) {
        const double bytes = (double)place[i].bytes;
        const double times = scale * (double)(of->missed[i] * last->line_bytes) / bytes;
        if (!(times > again && bytes + all / times <= left))
            continue;
        left -= bytes;
        for (int64_t worker = 0; worker < workers; worker += last->sharers)
            for (int64_t at = 0; at < place[i].bytes; at += last->line_bytes)
                cache_model_hold(cpu->model, (int)worker,
                                 array_base[of->in[i]] + (uint64_t)(place[i].offset + at),
                                 of->in[i] == ARRAY_OUT);
    }
}

/* Small passes are simulated completely, and so are passes whose workers touch each other's lines
 * in a cache that they share, side by side. Otherwise one worker's share stands for all: it gets
 * farther in as many accesses. Returns whether shares were walked to their ends. */
static bool walk_twice(const struct pattern *pattern, struct walk *walk, struct cpu_walk *cpu,
                       struct cpu_prediction *p, int64_t most, bool in_own)
{
    const int64_t all = walk_workers(pattern, walk->shape);
    const int64_t share = (p->blocks + all - 1) / all;
    const bool together = 2 * p->blocks <= most || cpu->additions ||
                          (!in_own && walk_is_cyclic(pattern, *walk, p->blocks));
    const int64_t workers = together ? all : 1, part = most / 2 / workers;
    /* A worker that is alone continues from pass to pass: to simulate the same pass twice would be
     * wrong. So would be most of a share twice: the caches would hold it where they lack the rest.
     */
    const bool whole = share <= part && !pattern->alone;
    const int64_t half = part < share / 2 ? part : share / 2;
    const int64_t length = whole ? share : half > 0 ? half : 1;
    const int64_t walked = walk_shares(pattern, walk, workers, 0, length, p->blocks);
    if (pattern->loop && !whole)
        load_arrays(pattern, cpu, (double)p->blocks / (double)walked, workers);
    const int64_t dirty = whole ? 0 : cache_model_dirty_lines(cpu->model);
    cache_model_reset_counts(cpu->model);
    forget_counts(cpu, p);
    walk_parts(pattern, walk, workers, whole || 2 * length > share ? 0 : length, length, p);
    p->counts = cache_model_counts(cpu->model);
    if (whole)
        p->error = 0;
    if (!whole) { /* a part may end before the caches write anything back */
        const int64_t dirtied = cache_model_dirty_lines(cpu->model) - dirty;
        p->counts.lines_written_back = cache_model_counts(cpu->model).lines_written_back + dirtied;
    }
    return whole;
}

/* The capacity of a level that workers with equal shares, or one that needs all, can use. */
static int64_t room(const struct cache_hierarchy *shape, int level, bool one)
{
    const struct cache_model_level *caches = &shape->levels[level];
    return one ? caches->size_bytes : caches->size_bytes * shape->workers / caches->sharers;
}

/* The nearest level that all arrays fit; the number of levels if they fit none. */
static int fitting_level(const struct pattern *pattern, const struct shape *shape,
                         int element_bytes, const struct cache_hierarchy *caches)
{
    struct footprint bytes;
    const int64_t footprint = arrays_bytes(pattern, shape, element_bytes, &bytes);
    const bool table = predict_reads_table(pattern, shape, element_bytes);
    int level = 0;
    while (level < caches->level_count && (room(caches, level, pattern->alone) < footprint ||
                                           (table && room(caches, level, true) < bytes.in)))
        level++;
    return level;
}

/* Repeated passes keep the arrays in the level that they fit although one sampled part would not:
 * no misses. A share that was walked to its end twice has shown which of its lines stay: those of a
 * column meet in few sets. */
static void settle(struct cpu_prediction *p, int fitting)
{
    for (int level = fitting; level < p->shape.level_count; level++)
        p->counts.levels[level] =
            (struct cache_model_level_counts){.accesses = p->counts.levels[level].accesses};
    if (fitting < p->shape.level_count)
        p->counts.lines_read = p->counts.lines_write_allocated = p->counts.lines_written_back = 0;
}

/* Takes what misses the level before the last one from memory. */
static void lose_last(struct cache_model_counts *counts, int last)
{
    const int64_t accesses = counts->levels[last].accesses;
    if (last == 0)
        return;
    counts->levels[last] = counts->levels[last - 1];
    counts->levels[last].accesses = accesses;
    counts->lines_read = counts->levels[last].load_misses;
    counts->lines_write_allocated = counts->levels[last].store_misses;
    counts->lines_written_back = counts->levels[last].lines_out;
}

/* Whether a pass finds in the last cache what the one before used, in order: lines in random order
 * and those of a table are used again sooner. */
static bool may_leave(const struct cpu_prediction *p, bool table, int fitting)
{
    const struct cache_model_level_counts *near = &p->counts.levels[0];
    return p->shape.level_count == 3 && fitting == p->shape.level_count - 1 && !table &&
           2 * near->unforeseen <= near->load_misses + near->store_misses;
}

/* The part of a round's lines that a cache lacks, if `mean` of them meet in each of its sets of
 * `ways`. An L1 and an L2 keep what was used last: a set with more lines than ways lacks all of
 * them (over 2 and 4 times an L2 an access took 36 and 37 ns, of 7 in it and 34 in the L3). A last
 * cache keeps as many as it has ways. With pages in frames at random, sets have more or fewer
 * lines, by the square root of their mean. */
static double set_misses(const struct cache_hierarchy *shape, int level, double ways, double mean)
{
    const double deviation = sqrt(mean), z = (mean - ways) / deviation;
    if (shape->frame_bytes == 0)
        return level < 2 ? mean > ways : fmax(0, 1 - ways / mean);
    if (level < 2)
        return erfc((ways - 0.5 - mean) / deviation / M_SQRT2) / 2;
    return (exp(-z * z / 2) / sqrt(2 * M_PI) + z * erfc(-z / M_SQRT2) / 2) * deviation / mean;
}

static double lines_of(const struct cache_model_level *cache)
{
    return (double)cache->size_bytes / cache->line_bytes;
}

static double ways_of(const struct cache_hierarchy *shape, int level)
{
    const int reported = cache_model_ways(shape->levels[level].ways, level);
    return reported > 0 ? reported : lines_of(&shape->levels[level]); /* all lines are one set */
}

/* The part of a chase's accesses that miss a level. Its nodes begin at every second line
 * (patterns/latency/cycle.h), those of pages at another line of each page in turn (pages.h). Where
 * a page's frame determines their sets in an L1 or L2, these keep what was used last: of more nodes
 * than they have room for they keep none. Elsewhere, nodes are in half of the sets, at random. */
static double cycle_misses(const struct cache_hierarchy *shape, int level, double nodes,
                           double apart_bytes)
{
    const double ways = ways_of(shape, level), lines = lines_of(&shape->levels[level]);
    const double way_bytes = (double)shape->levels[level].size_bytes / ways;
    const double node_bytes = 2.0 * shape->levels[level].line_bytes;
    if (level == 0 || (level == 1 && (double)shape->frame_bytes >= way_bytes)) {
        const double sets = fmax(way_bytes / apart_bytes, apart_bytes / node_bytes);
        return nodes > ways * fmin(sets, way_bytes / node_bytes);
    }
    return set_misses(shape, level, ways, ways * nodes * 2 / lines);
}

/* The part of a chase's page walks whose entry the L2 lacks. A table of pages has 512 entries in 64
 * lines. With a node in every page, the entries of 8 share a line: every access brings two lines,
 * its own and that of its entry, which is used again at random, on average once all of them have
 * been. Nodes farther apart have a line of entries each, used once a round; those of nodes 2 MiB
 * apart are the only ones in their tables and meet in one of 64 sets. */
static double entry_misses(const struct cpu_prediction *p, double nodes, double pages)
{
    enum { LINE_ENTRIES = 8, TABLE_LINES = 64 };
    const int level = p->shape.level_count > 1;
    const double lines = lines_of(&p->shape.levels[level]), ways = ways_of(&p->shape, level);
    const double lines_apart = pages / nodes / LINE_ENTRIES;
    const double meeting = fmin(lines_apart, TABLE_LINES) + 1; /* entries, and the nodes */
    const double missed = lines_apart > 1
                              ? set_misses(&p->shape, level, ways, ways * nodes * meeting / lines)
                              : exp(-lines / 2 / (pages / LINE_ENTRIES));
    return missed > 0.01 ? missed : 0;
}

/* A chase in random order: a part of a pass has not been to all nodes before. */
static void settle_cycle(const struct pattern *pattern, const struct shape *shape,
                         int element_bytes, struct cpu_prediction *p)
{
    struct cache_model_counts *counts = &p->counts;
    struct footprint bytes;
    const double accesses = (double)counts->levels[0].accesses;
    const double nodes = pattern->alone && pattern->round ? (double)pattern->round(shape) : 0;
    if (!(nodes > 0) || 2 * counts->levels[0].unforeseen <= counts->levels[0].load_misses)
        return;
    const double all_bytes = (double)arrays_bytes(pattern, shape, element_bytes, &bytes);
    const double apart_bytes = floor(all_bytes / nodes); /* the result is a few bytes, too */
    double missed = 1, missed_near = 1;
    for (int i = 0; i < p->shape.level_count; i++) {
        const int64_t before = llround(accesses * missed);
        missed = fmin(missed, cycle_misses(&p->shape, i, nodes, apart_bytes));
        missed_near = i < 2 ? missed : missed_near;
        const int64_t misses = llround(accesses * missed);
        counts->levels[i] = (struct cache_model_level_counts){
            .accesses = before, .load_misses = misses, .unforeseen = misses, .lines_in = misses};
        counts->lines_read = misses;
    }
    const double all_pages = all_bytes / (double)p->shape.tlb.page_bytes;
    const double pages = fmin(nodes, all_pages);
    const double walks = accesses * fmax(0, 1 - p->shape.tlb.entries / pages);
    counts->tlb_near_misses = llround(accesses * fmax(0, 1 - p->shape.tlb.near_entries / pages));
    counts->tlb_misses = llround(walks);
    counts->tlb_misses_far = llround(walks * missed_near);
    p->entries_far = walks * entry_misses(p, nodes, all_pages);
    p->left = *counts;
    lose_last(&p->left, p->shape.level_count - 1);
    p->may_leave =
        p->shape.level_count == 3 && counts->levels[2].unforeseen < p->left.levels[2].unforeseen;
}

/* The least number of blocks that come back to the lines which they reach, as those of a window in
 * which indices are permuted. */
struct window {
    int64_t blocks;
    double bytes; /* from the first to the last of each array */
    double far;   /* of these, in arrays of which a shorter part reaches more than it accesses */
    bool is_far[ARRAYS];
};

/* Looks at as many blocks as that; false if they do not come back. */
static bool comes_back(const struct pattern *pattern, struct walk *walk, int64_t blocks,
                       struct window *window)
{
    static const double once = 1.5; /* half of a window reaches twice what it accesses */
    const struct extents extents = walk_reach(pattern, walk, window->blocks, blocks);
    const double accessed = (double)(walk->shape->elements * walk->element_bytes) *
                            (double)window->blocks / (double)blocks;
    bool back = true;
    window->bytes = window->far = 0;
    for (int i = 0; i < ARRAYS; i++) {
        const double bytes = extent_bytes(&extents, (enum request_array)i);
        const bool is_far = bytes > once * accessed;
        back = back && !is_far;
        window->is_far[i] = window->is_far[i] || is_far;
        window->bytes += bytes;
        window->far += window->is_far[i] ? bytes : 0;
    }
    return back;
}

/* Sets what misses a level; what that is more or less than before is in no order. */
static void set_misses_of(struct cache_model_counts *counts, int level, int last, int64_t misses)
{
    struct cache_model_level_counts *of = &counts->levels[level];
    const struct cache_model_level_counts *near = &counts->levels[0];
    const int64_t more = misses - of->load_misses - of->store_misses;
    const int64_t stores = more * near->unforeseen_stores / near->unforeseen;
    of->load_misses += more - stores;
    of->store_misses += stores;
    of->unforeseen += more;
    of->unforeseen_stores += stores;
    of->lines_in += more;
    of->lines_out += stores;
    if (level < last) {
        counts->levels[level + 1].accesses += more;
        return;
    }
    counts->lines_read += more - stores;
    counts->lines_write_allocated += stores;
    counts->lines_written_back += stores;
}

/* A part of a window is too short to come back to its lines. If a level has room for the far arrays
 * of the windows of all workers that share it, each line of a window misses it once. */
static void settle_window(const struct pattern *pattern, struct walk *walk, int fitting,
                          struct cpu_prediction *p)
{
    struct cache_model_counts *counts = &p->counts;
    const struct cache_model_level_counts *near = &counts->levels[0];
    if (2 * near->unforeseen <= near->load_misses + near->store_misses)
        return;
    const int64_t share = p->blocks / walk_workers(pattern, walk->shape);
    const int64_t part = power_of_two_from(p->walked) / 2;
    struct window window = {.blocks = part};
    while (window.blocks <= share && !comes_back(pattern, walk, p->blocks, &window))
        window.blocks *= 2;
    const bool longer = window.blocks > part && window.blocks <= share;
    for (int i = 1; i < fitting && longer; i++) {
        const struct cache_model_level *level = &p->shape.levels[i];
        const struct cache_model_level_counts *before = &counts->levels[i - 1];
        const double lines =
            window.bytes / level->line_bytes * (double)p->walked / (double)window.blocks;
        const double most = (double)(before->load_misses + before->store_misses);
        if (window.far * level->sharers <= (double)level->size_bytes)
            set_misses_of(counts, i, p->shape.level_count - 1, llround(fmin(lines, most)));
    }
}

/* A pass that takes more lines than there are comes back to them within the pass. */
static struct left_lines lines_of_round(const struct pattern *pattern, const struct shape *shape,
                                        int element_bytes, const struct cpu_prediction *p)
{
    const int last = p->shape.level_count - 1;
    struct footprint of;
    const double passes = (double)pattern_round_passes(pattern, shape);
    const double bytes = passes * p->scale * (double)p->left.levels[last].lines_in *
                         p->shape.levels[last].line_bytes;
    const double there = fmin(bytes, (double)arrays_bytes(pattern, shape, element_bytes, &of));
    const double all = (double)room(&p->shape, last, pattern->alone);
    return (struct left_lines){passes * there / bytes, fmax(0, 1 - there / all)};
}

int predict_cpu(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                const struct cache_hierarchy *caches, const struct predict_effort *effort,
                struct cpu_prediction *prediction)
{
    struct loop_misses of_arrays = {.missed = {0}};
    struct cpu_walk cpu = {.prediction = prediction,
                           .of_arrays = pattern->loop ? &of_arrays : NULL};
    *prediction = (struct cpu_prediction){.shape = *caches, .entries_far = NAN};
    if (!pattern->walk)
        return -ENOENT;
    const bool adds = walk_has_atomics(pattern, shape, element_bytes);
    prediction->shape.hands_over = !adds; /* additions count these lines themselves */
    const int error = cache_model_create(&cpu.model, &prediction->shape);
    if (error)
        return error;
    if (adds)
        cpu.additions = needed(calloc(1, sizeof *cpu.additions));
    struct walk walk =
        walk_of(shape, pattern->rows(shape, element_bytes, false), element_bytes, false);
    prediction->blocks = pattern->tiles(shape, walk.rows);
    if (prediction->blocks > 0) {
        const int64_t each = WARP_LANES * requests_of_block(pattern, walk, prediction->blocks);
        walk.visit = visit;
        walk.with = &cpu;
        cpu.walk = &walk;
        load_table(pattern, shape, element_bytes, &cpu, caches);
        const int fitting = fitting_level(pattern, shape, element_bytes, caches);
        const bool in_own = fitting < caches->level_count && caches->levels[fitting].sharers == 1;
        const int64_t most = (int64_t)effort->accesses * (in_own ? OWN_EFFORT : 1);
        const bool whole = walk_twice(pattern, &walk, &cpu, prediction, most / each, in_own);
        prediction->may_leave =
            may_leave(prediction, predict_reads_table(pattern, shape, element_bytes), fitting);
        prediction->left = prediction->counts; /* of a part: its caches did not have the lines */
        if (whole)
            lose_last(&prediction->left, caches->level_count - 1);
        if (!whole)
            settle(prediction, fitting);
        settle_cycle(pattern, shape, element_bytes, prediction);
        if (!whole && !pattern->alone && !pattern->loop &&
            !predict_reads_table(pattern, shape, element_bytes))
            settle_window(pattern, &walk, fitting, prediction);
        prediction->scale = (double)prediction->blocks / (double)prediction->walked;
        if (prediction->may_leave)
            prediction->left_lines = lines_of_round(pattern, shape, element_bytes, prediction);
    }
    free(cpu.additions);
    free(cpu.block);
    cache_model_free(cpu.model);
    return 0;
}

double predict_level_bytes(const struct cpu_prediction *p, int level)
{
    const struct cache_model_level_counts *counts = &p->counts.levels[level];
    return p->scale * p->shape.levels[level].line_bytes *
           (double)(counts->lines_in + counts->lines_out);
}

double predict_memory_bytes(const struct cpu_prediction *p)
{
    const struct cache_model_traffic t = cache_model_traffic(&p->shape, &p->counts);
    return p->scale *
           (double)(t.read_bytes + t.write_allocate_bytes + t.write_back_bytes + t.streamed_bytes);
}
