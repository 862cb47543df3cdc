/* The models say of recorded points what they said when these were measured: the predicted columns
 * of recorded rows, byte for byte, as far as no measured ceiling comes into them. */
#include "plots/data/csv.h"
#include "study/run/columns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

/* Rows that are looked at: a prime, so that all studies and targets are among them. */
enum { EACH = 7, COMPARED_LEAST = 200 };

static struct target targets[] = {{.ops = &cpu_target_ops, .name = "cpu"},
                                  {.ops = &gpu_target_ops, .name = "gpu0"}};

static const char *cell(const struct table *table, const char *name)
{
    const int column = table_column(table, name);
    assert_true(column >= 0);
    return table->cells[column];
}

/* "L1 49152 64; L2 ...": the entry of that name, NULL where there is none. */
static const char *cache_named(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (; list; list = strchr(list, ';') ? strchr(list, ';') + 2 : NULL)
        if (strncmp(list, name, length) == 0)
            return list + length;
    return NULL;
}

/* What one worker can use tells of all levels, what all can of those that they share. */
static void read_caches(struct target *target, const struct table *table)
{
    static const struct {
        const char *name;
        int ways; /* a CPU's; a GPU's are not looked at */
    } levels[] = {{"L1", 12}, {"L2", 16}, {"L3", 20}};
    char key[64];
    struct target_facts *facts = &target->facts;
    snprintf(key, sizeof key, "%s_caches", target->name);
    const char *all = table_header_value(table, key);
    snprintf(key, sizeof key, "%s_caches_of_one", target->name);
    const char *one = table_header_value(table, key);
    for (int i = 0; i < 3; i++) {
        const char *size = cache_named(all, levels[i].name);
        const char *own = cache_named(one, levels[i].name);
        if (!own)
            continue;
        struct cache_level *cache = &facts->caches[facts->cache_levels++];
        *cache = (struct cache_level){.size_bytes = size ? atoll(size) : 0, .ways = levels[i].ways};
        snprintf(cache->name, sizeof cache->name, "%s", levels[i].name);
        assert_int_equal(sscanf(own, "%ld %d", &cache->one_bytes, &cache->line_bytes), 2);
    }
    assert_true(facts->cache_levels > 1);
}

static void read_targets(const struct table *table)
{
    struct target *cpu = &targets[0], *gpu = &targets[1];
    int multiprocessors = 0;
    char problem[TEXT_MAX];
    assert_int_equal(gpu->ops->outline(&gpu->facts, problem, sizeof problem), 0);
    gpu->facts.cache_levels = 0;
    read_caches(cpu, table);
    read_caches(gpu, table);
    assert_int_equal(sscanf(table_header_value(table, "gpu0_detail"), "%d multi", &multiprocessors),
                     1);
    gpu->facts.launch.teams = multiprocessors;
}

static struct point point_of(const struct table *table)
{
    static const struct kernel some_kernel;
    const int on_gpu = strcmp(cell(table, "target"), "gpu0") == 0;
    struct point point = {.pattern = pattern_find(cell(table, "pattern")),
                          .target = &targets[on_gpu],
                          .kernel = &some_kernel,
                          .parameter = cell(table, "parameter"),
                          .value = atoll(cell(table, "value")),
                          .element_bytes = atoi(cell(table, "element_bytes")),
                          .footprint_bytes = atoll(cell(table, "footprint_bytes"))};
    assert_non_null(point.pattern);
    point.shape = shape_standard(point.pattern, atoll(cell(table, "elements")), 1);
    shape_set(&point.shape, point.pattern, point.parameter, point.value);
    point.shape.workers = atoll(cell(table, "workers"));
    point.shape.threads = point.shape.workers * (on_gpu ? WARP_LANES : 1);
    snprintf(point.level, sizeof point.level, "%s", cell(table, "level"));
    return point;
}

/* Columns from predicted_bytes to the one before predicted_time_ns. Returns how many. */
static int compare(const struct table *table)
{
    char text[COLUMN_TEXT_MAX];
    int compared = 0;
    const struct point point = point_of(table);
    const struct ceilings ceilings = {.ns_each = {0}};
    const struct result result = result_of(&point, NULL, "-", 0, &ceilings);
    const struct column *c = columns;
    while (strcmp(c->name, "predicted_bytes") != 0)
        c++;
    for (; strcmp(c->name, "predicted_time_ns") != 0; c++, compared++)
        if (strcmp(column_text(c, &result, text), cell(table, c->name)) != 0)
            fail_msg("line %d, %s: %s instead of %s", table->line, c->name, text,
                     cell(table, c->name));
    return compared;
}

static void predicts_what_was_recorded(void **state)
{
    (void)state;
    char problem[1024] = "";
    struct table table;
    int rows = 0, compared = 0;
    assert_int_equal(table_open(&table, TEST_DATA "/../../plots/recorded/h200", "results.csv",
                                problem, sizeof problem),
                     0);
    read_targets(&table);
    while (table_next(&table) == 1)
        if (rows++ % EACH == 0)
            compared += compare(&table) > 0;
    assert_string_equal(problem, "");
    assert_true(compared >= COMPARED_LEAST);
    table_close(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(predicts_what_was_recorded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
