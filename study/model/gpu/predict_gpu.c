#include "study/model/gpu/l1_model.h"
#include "study/model/gpu/sector_set.h"
#include "study/model/gpu/store_merge.h"
#include "study/model/predict.h"
#include "study/plan/point.h"
#include "study/plan/walks.h"

#include <errno.h>
#include <math.h>

enum {
    RUNS = 8,               /* runs of consecutive blocks, where not all are simulated */
    ALONE_REQUESTS = 16384, /* requests of one lane: enough to see whether a chase returns to its
                             * start within a pass */
    EXTENT_BLOCKS = 16      /* blocks of a part, from which its extent is estimated */
};

/* A sweep over more than the L2 holds still hits there for up to half as much again (study
 * footprint: on an H200, a copy of 1.07 times the L2 reaches 0.8 of the L2's bandwidth, one of 1.5
 * times has memory's). */
static const double l2_swept_out = 0.5;
/* If the runs count more than this times the bytes that exist, they count the same sectors
 * repeatedly. */
static const double counted_twice = 1.05;

struct gpu_count {
    struct gpu_prediction *prediction;
    struct sector_set set;
    struct sector_bytes memory;
};

/* Serialized additions of a request: additions to one element are made one after another. This is
 * the largest number to one element of each sector, summed over the sectors. */
static int added_in_turn(const struct request *request, const struct sectors *sectors,
                         uint64_t base)
{
    int sum = 0;
    for (int i = 0; i < sectors->count; i++) {
        int most = 0;
        for (int lane = 0; lane < WARP_LANES; lane++) {
            const int64_t element = request->element[lane];
            const uint64_t byte = base + (uint64_t)(element * request->element_bytes);
            int same = 0;
            if (element < 0 || byte / SECTOR_BYTES != sectors->number[i])
                continue;
            for (int other = 0; other < WARP_LANES; other++)
                same += request->element[other] == element;
            most = same > most ? same : most;
        }
        sum += most;
    }
    return sum;
}

static void count_global(struct gpu_count *count, const struct request *request)
{
    struct gpu_prediction *sum = count->prediction;
    struct sectors sectors;
    traffic_sectors(request, array_base[request->array], &sectors);
    const bool stored = request->access != ACCESS_LOAD;
    struct global_requests *kind = stored ? &sum->stores : &sum->loads;
    kind->requests += sectors.lanes > 0;
    kind->lanes += sectors.lanes;
    kind->sectors += sectors.count;
    kind->lines += sectors.lines;
    kind->pages += traffic_pages(&sectors);
    if (request->access == ACCESS_ATOMIC)
        sum->added_in_turn += added_in_turn(request, &sectors, array_base[request->array]);
    sector_set_add(&count->set, &sectors, stored);
}

static void visit(void *with, const struct request *request)
{
    struct gpu_count *count = with;
    if (request->array != ARRAY_TILE) {
        count_global(count, request);
        return;
    }
    count->prediction->tile_requests++;
    count->prediction->tile_turns += traffic_conflict_degree(request);
}

static void scale(struct gpu_prediction *p, double by)
{
    double *const numbers[] = {&p->loads.requests,   &p->loads.lanes,   &p->loads.sectors,
                               &p->loads.lines,      &p->loads.pages,   &p->stores.pages,
                               &p->stores.requests,  &p->stores.lanes,  &p->stores.sectors,
                               &p->stores.lines,     &p->tile_requests, &p->tile_turns,
                               &p->read_bytes,       &p->write_bytes,   &p->partial_bytes,
                               &p->read_units_bytes, &p->added_in_turn};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] *= by;
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
        sector_set_count(&count->set, &count->memory);
        sectors[run] = p->loads.sectors + p->stores.sectors - before;
    }
    p->error = relative_error(sectors, runs);
}

static int power_of_two_from(int64_t count)
{
    int power = 1;
    while (power < count)
        power *= 2;
    return power;
}

