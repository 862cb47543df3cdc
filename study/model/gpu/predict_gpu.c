#include "study/base/array.h"
#include "study/base/message.h"
#include "study/model/gpu/l1_model.h"
#include "study/model/gpu/sector_set.h"
#include "study/model/predict.h"
#include "study/plan/point.h"
#include "study/plan/walks.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RUNS = 8,               /* runs of consecutive blocks, where not all are simulated */
    ALONE_REQUESTS = 16384, /* requests of one lane: enough to see whether a chase returns to its
                             * start within a pass */
    SPREAD_BLOCKS = 512,    /* single blocks of an uneven pass */
    LINE_BYTES = SECTOR_BYTES * SECTORS_OF_LINE,
    FOUND_ROUNDS = 100,
    TOGETHER_MOST = 1 << 15, /* loads of a round; a round of long blocks has the others later */
    PLACES = ARRAY_TILE + LOOP_ARRAYS_MAX /* arrays in memory: a loop has others */
};

/* A sweep by all warps finds less in the L2 from 0.9 times its size on, and nothing from 1.05 times
 * on (measured on an H200 between the sizes of study footprint: a copy of 0.96 times the L2 is 0.8
 * times as fast as one of half of it, a copy of 1.03 times has 1.2 times memory's bandwidth; of
 * arrays that are only read, 0.96 times the L2 are still found, 1.03 times are not). */
static const double sweep_kept = 0.9, sweep_lost = 1.05;
/* One worker's chase in the order of its last pass hits almost nothing of what a cache cannot hold
 * (study latency: 1.06 times the L2 takes 0.97 of memory's latency, 1.06 times its near half the
 * latency of the far one). */
static const double alone_kept = 1, alone_lost = 1.0625;
/* If the runs count more than this times the bytes that exist, they count the same sectors
 * repeatedly. */
static const double counted_twice = 1.05;
/* If they read more than this times the bytes that exist, the pass itself reads them repeatedly. */
static const double read_again = 1.5;
/* Runs with a larger standard error than this differ much. */
static const double error_most = 0.1;

struct gpu_count {
    struct gpu_prediction *prediction;
    int first, last; /* the arrays that there are, of the PLACES */
    struct sector_set sets[PLACES];
    struct sector_bytes memory[PLACES];
    bool is_output[PLACES], is_added_to[PLACES];
};

static int place_of(const struct gpu_count *count, const struct request *request)
{
    return count->first == ARRAY_TILE ? ARRAY_TILE + request->loop_array : (int)request->array;
}

/* The additions of a request to one of its sectors: those to one element are made one after
 * another, and then each turn adds to all the others, too. */
static void add_to_sector(const struct request *request, uint64_t sector,
                          struct gpu_prediction *sum)
{
    int most = 0, elements = 0;
    for (int lane = 0; lane < WARP_LANES; lane++) {
        const int64_t element = request->element[lane];
        const uint64_t byte =
            array_base[request->array] + (uint64_t)(element * request->element_bytes);
        int same = 0, before = 0;
        if (element < 0 || byte / SECTOR_BYTES != sector)
            continue;
        for (int other = 0; other < WARP_LANES; other++) {
            same += request->element[other] == element;
            before += other < lane && request->element[other] == element;
        }
        most = same > most ? same : most;
        elements += before == 0;
    }
    const bool whole = elements * request->element_bytes == SECTOR_BYTES;
    *(whole ? &sum->whole_in_turn : &sum->added_in_turn) += most;
    sum->added_beside += elements - 1;
}

