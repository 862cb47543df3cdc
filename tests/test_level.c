/* Which level of the hierarchy a footprint is said to live in. */
#include "patterns/level.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define KIB INT64_C(1024)
#define MIB (1024 * KIB)

static const struct target_facts processor = {
    .cache_levels = 3,
    .caches = {{.name = "L1", .size_bytes = 64 * KIB},
               {.name = "L2", .size_bytes = 2 * MIB},
               {.name = "L3", .size_bytes = 32 * MIB}},
};
static const struct target_facts gpu = {
    .cache_levels = 1,
    .caches = {{.name = "L2", .size_bytes = 60 * MIB}},
};
static const struct target_facts unknown = {.cache_levels = 0};

struct level_case {
    const struct target_facts *facts;
    int64_t bytes;
    const char *level;
};

static const struct level_case cases[] = {
    {&processor, 1, "L1"},
    {&processor, 64 * KIB, "L1"},
    {&processor, 64 * KIB + 1, "L2"},
    {&processor, 2 * MIB, "L2"},
    {&processor, 32 * MIB, "L3"},
    {&processor, 32 * MIB + 1, "L3/memory"},
    {&processor, 96 * MIB - 1, "L3/memory"},
    {&processor, 96 * MIB, "memory"},
    {&processor, INT64_MAX, "memory"},
    {&gpu, 60 * MIB, "L2"},
    {&gpu, 61 * MIB, "L2/memory"},
    {&gpu, 180 * MIB, "memory"},
    {&unknown, 8 * KIB, "unknown"},
    {&unknown, INT64_MAX, "unknown"},
};

static void test_level(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char level[LEVEL_TEXT_MAX];
        target_level(cases[i].facts, cases[i].bytes, level);
        assert_string_equal(level, cases[i].level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_level)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
