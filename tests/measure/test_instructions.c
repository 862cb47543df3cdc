/* Points over small arrays, by which a kernel's instructions are measured: what they must be for
 * every pattern; and two patterns of the same addresses, one by divisions and one by shifts, which
 * the bound tells apart. The last is measured, so a busy machine skips it. */
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

enum { TRIES = 8, IN_MEMORY = 1 << 26, IN_CACHE = 1 << 19 };

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
        if (!make(*p, IN_MEMORY, &point) || !instructions_suspected(&point, 2, 1))
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
        if (!make(*p, IN_CACHE, &point) || !instructions_suspected(&point, 2, 1))
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
        if (make(pattern_find(names[i]), IN_MEMORY, &point))
            assert_false(instructions_suspected(&point, 100, 1));
    }
}

static void test_bound(void **state)
{
    (void)state;
    assert_true(instructions_bind(100, 100));
    assert_true(instructions_bind(100, 90));
    assert_false(instructions_bind(100, 70));
    assert_false(instructions_bind(100, NAN));
}

struct pass {
    double all_ns, instructions_ns;
    bool disturbed;
};

static struct pass measure_both(const struct pattern *pattern, int64_t copy_bytes,
                                struct arrays *arrays)
{
    static struct measurement measured;
    const struct measure_settings settings = {
        .samples = 10, .samples_least = 10, .sample_ns = 1e6, .most_ns = 1e9, .seed = 1};
    struct watch watch = {0};
    struct point point;
    struct pass pass;
    assert_true(make(pattern, copy_bytes, &point));
    assert_int_equal(measure_proved(arrays, &point, &watch, &settings, &measured), 0);
    assert_int_equal(instructions_measure(&point, arrays, 1, &pass.instructions_ns), 0);
    pass.all_ns = measured.pass_ns.median;
    pass.disturbed = measured.invalid || measure_disturbed(&measured);
    watch_end(&watch, point.target);
    return pass;
}

/* The one is bound by its divisions, where its arrays are in a cache; the other, in memory, by
 * that. Once is enough, on a machine with other work. */
static void test_divisions_are_told(void **state)
{
    struct arrays arrays = {0};
    bool told = false, quiet = false;
    (void)state;
    for (int i = 0; i < TRIES && !told; i++) {
        const struct pass divided = measure_both(&pattern_backwards_divided, IN_CACHE, &arrays);
        const struct pass shifted = measure_both(&pattern_backwards_shifted, IN_MEMORY, &arrays);
        print_message(
            "    divided %.3g us, instructions %.3g; shifted %.3g us, instructions %.3g\n",
            divided.all_ns / 1e3, divided.instructions_ns / 1e3, shifted.all_ns / 1e3,
            shifted.instructions_ns / 1e3);
        quiet |= !divided.disturbed && !shifted.disturbed;
        told = isfinite(shifted.instructions_ns) &&
               instructions_bind(divided.all_ns, divided.instructions_ns) &&
               !instructions_bind(shifted.all_ns, shifted.instructions_ns);
    }
    arrays_release(&arrays);
    if (!told && !quiet)
        skip();
    assert_true(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_points),       cmocka_unit_test(test_least_values),
        cmocka_unit_test(test_never_asked),        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_divisions_are_told),
    };
    return cmocka_run_group_tests(tests, open_cpu, close_cpu);
}
