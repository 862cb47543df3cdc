#include "study/loop/places.h"

#include "study/loop/loop_state.h"
#include "study/model/gpu/traffic.h"
#include "study/plan/walks.h"

#include <stdlib.h>
#include <string.h>

enum {
    PARTS = 64, /* stretches of the pass that are followed on a GPU, and the rows of each */
    PART_ROWS = LOOP_CHUNK_ROWS,
    SHARE_ROWS = 2048 /* of a CPU worker's share: after as many that warm the caches */
};

struct table {
    struct loop_row *rows;
    int64_t element[LOOP_ROWS_MAX]; /* the first one that is accessed there; -1: others are, too */
    struct cache_model *model;      /* NULL: on a GPU */
    const struct walk *walk;
    bool counts;
};

static void count_sectors(struct loop_row *row, const struct request *request)
{
    struct sectors sectors;
    traffic_sectors(request, array_base[request->array], &sectors);
    row->requests++;
    row->lanes += sectors.lanes;
    row->sectors += sectors.count;
    row->lines += sectors.lines;
    for (int i = 0; i < sectors.count; i++)
        row->used_bytes += __builtin_popcount(sectors.bytes[i]);
}

static void compare_elements(struct table *table, const struct request *request)
{
    int64_t *element = &table->element[request->load];
    if (table->rows[request->load].requests == 0)
        *element = request->element[0];
    for (int lane = 0; lane < WARP_LANES; lane++)
        if (request->element[lane] != *element)
            *element = -1;
}

static void count_misses(const struct table *table, struct loop_row *row,
                         const struct request *request)
{
    const struct cache_model_counts before = cache_model_counts(table->model);
    for (int lane = 0; lane < WARP_LANES; lane++)
        if (request->element[lane] >= 0) {
            cache_model_access(table->model, (int)table->walk->thread,
                               array_base[request->array] +
                                   (uint64_t)(request->element[lane] * request->element_bytes),
                               request->element_bytes, request->access != ACCESS_LOAD);
            row->accesses += table->counts;
        }
    const struct cache_model_counts after = cache_model_counts(table->model);
    for (int i = 0; i < CACHE_LEVELS_MAX && table->counts; i++)
        row->misses[i] += (double)(after.levels[i].load_misses + after.levels[i].store_misses -
                                   before.levels[i].load_misses - before.levels[i].store_misses);
}

static void visit(void *with, const struct request *request)
{
    struct table *table = with;
    struct loop_row *row = &table->rows[request->load];
    if (table->model) {
        count_misses(table, row, request);
    } else {
        compare_elements(table, request);
        count_sectors(row, request);
    }
}

/* The followed rows begin at another place in each part: arrays often have a power of two of rows,
 * and all parts would begin at a border. */
static double follow_warps(const struct pattern *pattern, struct walk *walk, int64_t blocks)
{
    double followed = 0;
    const int64_t parts = blocks / PART_ROWS < PARTS ? (blocks + PART_ROWS - 1) / PART_ROWS : PARTS;
    for (int64_t part = 0; part < parts; part++) {
        const int64_t chunks = (blocks + PART_ROWS - 1) / PART_ROWS;
        const double place = (double)part + walk_place(part + 1);
        const int64_t first = (int64_t)(place * (double)chunks / (double)parts) * PART_ROWS;
        const int64_t count = blocks - first < PART_ROWS ? blocks - first : PART_ROWS;
        walk_stretch(pattern, walk, first, count, blocks);
        followed += (double)count;
    }
    return followed;
}

/* The first worker's share, of which the second half is counted, or all of it a second time. */
static double follow_core(const struct pattern *pattern, struct walk *walk, int64_t blocks,
                          struct table *table)
{
    const int64_t workers = walk->shape->workers, share = (blocks + workers - 1) / workers;
    const int64_t length = share < INT64_C(2) * SHARE_ROWS ? share : SHARE_ROWS;
    table->counts = false;
    walk_stretch(pattern, walk, 0, length, blocks);
    table->counts = true;
    walk_stretch(pattern, walk, length == share ? 0 : length, length, blocks);
    return (double)length;
}

static int by_place(const void *a, const void *b)
{
    const struct loop_site *x = ((const struct loop_row *)a)->site;
    const struct loop_site *y = ((const struct loop_row *)b)->site;
    if (x->line != y->line)
        return x->line - y->line;
    if (x->access != y->access)
        return (int)x->access - (int)y->access;
    return x->code < y->code ? -1 : x->code > y->code;
}

int loop_table(const struct pattern *pattern, const struct shape *shape,
               const struct cache_hierarchy *caches, struct loop_row rows[LOOP_ROWS_MAX])
{
    struct table table = {.rows = rows};
    struct walk walk = walk_of(shape, 1, 4, !caches);
    const int64_t blocks = pattern->tiles(shape, 1);
    int count = 0;
    memset(rows, 0, LOOP_ROWS_MAX * sizeof *rows);
    if (blocks == 0 || (caches && cache_model_create(&table.model, caches)))
        return 0;
    table.walk = &walk;
    walk.visit = visit;
    walk.with = &table;
    const double followed =
        caches ? follow_core(pattern, &walk, blocks, &table) : follow_warps(pattern, &walk, blocks);
    cache_model_free(table.model);
    for (int i = 0; i < shape->loop->site_count && i < LOOP_ROWS_MAX; i++) {
        if (rows[i].requests + rows[i].accesses == 0)
            continue;
        rows[count] = rows[i];
        rows[count].site = &shape->loop->sites[i];
        rows[count].one_element = table.element[i] >= 0 && rows[i].requests == followed &&
                                  followed > 1 && rows[count].site->access == ACCESS_LOAD &&
                                  !loop_array(shape->loop, rows[count].site->array)->written;
        rows[count++].warps = followed;
    }
    qsort(rows, (size_t)count, sizeof *rows, by_place);
    return count;
}
