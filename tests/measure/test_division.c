/* Two patterns of the same addresses, one by divisions and one by shifts: measured in a cache, the
 * first one's core time explains its pass; in memory, the second one's does not. A busy machine
 * skips it. */
#include "study/ceilings/core.h"
#include "study/measure/proof.h"
#include "study/plan/point.h"
#include "study/plan/study.h"
#include "tests/assertions.h"
#include "tests/cpu_targets.h"

#include <math.h>
#include <string.h>

enum { TRIES = 8, COPY_IN_MEMORY = 1 << 26, COPY_IN_CACHE = 1 << 19 };

extern const struct pattern pattern_backwards_divided, pattern_backwards_shifted;
static const struct study alone = {.name = "division"};

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

struct pass {
    double all_ns;
    double core_ns;
    bool disturbed;
};

static struct pass measure_both(const struct pattern *pattern, int64_t copy_bytes,
                                struct arrays *arrays)
{
    static struct measurement measured;
    const struct measure_settings settings = {
        .samples = 10, .samples_least = 10, .sample_ns = 1e6, .most_ns = 1e9, .seed = 1};
    static struct core_passes passes;
    struct watch watch = {0};
    struct point point;
    struct pass pass;
    assert_true(make(pattern, copy_bytes, &point));
    assert_int_equal(measure_proved(arrays, &point, &watch, &settings, &measured), 0);
    assert_int_equal(core_measure(&point, arrays, 1, NAN, &passes, &pass.core_ns), 0);
    pass.all_ns = measured.pass_ns.median;
    pass.disturbed = measured.invalid || measure_disturbed(&measured);
    watch_end(&watch, point.target);
    return pass;
}

/* Of a pass: from here on it is the core's, and below it is not. */
static const double mostly = 0.85, partly = 0.6;

/* Once is enough, on a machine with other load. */
static void test_divisions_are_found(void **state)
{
    struct arrays arrays = {0};
    bool found = false, quiet = false;
    (void)state;
    for (int i = 0; i < TRIES && !found; i++) {
        const struct pass divided =
            measure_both(&pattern_backwards_divided, COPY_IN_CACHE, &arrays);
        const struct pass shifted =
            measure_both(&pattern_backwards_shifted, COPY_IN_MEMORY, &arrays);
        print_message("    divided %.3g us, core %.3g; shifted %.3g us, core %.3g\n",
                      divided.all_ns / 1e3, divided.core_ns / 1e3, shifted.all_ns / 1e3,
                      shifted.core_ns / 1e3);
        quiet |= !divided.disturbed && !shifted.disturbed;
        found = divided.core_ns >= mostly * divided.all_ns &&
                divided.core_ns <= divided.all_ns / mostly &&
                shifted.core_ns < partly * shifted.all_ns;
    }
    arrays_release(&arrays);
    if (!found && !quiet)
        skip();
    assert_true(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_divisions_are_found)};
    return cmocka_run_group_tests(tests, open_cpu, close_cpu);
}
