/* The values of sweeps, on targets that are made up. */
#include "study/plan/course.h"
#include "tests/assertions.h"

#include <stdio.h>
#include <string.h>

enum { ACCESSES = 1 << 20 };

static const struct target cpu = {.ops = &cpu_target_ops,
                                  .facts = {.host_memory = true,
                                            .launch = {.teams = 1, .workers = 6, .threads = 6},
                                            .cache_levels = 1,
                                            .caches = {{.name = "L1", .size_bytes = 49152}}}};
static const struct target gpu = {
    .ops = &gpu_target_ops, .facts = {.launch = {.teams = 132, .workers = 264, .threads = 9}}};
static const struct shape at_one = {.elements = 4096, .threads = 64};

static const struct {
    const char *name;
    struct sweep sweep;
    const struct target *target;
    bool quick;
    const char *values;
} cases[] = {
    {"listed", {.full = "1 3 9", .quick = "2"}, &cpu, false, "1 3 9"},
    {"listed, quick", {.full = "1 3 9", .quick = "2"}, &cpu, true, "2"},
    {"powers", {.kind = SWEEP_POWERS}, &cpu, false, "1 2 4 8 16 32 64"},
    {"powers, quick", {.kind = SWEEP_POWERS}, &cpu, true, "1 64"},
    {"windows", {.kind = SWEEP_WINDOWS}, &cpu, false, "1 4 16 64 256 1024 4096"},
    {"windows, quick", {.kind = SWEEP_WINDOWS}, &cpu, true, "1 64 4096"},
    {"threads", {.kind = SWEEP_THREADS}, &cpu, false, "1 2 4 8 16 32 64"},
    {"element sizes", {.kind = SWEEP_ELEMENTS}, &cpu, true, "1 2 4 8 16"},
    {"teams of a CPU", {.kind = SWEEP_TEAMS, .full = "1 2"}, &cpu, false, ""},
    {"teams of a GPU", {.kind = SWEEP_TEAMS, .full = "1 2"}, &gpu, false, "1 2"},
    {"cores", {.kind = SWEEP_WORKERS, .full = "1 4 8"}, &cpu, false, "1 4 6"},
    {"warps", {.kind = SWEEP_WORKERS, .full = "1 4 8 12"}, &gpu, false, "1 4 8 9"},
    {"second cores", {.kind = SWEEP_PAIRS}, &cpu, false, "1 2 3 4 5"},
    {"sizes, quick", {.kind = SWEEP_SIZES}, &cpu, true, "8192 131072 2097152 33554432 536870912"},
    /* The cache of 48 KiB adds its half; one and a half of it are too near to 64 KiB. */
    {"footprints, quick",
     {.kind = SWEEP_FOOTPRINTS},
     &cpu,
     true,
     "8192 24576 65536 524288 4194304 8388608"},
};

static void write_values(char *text, size_t size, const struct sweep_value *values, int count)
{
    FILE *out = fmemopen(text, size, "w");
    assert_non_null(out);
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%lld", i > 0 ? " " : "", (long long)values[i].value);
    fclose(out);
}

static void test_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sweep_value values[SWEEP_VALUES_MAX];
        char text[1024] = "";
        const struct sweep_ground ground = {.target = cases[i].target,
                                            .quick = cases[i].quick,
                                            .element_bytes = 4,
                                            .accesses = ACCESSES,
                                            .at_one = &at_one};
        write_values(text, sizeof text, values, sweep_values(&cases[i].sweep, &ground, values));
        if (strcmp(text, cases[i].values) != 0)
            fail_msg("%s: %s, not %s", cases[i].name, text, cases[i].values);
    }
}

/* The cores that pairs are made of: all, or groups of four from every part of the machine. */
static void test_pairs(void **state)
{
    static const struct {
        int64_t cores;
        bool quick;
        int count;
        const char *begin;
        int64_t last;
    } machines[] = {
        {1, false, 1, "0 ", 0},
        {2, true, 2, "0 1 ", 1},
        {64, false, 64, "0 1 2 3 4 5 ", 63},
        {65, false, 64, "0 1 2 3 5 6 ", 64},
        {576, false, 64, "0 1 2 3 36 37 38 39 72 ", 543},
        {576, true, 16, "0 1 2 3 144 145 146 147 288 ", 435},
    };
    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        char text[1024] = "";
        int count = 0;
        int64_t last = -1;
        for (int64_t core = -1;
             (core = next_paired(core, machines[i].cores, machines[i].quick)) >= 0; count++) {
            snprintf(text + strlen(text), sizeof text - strlen(text), "%lld ", (long long)core);
            last = core;
        }
        if (count != machines[i].count || last != machines[i].last ||
            strncmp(text, machines[i].begin, strlen(machines[i].begin)) != 0)
            fail_msg("%lld cores: %d of them, up to %lld: %s", (long long)machines[i].cores, count,
                     (long long)last, text);
    }
}

/* The work stays equal along a sweep: the accesses, or the bytes. */
static void test_work(void **state)
{
    static const struct {
        enum sweep_kind kind;
        int64_t bytes; /* of all accesses; 0: half of the value */
    } works[] = {{.kind = SWEEP_WINDOWS, .bytes = 4 * ACCESSES},
                 {.kind = SWEEP_ELEMENTS, .bytes = 4 * ACCESSES},
                 {.kind = SWEEP_SIZES, .bytes = 0},
                 {.kind = SWEEP_FOOTPRINTS, .bytes = 0}};
    const struct sweep_ground ground = {
        .target = &cpu, .element_bytes = 4, .accesses = ACCESSES, .at_one = &at_one};
    (void)state;
    for (size_t w = 0; w < sizeof works / sizeof *works; w++) {
        struct sweep_value values[SWEEP_VALUES_MAX];
        const struct sweep sweep = {.kind = works[w].kind};
        const int count = sweep_values(&sweep, &ground, values);
        assert_true(count > 3);
        for (int i = 0; i < count; i++)
            assert_int_equal(values[i].accesses * values[i].element_bytes,
                             works[w].bytes ? works[w].bytes : values[i].value / 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs), cmocka_unit_test(test_values),
                                       cmocka_unit_test(test_work)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
