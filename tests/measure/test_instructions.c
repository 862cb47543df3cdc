/* Points over small arrays, by which a kernel's instructions are measured: what they must be for
 * every pattern; and two patterns of the same addresses, one by divisions and one by shifts, which
 * the bound distinguishes. The last is measured, so a busy machine skips it. */
#include "study/ceilings/ceilings_file.h"
#include "study/ceilings/instructions.h"
#include "study/measure/proof.h"
#include "study/plan/point.h"
#include "study/plan/study.h"
#include "tests/cpu_targets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

enum { TRIES = 8, COPY_IN_MEMORY = 1 << 26, COPY_IN_CACHE = 1 << 19 };

extern const struct pattern pattern_backwards_divided, pattern_backwards_shifted;
static const struct study alone = {.name = "instructions"};

static bool make(const struct pattern *pattern, int64_t copy_bytes, struct point *point)
{
    const int element_bytes = pattern->sizes & 4 ? 4 : pattern->sizes & -pattern->sizes;
    const struct point_request request = {.study = &alone,
                                          .target = &list.targets[0],
                                          .pattern = pattern,
                                          .element_bytes = element_bytes,
                                          .accesses = copy_bytes / 2 / element_bytes,
                                          .copy_bytes = copy_bytes};
    assert_int_equal(point_make(&request, point), 0);
    point->baseline = false;
    return point->pattern && point->kernel;
}

static void test_small_points(void **state)
{
    const struct target_facts *facts = &list.targets[0].facts;
    int found = 0, suspected = 0;
    (void)state;
    for (const struct pattern *const *p = pattern_catalogue; *p; p++) {
        struct point point, small;
        if (!make(*p, COPY_IN_MEMORY, &point) || !instructions_suspected(&point, 2, 1))
            continue;
        suspected++;
        assert_false(instructions_suspected(&point, 1.2, 1));
        assert_false(instructions_suspected(&point, 2, NAN));
        if (!instructions_point(&point, &small)) {
            print_message("    %s: none\n", (*p)->name);
            continue;
        }
        found++;
        assert_true(small.footprint_bytes > 0);
        assert_true(small.footprint_bytes <= facts->caches[1].one_bytes / 2);
        assert_int_equal(small.shape.workers, 1);
        assert_in_range(small.shape.elements, WARP_LANES, point.shape.elements);
        for (int i = 0; i < pattern_parameter_count(*p); i++)
            assert_in_range(small.shape.value[i], (*p)->parameters[i].low, point.shape.value[i]);
    }
    print_message("    %d of %d patterns\n", found, suspected);
    assert_true(found >= 30 && 4 * found > 3 * suspected);
}

/* Parameters may be 0. */
static void test_least_values(void **state)
{
    (void)state;
    for (const struct pattern *const *p = pattern_catalogue; *p; p++) {
        struct point point, small;
        if (!make(*p, COPY_IN_CACHE, &point) || !instructions_suspected(&point, 2, 1))
            continue;
        for (int i = 0; i < pattern_parameter_count(*p); i++)
            point.shape.value[i] = (*p)->parameters[i].low;
        if (instructions_point(&point, &small))
            assert_true(small.footprint_bytes > 0);
    }
}

static void test_never_asked(void **state)
{
    static const char *const names[] = {"chase", "contention", "launch", "intensity"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct point point;
        print_message("    %s\n", names[i]);
        if (make(pattern_find(names[i]), COPY_IN_MEMORY, &point))
            assert_false(instructions_suspected(&point, 100, 1));
    }
}

