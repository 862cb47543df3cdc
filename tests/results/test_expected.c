/* The expected times of points, compared with their times on the machine of the recorded run. */
#include "study/plan/study.h"
#include "study/run/expected.h"
#include "tests/results/recorded_machine.h"

#include <math.h>

#define RECORDED TEST_DATA "/../../plots/recorded/h200"

enum { TARGETS = 2 };
/* As far apart as two hosts of that kind are: seven recorded runs expect 1.22 to 1.41 times the
 * CPU's seconds below. */
static const double near = 1.42;

/* As `warpline run --quick` has them. */
static const struct measure_settings quick = {
    .samples = 10, .samples_least = 10, .warmup = 0, .sample_ns = 2e6, .most_ns = 10e9};
static struct plan plan;

/* Studies that are younger than the two runs below. */
static bool is_later(const char *name)
{
    static const char *const later[] = {"scaling",       "core_to_core",  "loaded_latency",
                                        "mountain",      "numa",          "numa_latency",
                                        "numa_transfer", "topology_check"};
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        if (strcmp(later[i], name) == 0)
            return true;
    return false;
}

static const char *names[64];

static int set_up(void **state)
{
    (void)state;
    struct plan_request request = {.warmup = -1, .seed = 1, .quick = true, .names = names};
    for (const struct study *s = study_catalogue; s->name && request.name_count < 64; s++)
        if (!is_later(s->name))
            names[request.name_count++] = s->name;
    recorded_machine_read(RECORDED, "cpu,gpu0");
    return plan_make(&plan, &request, &machine.targets);
}

static int tear_down(void **state)
{
    (void)state;
    plan_free(&plan);
    return 0;
}

static double sum_of(const double *expected_ns, int target, int *points)
{
    double sum_ns = 0;
    *points = 0;
    for (int i = 0; i < plan.count; i++)
        if (plan.points[i].target == &machine.targets.targets[target]) {
            sum_ns += expected_ns[i];
            ++*points;
        }
    return sum_ns;
}

/* The times of two runs: neither is the recorded one, nor the one that the model was fitted
 * to. */
static const struct {
    int points;
    double seconds;
} took[TARGETS] = {{359, 86.9}, {355, 41.2}};

static void test_totals(void **state)
{
    (void)state;
    double *expected_ns = durations_expect(&plan, &quick, NULL, NULL);
    assert_non_null(expected_ns);
    for (int target = 0; target < TARGETS; target++) {
        int planned;
        const double wanted_s = sum_of(expected_ns, target, &planned) / 1e9;
        print_message("%s: %d points took %.1f s, expected %.1f s\n",
                      machine.targets.targets[target].name, planned, took[target].seconds,
                      wanted_s);
        assert_int_equal(took[target].points, planned);
        assert_true(fabs(log(took[target].seconds / wanted_s)) < log(near));
    }
    free(expected_ns);
}

static bool is_of_cpu(const void *with, const struct point *point)
{
    (void)with;
    return point->target->facts.host_memory;
}

/* Points of an earlier run take no time, and the others take as long as without it. */
static void test_had(void **state)
{
    (void)state;
    int points;
    double *all = durations_expect(&plan, &quick, NULL, NULL);
    double *left = durations_expect(&plan, &quick, is_of_cpu, NULL);
    assert_true(all && left);
    for (int i = 0; i < plan.count; i++)
        assert_int_equal(left[i] > 0, !is_of_cpu(NULL, &plan.points[i]));
    const double gpu_ns = sum_of(all, 1, &points);
    assert_true(fabs(sum_of(left, 1, &points) - gpu_ns) < 1e-6 * gpu_ns);
    free(all);
    free(left);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_totals), cmocka_unit_test(test_had)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