static void count_additions(const struct request *request, const struct sectors *sectors,
                            struct gpu_prediction *sum)
{
    sum->added_in_turn += request->one_sum;
    for (int i = 0; !request->one_sum && i < sectors->count; i++)
        add_to_sector(request, sectors->number[i], sum);
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
    sum->load_turns += stored ? 0 : traffic_conflict_degree(request);
    if (request->access == ACCESS_ATOMIC) {
        count_additions(request, &sectors, sum);
        count->is_added_to[place_of(count, request)] = true;
    }
    count->is_output[place_of(count, request)] = request->array == ARRAY_OUT;
    sector_set_add(&count->sets[place_of(count, request)], &sectors, stored);
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
    double *const numbers[] = {
        &p->loads.requests, &p->loads.lanes,  &p->loads.sectors,   &p->loads.lines,
        &p->loads.pages,    &p->stores.pages, &p->stores.requests, &p->stores.lanes,
        &p->stores.sectors, &p->stores.lines, &p->tile_requests,   &p->tile_turns,
        &p->added_in_turn,  &p->load_turns,   &p->whole_in_turn,   &p->added_beside};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] *= by;
}

static void empty_sets(struct gpu_count *count)
{
    for (int i = count->first; i <= count->last; i++)
        sector_set_count(&count->sets[i], &count->memory[i]);
}

static void walk_runs(const struct pattern *pattern, struct walk *walk, struct gpu_count *count,
                      int64_t each)
{
    struct gpu_prediction *p = count->prediction;
    double sectors[RUNS];
    const int runs = p->walked == p->blocks ? 1 : RUNS;
    for (int run = 0; run < runs; run++) {
        const double before = p->loads.sectors + p->stores.sectors;
        const int64_t first = (int64_t)(walk_place(run + 1) * (double)(p->blocks - each));
        walk_stretch(pattern, walk, first, each, p->blocks);
        empty_sets(count);
        sectors[run] = p->loads.sectors + p->stores.sectors - before;
    }
    p->error = relative_error(sectors, runs);
}

/* Runs that differ much do not stand for the pass, for example where only a part of a matrix is
 * visited. Then many single blocks do. */
static void walk_spread(const struct pattern *pattern, struct walk *walk, struct gpu_count *count)
{
    struct gpu_prediction *p = count->prediction;
    double sectors[SPREAD_BLOCKS];
    *p = (struct gpu_prediction){.blocks = p->blocks, .walked = SPREAD_BLOCKS};
    memset(count->memory, 0, sizeof count->memory);
    for (int i = 0; i < SPREAD_BLOCKS; i++) {
        const double before = p->loads.sectors + p->stores.sectors;
        const double block = walk_place(i) * (double)p->blocks;
        walk_stretch(pattern, walk, (int64_t)block, 1, p->blocks);
        empty_sets(count);
        sectors[i] = p->loads.sectors + p->stores.sectors - before;
    }
    p->error = relative_error(sectors, SPREAD_BLOCKS);
}

static bool is_uneven(const struct pattern *pattern, const struct gpu_prediction *p)
{
    return p->walked < p->blocks && SPREAD_BLOCKS < p->blocks && !pattern->alone &&
           (p->error > error_most || p->loads.sectors + p->stores.sectors == 0);
}

/* Adds an array's bytes in memory, of a part of the pass, times `by`. The runs read an array that
 * stays in the L2 once for each run, the pass does so once. */
static void add_memory(struct gpu_prediction *p, struct sector_bytes part, double by,
                       double array_bytes, bool stays)
{
    const double most = stays ? array_bytes : INFINITY;
    const double read = fmin(by * part.read, most), written = fmin(by * part.written, most);
    const bool completed = by * part.written > most;
    const double partial = completed ? 0 : by * part.partial;
    p->read_bytes += read;
    p->write_bytes += written;
    p->partial_bytes += partial;
    p->partial_lines += completed ? 0 : by * part.partial_lines;
    p->read_units_bytes +=
        fmin(by * part.units, by * part.read > most || completed ? read + partial : INFINITY);
}

static void array_sizes(const struct pattern *pattern, const struct walk *walk,
                        int64_t bytes[PLACES])
{
    struct footprint of;
    struct loop_place place[LOOP_ARRAYS_MAX] = {0};
    arrays_bytes(pattern, walk->shape, walk->element_bytes, &of);
    bytes[ARRAY_IN] = of.in;
    bytes[ARRAY_OUT] = of.out;
    bytes[ARRAY_INDEX] = of.index;
    if (pattern->loop)
        pattern->places(walk->shape, place);
    for (int i = 0; i < LOOP_ARRAYS_MAX; i++)
        bytes[ARRAY_TILE + i] = place[i].bytes;
}

