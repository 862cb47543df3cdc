/* Which level of the hierarchy a footprint is said to live in. */
#include "study/plan/point.h"
#include "tests/assertions.h"

#define KIB INT64_C(1024)
#define MIB (1024 * KIB)

static const struct target_facts processor = {
    .cache_levels = 3,
    .caches = {{.name = "L1", .size_bytes = 64 * KIB, .one_bytes = 32 * KIB},
               {.name = "L2", .size_bytes = 2 * MIB, .one_bytes = 1 * MIB},
               {.name = "L3", .size_bytes = 32 * MIB, .one_bytes = 32 * MIB}},
};
static const struct target_facts gpu = {
    .cache_levels = 1,
    .caches = {{.name = "L2", .size_bytes = 60 * MIB, .one_bytes = 60 * MIB}},
};
static const struct target_facts gpu_with_l1 = {
    .cache_levels = 2,
    .caches = {{.name = "L1", .one_bytes = 128 * KIB},
               {.name = "L2", .size_bytes = 60 * MIB, .one_bytes = 60 * MIB}},
};
static const struct target_facts unknown = {.cache_levels = 0};

struct level_case {
    const struct target_facts *facts;
    int64_t bytes;
    const char *level;
    bool alone;
};

static const struct level_case cases[] = {
    {&processor, 1, "L1", false},
    {&processor, 64 * KIB, "L1", false},
    {&processor, 64 * KIB + 1, "L2", false},
    {&processor, 2 * MIB, "L2", false},
    {&processor, 32 * MIB, "L3", false},
    {&processor, 32 * MIB + 1, "L3/memory", false},
    {&processor, 96 * MIB - 1, "L3/memory", false},
    {&processor, 96 * MIB, "memory", false},
    {&processor, INT64_MAX, "memory", false},
    {&processor, 32 * KIB, "L1", true},
    {&processor, 32 * KIB + 1, "L2", true},
    {&processor, MIB, "L2", true},
    {&processor, 2 * MIB, "L3", true},
    {&gpu, 60 * MIB, "L2", false},
    {&gpu, 60 * MIB, "L2", true},
    {&gpu, 61 * MIB, "L2/memory", false},
    {&gpu, 180 * MIB, "memory", false},
    {&gpu_with_l1, 4 * KIB, "L1", true},
    {&gpu_with_l1, 128 * KIB, "L1", true},
    {&gpu_with_l1, 128 * KIB + 1, "L2", true},
    {&gpu_with_l1, 1, "L2", false}, /* each pass is redistributed */
    {&gpu_with_l1, 61 * MIB, "L2/memory", true},
    {&gpu_with_l1, 180 * MIB, "memory", false},
    {&unknown, 8 * KIB, "unknown", false},
    {&unknown, INT64_MAX, "unknown", false},
};

static void test_level(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char level[LEVEL_TEXT_MAX];
        target_level(cases[i].facts, cases[i].bytes, cases[i].alone, level);
        assert_string_equal(level, cases[i].level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_level)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
