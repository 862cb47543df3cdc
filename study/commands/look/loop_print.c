/* A loop's accesses by the lines of its source, for `warpline show`. */
#include "study/commands/look/forecast.h"
#include "study/json/members.h"
#include "study/loop/places.h"
#include "study/model/gpu/traffic.h"

#include <stdio.h>

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
    printf("  %5s  %-8s%-14s", line, words[row->site->access],
           loop_array_name(f->pattern->loop, row->site->array));
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