static void add_counts(const struct pattern *pattern, const struct walk *walk,
                       const struct gpu_count *count, const struct gpu_caches *caches)
{
    struct gpu_prediction *p = count->prediction;
    /* What stays if it takes more than half of the L2 was not measured; a loop's vector that fits
     * is nearer to once in each pass than to once in each run. */
    const double room = (double)caches->l2_bytes / (pattern->loop ? 1 : 2);
    int64_t bytes[PLACES];
    const double by = (double)p->blocks / (double)p->walked;
    array_sizes(pattern, walk, bytes);
    scale(p, by);
    for (int i = count->first; i <= count->last; i++) {
        p->added_bytes += count->is_added_to[i] ? (double)bytes[i] : 0;
        p->output_read_bytes += count->is_output[i] ? by * count->memory[i].read : 0;
        add_memory(p, count->memory[i], by, (double)bytes[i], (double)bytes[i] <= room);
    }
}

static void count_requests(const struct pattern *pattern, struct walk *walk,
                           const struct gpu_caches *caches, const struct predict_effort *effort,
                           struct gpu_prediction *p)
{
    struct gpu_count count = {.prediction = p,
                              .first = pattern->loop ? ARRAY_TILE : ARRAY_IN,
                              .last = pattern->loop ? PLACES - 1 : ARRAY_TILE - 1};
    const int64_t each = requests_of_block(pattern, *walk, p->blocks);
    const int64_t requests = pattern->alone ? ALONE_REQUESTS : effort->requests;
    const int64_t most = requests / each / RUNS * RUNS;
    const int64_t walked = p->blocks <= most ? p->blocks : most ? most : RUNS;
    const int64_t run = walked == p->blocks ? walked : walked / RUNS;
    for (int i = count.first; i <= count.last; i++)
        sector_set_open(&count.sets[i], (int)power_of_two_from(run * each));
    p->walked = walked;
    walk->visit = visit;
    walk->with = &count;
    walk_runs(pattern, walk, &count, run);
    if (is_uneven(pattern, p))
        walk_spread(pattern, walk, &count);
    walk->with = NULL;
    add_counts(pattern, walk, &count, caches);
    for (int i = count.first; i <= count.last; i++)
        sector_set_close(&count.sets[i]);
}

/* The part of its L1 that a multiprocessor finds its share of the last pass in. With the same
 * blocks in each pass, 127 KB a multiprocessor are found to 98 %, 254 KB to 61 % (sum and compare;
 * copy, of which half is stored: 65 %), 360 KB to 21 % (ncu, H200, L1 of 256 KB). Were the oldest
 * lines replaced, nothing would be found beyond the L1; so lines are replaced at random. */
static const double l1_reused = 0.75;

/* The part of a share that random replacement still has a pass later: of a cache of N lines, one
 * stays while M others come with probability exp(-M / N). */
static double found_again(double share_bytes, double cache_bytes)
{
    double missed = 1;
    for (int i = 0; i < FOUND_ROUNDS; i++)
        missed = 1 - exp(-missed * share_bytes / cache_bytes);
    return 1 - missed;
}

/* One multiprocessor's warps: the traffic of their accesses to the L2. */
struct team_walk {
    struct l1_model *l1;
    struct store_merge merge;
    double loaded, stored; /* sectors of requests */
    double sectors, lines; /* of loads that miss the L1 */
    double atomics;        /* sectors of additions */
    struct sectors *load;  /* of a round's blocks, warp after warp */
    int *end;              /* of each warp's, in `load` */
    int count, room;
};

/* A round's loads: the warps execute their blocks together, so each makes its first load, then each
 * its second. */
