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

enum { ARRAY_COLUMNS = 14 };

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
    const struct site_misses *on_cpu;
};

/* Stretches of the pass that are followed on a GPU, and the rows of each. */
enum { PARTS = 64, PART_ROWS = LOOP_CHUNK_ROWS };

struct table {
    struct loop_row *rows;
    int64_t element[LOOP_SITES_MAX]; /* the first one that is accessed there; -1: others are, too */
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

static void visit(void *with, const struct request *request)
{
    struct table *table = with;
    compare_elements(table, request);
    count_sectors(&table->rows[request->load], request);
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

/* Each site's requests, if the first warps of many parts stand for all. */
static void follow(const struct forecast *f, struct loop_row rows[LOOP_SITES_MAX])
{
    struct table table = {.rows = rows};
    struct walk walk = walk_of(&f->shape, 1, 4, true);
    walk.visit = visit;
    walk.with = &table;
    const double followed = follow_warps(f->pattern, &walk, f->pattern->tiles(&f->shape, 1));
    const struct loop *loop = f->pattern->loop;
    for (int i = 0; i < loop->site_count; i++) {
        rows[i].warps = followed;
        rows[i].one_element = table.element[i] >= 0 && rows[i].requests == followed &&
                              followed > 1 && loop->sites[i].access == ACCESS_LOAD &&
                              !loop_array(loop, loop->sites[i].array)->written;
    }
}

/* The rows, in the order of the source. Returns how many. */
static int rows_of(const struct forecast *f, struct loop_row rows[LOOP_SITES_MAX])
{
    const struct loop *loop = f->pattern->loop;
    int count = 0;
    memset(rows, 0, LOOP_SITES_MAX * sizeof *rows);
    if (f->model == MODEL_SECTORS)
        follow(f, rows);
    for (int i = 0; i < loop->site_count; i++) {
        struct loop_row row = rows[i];
        row.site = &loop->sites[i];
        row.on_cpu = &f->cpu.of_site[i];
        if (f->model == MODEL_SECTORS ? row.requests > 0 : row.on_cpu->accesses > 0)
            rows[count++] = row;
    }
    qsort(rows, (size_t)count, sizeof *rows, by_place);
    return count;
}

static const char *const words[] = {[ACCESS_LOAD] = "reads",
                                    [ACCESS_STORE] = "writes",
                                    [ACCESS_ATOMIC] = "updates",
                                    [ACCESS_STREAM] = "streams to"};

/* Misses of 1000 accesses; none at a level that keeps the arrays from pass to pass. */
static double misses_of(const struct forecast *f, const struct loop_row *row, int level)
{
    const struct cache_model_level_counts *all = &f->cpu.counts.levels[level];
    const bool left = f->left_part > 0 && level == f->cpu.shape.level_count - 1;
    const double missed = left ? f->left_part * (double)row->on_cpu->missed[level - 1]
                               : (double)row->on_cpu->missed[level];
    return all->load_misses + all->store_misses ? 1000 * missed / (double)row->on_cpu->accesses : 0;
}

/* Accesses of an iteration. */
static double accesses_of(const struct forecast *f, const struct loop_row *row)
{
    return (double)row->on_cpu->accesses / (double)f->cpu.walked / WARP_LANES;
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
    printf("%9.4g", accesses_of(f, row));
    for (int i = 0; i < f->cpu.shape.level_count; i++)
        printf("%9.4g", misses_of(f, row, i));
    putchar('\n');
}

void loop_print(const struct forecast *f)
{
    struct loop_row rows[LOOP_SITES_MAX];
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
    put_number(object, "accesses_an_iteration", accesses_of(f, row));
    json_t *levels = put_array(object, "misses");
    for (int i = 0; i < f->cpu.shape.level_count; i++) {
        json_t *level = add_object(levels);
        put_text(level, "name", f->cpu.shape.levels[i].name);
        put_number(level, "of_1000", misses_of(f, row, i));
    }
}

void loop_put(json_t *object, const struct forecast *f)
{
    struct loop_row rows[LOOP_SITES_MAX];
    const int count = rows_of(f, rows);
    json_t *all = put_array(object, "lines_of_source");
    for (int i = 0; i < count; i++)
        put_row(all, f, &rows[i]);
}