static int count_requests(const struct pattern *pattern, struct walk *walk,
                          const struct predict_effort *effort, struct gpu_prediction *p)
{
    struct gpu_count count = {.prediction = p};
    const int64_t each = requests_of_block(pattern, *walk, p->blocks);
    const int64_t requests = pattern->alone ? ALONE_REQUESTS : effort->requests;
    const int64_t most = requests / each / RUNS * RUNS;
    const int64_t walked = p->blocks <= most ? p->blocks : most ? most : RUNS;
    const int64_t run = walked == p->blocks ? walked : walked / RUNS;
    const bool has_room = sector_set_open(&count.set, power_of_two_from(run * each));
    if (has_room) {
        p->walked = walked;
        walk->visit = visit;
        walk->with = &count;
        walk_runs(pattern, walk, &count, run);
        walk->with = NULL;
        p->read_bytes = count.memory.read;
        p->write_bytes = count.memory.written;
        p->partial_bytes = count.memory.partial;
        p->read_units_bytes = count.memory.units;
        scale(p, (double)p->blocks / (double)p->walked);
    }
    sector_set_close(&count.set);
    return has_room ? 0 : -ENOMEM;
}

/* One multiprocessor's warps: the traffic of their accesses to the L2. */
struct team_walk {
    struct l1_model *l1;
    struct store_merge merge;
    double loaded, stored; /* sectors of requests */
    double sectors, lines; /* of loads that miss the L1 */
};

static void visit_team(void *with, const struct request *request)
{
    struct team_walk *team = with;
    struct sectors sectors;
    if (request->array == ARRAY_TILE)
        return;
    traffic_sectors(request, array_base[request->array], &sectors);
    if (request->access == ACCESS_LOAD) {
        team->loaded += sectors.count;
        l1_model_load(team->l1, &sectors, &team->sectors, &team->lines);
    } else {
        team->stored += sectors.count;
        store_merge_add(&team->merge, &sectors, request->access == ACCESS_ATOMIC);
    }
}

/* Rounds first to last - 1 of the first team's warps: in each round every warp of all teams takes
 * one block (cyclic distribution). */
static void walk_team(const struct pattern *pattern, struct walk *walk, int64_t blocks,
                      int64_t warps, int64_t first, int64_t last)
{
    struct team_walk *team = walk->with;
    const int64_t workers = walk_workers(pattern, walk->shape);
    for (int64_t round = first; round < last; round++)
        for (int64_t warp = 0; warp < warps && round * workers + warp < blocks; warp++) {
            walk_block(pattern, walk, round * workers + warp, blocks);
            store_merge_flush(&team->merge);
        }
}

/* Some rounds warm the L1, and equally many after them are counted. A pass that is no longer than
 * that starts cold: the next pass gives the warps other blocks. */
static void walk_team_twice(const struct pattern *pattern, struct walk *walk, int64_t warps,
                            const struct predict_effort *effort, const struct gpu_prediction *p)
{
    struct team_walk *team = walk->with;
    const int64_t each = requests_of_block(pattern, *walk, p->blocks);
    const int64_t workers = walk_workers(pattern, walk->shape);
    const int64_t rounds = (p->blocks + workers - 1) / workers;
    const int64_t most = effort->requests / 4 / (each * warps);
    const int64_t length = rounds <= most ? rounds : most > 0 ? most : 1;
    if (length < rounds)
        walk_team(pattern, walk, p->blocks, warps, 0, length);
    team->loaded = team->stored = team->sectors = team->lines = 0;
    team->merge.whole = team->merge.parts = 0;
    walk_team(pattern, walk, p->blocks, warps, length < rounds ? length : 0,
              length < rounds ? 2 * length : rounds);
}

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static int count_l2(const struct pattern *pattern, struct walk *walk,
                    const struct gpu_caches *caches, const struct predict_effort *effort,
                    struct gpu_prediction *p)
{
    const int64_t each = walk_workers(pattern, walk->shape) / caches->multiprocessors;
    const int64_t warps = each > 0 ? each : 1;
    struct team_walk team = {.l1 = l1_model_create(caches->l1_bytes)};
    team.merge.room = warps < STORE_LINES ? (int)(STORE_LINES / warps) : 1;
    if (!team.l1)
        return -ENOMEM;
    walk->visit = visit_team;
    walk->with = &team;
    walk_team_twice(pattern, walk, warps, effort, p);
    l1_model_free(team.l1);
    walk->with = NULL;
    p->l2_read_sectors = p->loads.sectors * ratio(team.sectors, team.loaded);
    p->l2_read_lines = p->loads.sectors * ratio(team.lines, team.loaded);
    p->whole_stores = p->stores.sectors * ratio(team.merge.whole, team.stored);
    p->partial_stores = p->stores.sectors * ratio(team.merge.parts, team.stored);
    return 0;
}