static void load_together(struct team_walk *team, int64_t warps)
{
    int left = team->count;
    for (int nth = 0; left > 0; nth++)
        for (int64_t warp = 0; warp < warps; warp++) {
            const int first = warp > 0 ? team->end[warp - 1] : 0;
            if (first + nth >= team->end[warp])
                continue;
            l1_model_load(team->l1, &team->load[first + nth], &team->sectors, &team->lines);
            left--;
        }
    team->count = 0;
}

static void visit_team(void *with, const struct request *request)
{
    struct team_walk *team = with;
    struct sectors sectors;
    if (request->array == ARRAY_TILE)
        return;
    traffic_sectors(request, array_base[request->array], &sectors);
    if (request->access == ACCESS_LOAD) {
        team->loaded += sectors.count;
        if (team->count == TOGETHER_MOST) {
            l1_model_load(team->l1, &sectors, &team->sectors, &team->lines);
            return;
        }
        array_make_room(team->load, team->count, team->room);
        team->load[team->count++] = sectors;
        return;
    }
    team->stored += sectors.count;
    if (request->access == ACCESS_ATOMIC)
        team->atomics += sectors.count;
    else
        store_merge_add(&team->merge, &sectors);
}

/* In a long pass, warps take their blocks from a counter. */
static bool are_taken(const struct pattern *pattern, int64_t blocks, int64_t workers)
{
    return pattern->chunk_tiles > 0 && blocks >= CHUNKS_EACH * workers * pattern->chunk_tiles;
}

/* Rounds first to last - 1 of the first team's warps: in each round every warp of all teams takes
 * one block. */