/* ns: a pass, its instructions, and what caches explain of these. */
static void test_bound(void **state)
{
    static const struct {
        double pass, instructions, cached;
        bool bound;
    } rows[] = {{100, 100, 10, true},
                {100, 90, NAN, true},
                {100, 110, 10, true},
                {100, 70, 10, false},
                {100, 130, 10, false},
                {100, NAN, NAN, false},
                {100, 100, 80, false},
                {100, 100, 60, true},
                /* an H200: complex numbers of two bytes, in memory */
                {228130.11, 165846, NAN, false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct instructions instructions = {rows[i].instructions, rows[i].cached};
        assert_int_equal(instructions_bind(rows[i].pass, &instructions), rows[i].bound);
    }
}

/* What an H200 took for points in its L2, all of which are slower than predicted: a plain copy and
 * transposes among them. None is explained by its instructions. */
static void test_points_of_a_gpus_cache(void **state)
{
    static const struct {
        const char *pattern;
        int64_t footprint;
        double pass_ns, predicted_ns;
        bool can_be_told;
    } rows[] = {{"copy", 4194304, 1031.97, 623.983, false},
                {"reverse", 4194304, 1003.69, 623.983, false},
                {"matrix_columns", 8388608, 5035.71, 3030.96, false},
                {"transpose_tile", 8388608, 6294.58, 4164.85, false},
                {"transpose_write_rows", 8388608, 4921.54, 3030.96, false},
                {"transpose_write_rows", 33554432, 19302.54, 12123.8, false},
                {"copy", 503316480, 181495.68, 118483, true}};
    struct target gpu = list.targets[0];
    struct target_ops ops = *gpu.ops;
    (void)state;
    ops.side = SIDE_GPU;
    gpu.ops = &ops;
    gpu.facts.cache_levels = 2;
    gpu.facts.caches[1].size_bytes = 62914560;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct point point, small;
        assert_true(make(pattern_find(rows[i].pattern), rows[i].footprint, &point));
        assert_true(instructions_suspected(&point, rows[i].pass_ns, rows[i].predicted_ns));
        point.target = &gpu;
        point.footprint_bytes = rows[i].footprint;
        assert_int_equal(instructions_point(&point, &small), rows[i].can_be_told);
    }
}

struct pass {
    double all_ns;
    struct instructions instructions;
    bool disturbed;
};

static struct pass measure_both(const struct pattern *pattern, int64_t copy_bytes,
                                struct arrays *arrays)
{
    static struct measurement measured;
    const struct measure_settings settings = {
        .samples = 10, .samples_least = 10, .sample_ns = 1e6, .most_ns = 1e9, .seed = 1};
    const struct ceilings unknown = ceilings_unknown();
    struct watch watch = {0};
    struct point point;
    struct pass pass;
    assert_true(make(pattern, copy_bytes, &point));
    assert_int_equal(measure_proved(arrays, &point, &watch, &settings, &measured), 0);
    assert_int_equal(instructions_measure(&point, arrays, 1, &unknown, &pass.instructions), 0);
    pass.all_ns = measured.pass_ns.median;
    pass.disturbed = measured.invalid || measure_disturbed(&measured);
    watch_end(&watch, point.target);
    return pass;
}

/* The one is bound by its divisions, where its arrays are in a cache; the other, in memory, by
 * that. Once is enough, on a machine with other load. */
static void test_divisions_are_told(void **state)
{
    struct arrays arrays = {0};
    bool told = false, quiet = false;
    (void)state;
    for (int i = 0; i < TRIES && !told; i++) {
        const struct pass divided =
            measure_both(&pattern_backwards_divided, COPY_IN_CACHE, &arrays);
        const struct pass shifted =
            measure_both(&pattern_backwards_shifted, COPY_IN_MEMORY, &arrays);
        print_message(
            "    divided %.3g us, instructions %.3g; shifted %.3g us, instructions %.3g\n",
            divided.all_ns / 1e3, divided.instructions.pass_ns / 1e3, shifted.all_ns / 1e3,
            shifted.instructions.pass_ns / 1e3);
        quiet |= !divided.disturbed && !shifted.disturbed;
        told = isfinite(shifted.instructions.pass_ns) &&
               instructions_bind(divided.all_ns, &divided.instructions) &&
               !instructions_bind(shifted.all_ns, &shifted.instructions);
    }
    arrays_release(&arrays);
    if (!told && !quiet)
        skip();
    assert_true(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_points),
        cmocka_unit_test(test_least_values),
        cmocka_unit_test(test_never_asked),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_points_of_a_gpus_cache),
        cmocka_unit_test(test_divisions_are_told),
    };
    return cmocka_run_group_tests(tests, open_cpu, close_cpu);
}
