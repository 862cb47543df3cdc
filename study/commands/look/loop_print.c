/* A loop's accesses by the lines of its source, for `warpline show`. */
#include "study/base/text.h"
#include "study/commands/look/forecast.h"
#include "study/json/document.h"
#include "study/loop/loop_state.h"
#include "study/model/gpu/traffic.h"
#include "study/plan/walks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOP_ROWS_MAX = 64, ARRAY_COLUMNS = 14 };

/* Of a part of the pass that stands for it. */
struct loop_row {
    const struct loop_site *site;
    double warps;           /* rows of iterations that were followed */
    double requests, lanes; /* of a warp */
    double sectors, lines;  /* on a GPU */
    double used_bytes;      /* different bytes of these sectors that the lanes access */
    /* Whether all iterations read one element, which no iteration writes: a compiler keeps it in a
     * register unless its address depends on data. */
    bool one_element;
    double accesses; /* on a CPU */
    double misses[CACHE_LEVELS_MAX];
};

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

/* The rows, in the order of the source, at most LOOP_ROWS_MAX. `caches` is the CPU's model; NULL:
 * on a GPU. Returns how many. */
static int loop_table(const struct pattern *pattern, const struct shape *shape,
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

static const char *const words[] = {[ACCESS_LOAD] = "reads",
                                    [ACCESS_STORE] = "writes",
                                    [ACCESS_ATOMIC] = "updates",
                                    [ACCESS_STREAM] = "streams to"};

static int rows_of(const struct forecast *f, struct loop_row rows[LOOP_ROWS_MAX])
{
    const bool gpu = f->model == MODEL_SECTORS;
    return loop_table(f->pattern, &f->shape, gpu ? NULL : &f->cpu.shape, rows);
}

/* Misses of 1000 accesses; none at a level that keeps the arrays from pass to pass. */
static double misses_of(const struct forecast *f, const struct loop_row *row, int level)
{
    const struct cache_model_level_counts *all = &f->cpu.counts.levels[level];
    return all->load_misses + all->store_misses ? 1000 * row->misses[level] / row->accesses : 0;
}

static double used(const struct loop_row *row)
{
    return row->used_bytes / (row->sectors * SECTOR_BYTES);
}

static void print_row(const struct forecast *f, const struct loop_row *row)
{
    char line[16] = "-";
    if (row->site->line)
        snprintf(line, sizeof line, "%d", row->site->line);
    printf("  %5s  %-8s", line, words[row->site->access]);
    put_padded(stdout, loop_array_name(f->pattern->loop, row->site->array), ARRAY_COLUMNS);
    if (f->model == MODEL_SECTORS) {
        printf("%9.4g%9.4g%9.4g%9.4g%8.3g %%%s\n", row->requests / row->warps,
               row->lanes / row->requests, row->sectors / row->requests, row->lines / row->requests,
               100 * used(row), row->one_element ? " (1)" : "");
        return;
    }
    printf("%9.4g", row->accesses / row->warps / WARP_LANES);
    for (int i = 0; i < f->cpu.shape.level_count; i++)
        printf("%9.4g", misses_of(f, row, i));
    putchar('\n');
}

void loop_print(const struct forecast *f)
{
    struct loop_row rows[LOOP_ROWS_MAX];
    const int count = rows_of(f, rows);
    if (f->model == MODEL_SECTORS)
        printf("   line  access  array          a warp    lanes  sectors    lines    used\n");
    else {
        printf("   line  access  array        a step");
        for (int i = 0; i < f->cpu.shape.level_count; i++)
            printf("%9s", f->cpu.shape.levels[i].name);
        printf("   (misses of 1000 accesses)\n");
    }
    bool any = false;
    for (int i = 0; i < count; i++) {
        print_row(f, &rows[i]);
        any |= rows[i].one_element;
    }
    if (any)
        printf("  (1) the same element in every iteration: the compiler may keep it in a\n"
               "      register, and hardware counters then lack these requests\n");
}

static void put_row(json_t *all, const struct forecast *f, const struct loop_row *row)
{
    json_t *object = add_object(all);
    put_count(object, "line", row->site->line);
    put_text(object, "access", words[row->site->access]);
    put_text(object, "array", loop_array_name(f->pattern->loop, row->site->array));
    put_count(object, "bytes", row->site->bytes);
    if (f->model == MODEL_SECTORS) {
        put_number(object, "requests_a_warp", row->requests / row->warps);
        put_number(object, "lanes", row->lanes / row->requests);
        put_number(object, "sectors", row->sectors / row->requests);
        put_number(object, "lines", row->lines / row->requests);
        put_number(object, "used", used(row));
        put_flag(object, "one_element", row->one_element);
        return;
    }
    put_number(object, "accesses_an_iteration", row->accesses / row->warps / WARP_LANES);
    json_t *levels = put_array(object, "misses");
    for (int i = 0; i < f->cpu.shape.level_count; i++) {
        json_t *level = add_object(levels);
        put_text(level, "name", f->cpu.shape.levels[i].name);
        put_number(level, "of_1000", misses_of(f, row, i));
    }
}

void loop_put(json_t *object, const struct forecast *f)
{
    struct loop_row rows[LOOP_ROWS_MAX];
    const int count = rows_of(f, rows);
    json_t *all = put_array(object, "lines_of_source");
    for (int i = 0; i < count; i++)
        put_row(all, f, &rows[i]);
}