static void walk_team(const struct pattern *pattern, struct walk *walk, int64_t blocks,
                      int64_t warps, int64_t first, int64_t last)
{
    struct team_walk *team = walk->with;
    const int64_t workers = walk_workers(pattern, walk->shape);
    /* between the blocks of two neighbouring warps in a round: blocks that are taken are anywhere
     * among all that are being worked on */
    const int64_t apart = are_taken(pattern, blocks, workers) ? workers / warps : 1;
    for (int64_t round = first; round < last; round++) {
        int64_t warp = 0;
        for (; warp < warps && round * workers + warp * apart < blocks; warp++) {
            walk_block(pattern, walk, round * workers + warp * apart, blocks);
            store_merge_flush(&team->merge);
            team->end[warp] = team->count;
        }
        load_together(team, warp);
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
    team->merge.whole = team->merge.parts = team->atomics = 0;
    walk_team(pattern, walk, p->blocks, warps, length < rounds ? length : 0,
              length < rounds ? 2 * length : rounds);
}

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static void count_l2(const struct pattern *pattern, struct walk *walk,
                     const struct gpu_caches *caches, const struct predict_effort *effort,
                     struct gpu_prediction *p)
{
    const int64_t each = walk_workers(pattern, walk->shape) / caches->multiprocessors;
    const int64_t warps = each > 0 ? each : 1;
    struct team_walk team = {.l1 = needed(l1_model_create(caches->l1_bytes)),
                             .end = needed(calloc((size_t)warps, sizeof *team.end))};
    team.merge.room = warps < STORE_LINES ? (int)(STORE_LINES / warps) : 1;
    walk->visit = visit_team;
    walk->with = &team;
    walk_team_twice(pattern, walk, warps, effort, p);
    l1_model_free(team.l1);
    free(team.load);
    free(team.end);
    walk->with = NULL;
    if (team.loaded == 0) /* the first rounds of an uneven pass load nothing: as if all missed */
        team.loaded = team.sectors = team.lines = 1;
    const bool same =
        !pattern->alone && !are_taken(pattern, p->blocks, walk_workers(pattern, walk->shape));
    const double loaded = p->loads.sectors * ratio(team.sectors, team.loaded);
    const double share_bytes =
        SECTOR_BYTES * (loaded + p->stores.sectors) / caches->multiprocessors;
    const double missed =
        same ? 1 - found_again(share_bytes, l1_reused * (double)caches->l1_bytes) : 1;
    p->l2_read_sectors = missed * loaded;
    p->l2_read_lines = missed * p->loads.sectors * ratio(team.lines, team.loaded);
    p->whole_stores = p->stores.sectors * ratio(team.merge.whole, team.stored);
    p->partial_stores = p->stores.sectors * ratio(team.merge.parts, team.stored);
    p->atomic_sectors = p->stores.sectors * ratio(team.atomics, team.stored);
}

/* The runs are too short to show reuse over a long part, as by a permutation inside a window. If
 * all sectors of a longer part fit into the L2, they come from memory once. A pass that even so
 * reads its arrays several times reads from many places at once: the L2 has its part of them. */
static void find_reuse(const struct pattern *pattern, struct walk *walk,
                       const struct gpu_caches *caches, double footprint, struct gpu_prediction *p)
{
    for (int64_t count = p->blocks; count > p->walked / RUNS; count /= 2) {
        const struct extents e = walk_reach(pattern, walk, count, p->blocks);
        const double stretches = (double)p->blocks / (double)count;
        const double in = extent_bytes(&e, ARRAY_IN) + extent_bytes(&e, ARRAY_INDEX) +
                          (p->output_read_bytes > 0 ? extent_bytes(&e, ARRAY_OUT) : 0);
        const double out = extent_bytes(&e, ARRAY_OUT);
        if (in + out > (double)caches->l2_bytes)
            continue;
        if (stretches * in < p->read_bytes)
            p->read_bytes = stretches * in;
        if (stretches * out < p->write_bytes)
            p->write_bytes = stretches * out;
        if (p->stores.lanes * walk->element_bytes >= stretches * out)
            p->partial_bytes = p->partial_lines = 0; /* they have completed whole sectors */
        p->read_units_bytes = fmin(p->read_units_bytes, stretches * in + p->partial_bytes);
        break;
    }
    if (p->read_bytes > read_again * footprint) {
        const double missing = fmax(0, 1 - (double)caches->l2_bytes / footprint);
        p->read_bytes *= missing;
        p->read_units_bytes *= missing;
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

/* The bytes that repeated passes keep in the L2. A worker that is alone continues from pass to
 * pass: a pass touches all of its data only if it returns to its start within the pass. Else its
 * round has a line for each step. */
static double touched_bytes(const struct pattern *pattern, const struct shape *shape,
                            double footprint, const struct gpu_prediction *p)
{
    const double part = (double)p->walked / (double)p->blocks;
    const double distinct = (p->read_bytes + p->write_bytes) * part;
    const double asked = SECTOR_BYTES * p->loads.requests * part;
    if (!pattern->alone)
        return fmin(footprint, p->read_bytes + p->write_bytes);
    if (distinct < asked / 2)
        return distinct;
    return pattern->round ? fmin(footprint, LINE_BYTES * (double)pattern->round(shape)) : footprint;
}

/* The share of a sweep's bytes that repeated passes no longer find in a cache. */
static double lost_share(const struct pattern *pattern, double bytes, double cache_bytes)
{
    const double kept = pattern->alone ? alone_kept : sweep_kept;
    const double lost = pattern->alone ? alone_lost : sweep_lost;
    return fmin(fmax((bytes / cache_bytes - kept) / (lost - kept), 0), 1);
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
    if (p->blocks <= 0)
        return -ENOENT;
    count_requests(pattern, &walk, caches, effort, p);
    count_l2(pattern, &walk, caches, effort, p);
    if (p->walked < p->blocks && p->read_bytes + p->write_bytes > counted_twice * footprint)
        find_reuse(pattern, &walk, caches, footprint, p);
    const double touched = touched_bytes(pattern, shape, footprint, p);
    p->memory_share = lost_share(pattern, touched, (double)caches->l2_bytes);
    p->far_share = pattern->alone ? lost_share(pattern, touched, (double)caches->l2_bytes / 2) : 0;
    if (pattern->alone && footprint <= (double)caches->l1_bytes)
        p->l2_read_sectors = p->l2_read_lines = 0; /* reuse between passes: no part shows it */
    return 0;
}