/* The extents of `count` blocks in the middle of the pass, estimated from some of them. */
static struct extents extents_of(const struct pattern *pattern, struct walk *walk, int64_t count,
                                 int64_t blocks)
{
    struct extents extents = extents_none();
    const int64_t first = blocks / 2 / count * count;
    const int64_t last = (first + count < blocks ? first + count : blocks) - 1;
    for (int i = 0; i < EXTENT_BLOCKS; i++)
        walk_extents(pattern, walk, first + (last - first) * i / (EXTENT_BLOCKS - 1), blocks,
                     &extents);
    return extents;
}

static double extent(const struct extents *extents, enum request_array array)
{
    return extents->high[array] > extents->low[array]
               ? (double)(extents->high[array] - extents->low[array])
               : 0;
}

/* The runs are too short to show reuse over a long part, as by a permutation inside a window. If
 * all sectors of a longer part fit into the L2, they come from memory once. */
static void find_reuse(const struct pattern *pattern, struct walk *walk,
                       const struct gpu_caches *caches, struct gpu_prediction *p)
{
    for (int64_t count = p->blocks; count > p->walked / RUNS; count /= 2) {
        const struct extents e = extents_of(pattern, walk, count, p->blocks);
        const double stretches = (double)p->blocks / (double)count;
        const double in = extent(&e, ARRAY_IN) + extent(&e, ARRAY_INDEX);
        const double out = extent(&e, ARRAY_OUT);
        if (in + out > (double)caches->l2_bytes)
            continue;
        if (stretches * in < p->read_bytes)
            p->read_bytes = stretches * in;
        if (stretches * out < p->write_bytes)
            p->write_bytes = stretches * out;
        if (p->stores.lanes * walk->element_bytes >= stretches * out)
            p->partial_bytes = 0; /* partial stores have completed whole sectors */
        p->read_units_bytes = fmin(p->read_units_bytes, p->read_bytes + p->partial_bytes);
        return;
    }
}

struct gpu_caches gpu_caches_of(const struct target_facts *facts)
{
    const int levels = facts->cache_levels;
    return (struct gpu_caches){
        .multiprocessors = facts->launch.teams,
        .l1_bytes = facts->team_l1_bytes,
        .l2_bytes = levels > 0 ? facts->caches[levels - 1].size_bytes : 0,
    };
}

/* The bytes that repeated passes touch. A worker that is alone continues from pass to pass: a pass
 * touches all of its data only if it returns to its start within the pass. */
static double touched_bytes(const struct pattern *pattern, double footprint,
                            const struct gpu_prediction *p)
{
    const double part = (double)p->walked / (double)p->blocks;
    const double distinct = (p->read_bytes + p->write_bytes) * part;
    const double asked = SECTOR_BYTES * p->loads.requests * part;
    if (!pattern->alone)
        return fmin(footprint, p->read_bytes + p->write_bytes);
    return distinct < asked / 2 ? distinct : footprint;
}

static double memory_share(double bytes, const struct gpu_caches *caches)
{
    const double beyond = (bytes / (double)caches->l2_bytes - 1) / l2_swept_out;
    return beyond < 0 ? 0 : beyond > 1 ? 1 : beyond;
}

int predict_gpu(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                const struct gpu_caches *caches, const struct predict_effort *effort,
                struct gpu_prediction *p)
{
    struct footprint bytes;
    const double footprint = (double)arrays_bytes(pattern, shape, element_bytes, &bytes);
    *p = (struct gpu_prediction){.walked = 0};
    if (!pattern->walk)
        return -ENOENT;
    struct walk walk =
        walk_of(shape, pattern->rows(shape, element_bytes, true), element_bytes, true);
    p->blocks = pattern->tiles(shape, walk.rows);
    int error = p->blocks > 0 ? count_requests(pattern, &walk, effort, p) : -ENOENT;
    if (!error)
        error = count_l2(pattern, &walk, caches, effort, p);
    if (error)
        return error;
    if (p->walked < p->blocks && p->read_bytes + p->write_bytes > counted_twice * footprint)
        find_reuse(pattern, &walk, caches, p);
    p->memory_share = memory_share(touched_bytes(pattern, footprint, p), caches);
    if (pattern->alone && footprint <= (double)caches->l1_bytes)
        p->l2_read_sectors = p->l2_read_lines = 0; /* reuse between passes: no part shows it */
    return 0;
}
