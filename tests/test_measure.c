/* The time of a pass, from a target that takes exactly so long as it is told. */
#include "study/measure.h"
#include "tests/near.h"

#include <string.h>

static const double launch_ns = 10e3;

/* What the target does. */
static struct script {
    double pass_ns;
    bool by_launch;     /* each pass is a launch */
    int away_each;      /* of so many runs, one waits for ... */
    double away_ns;     /* ... so long besides */
    int64_t in_runs_of; /* only runs of so many passes count for that */
    int calls, runs;
} script;

static int run(struct target *target, kernel_function *kernel, const struct kernel_args *args,
               double *ns, struct placement *placement)
{
    (void)target, (void)kernel, (void)placement;
    *ns = launch_ns * (double)(args->launches > 1 ? args->launches : 1) +
          (double)args->passes * script.pass_ns;
    script.calls++;
    if (args->passes == script.in_runs_of && script.away_each > 0 &&
        ++script.runs % script.away_each == 0)
        *ns += script.away_ns;
    return 0;
}

static const struct target_ops ops = {.run = run};
static const struct measure_settings settings = {
    .samples = 10, .samples_least = 6, .warmup = 2, .warmup_slow = 0, .sample_ns = 5e6};

static struct measurement *measured(bool host, struct script what)
{
    static struct measurement result;
    struct target target = {.name = "scripted", .ops = &ops, .facts = {.host_memory = host}};
    struct kernel_args args = {.launches = what.by_launch};
    script = what;
    assert_int_equal(measure(&target, NULL, &args, &settings, &result), 0);
    return &result;
}

static void test_pass(void **state)
{
    (void)state;
    const struct measurement *m = measured(true, (struct script){.pass_ns = 1000});
    assert_near(m->pass_ns.median, 1000, 1e-6);
    assert_near(m->launch_ns, launch_ns, 1e-6);
    assert_int_equal(m->count, 10);
    assert_int_equal(m->low_passes, 120); /* twelve launches */
    assert_int_equal(m->high_passes - m->low_passes, 5000);
    assert_null(m->invalid);
}

/* One pass lasts longer than two samples: fewer samples, none dropped, one pass each. */
static void test_slow_pass(void **state)
{
    (void)state;
    const struct measurement *m = measured(true, (struct script){.pass_ns = 20e6});
    assert_int_equal(m->count, 6);
    assert_int_equal(m->low_passes, 0);
    assert_int_equal(m->high_passes, 1);
    assert_near(m->pass_ns.median, 20e6, 1e-3);
    assert_int_equal(script.calls, 5 + 1 + 2 * 6); /* launches, the estimate, samples */
    measured(false, (struct script){.pass_ns = 20e6});
    assert_int_equal(script.calls, 5 + 2 + 2 * 6); /* a device's first run is no estimate */
}

/* A launch that is a pass is its own estimate. */
static void test_launches(void **state)
{
    (void)state;
    const struct measurement *m = measured(false, (struct script){.by_launch = true});
    assert_int_equal(m->low_passes, 12);
    assert_int_equal(m->high_passes - m->low_passes, 500);
    assert_near(m->pass_ns.median, launch_ns, 1e-6);
    assert_int_equal(script.calls, 5 + 2 * 12); /* launches, samples and those dropped */
}

/* The machine is away for longer than a sample while the fewer passes are made: once in so many
 * times. */
static void test_away(void **state)
{
    (void)state;
    static const struct {
        int each, retaken;
        const char *invalid;
    } cases[] = {{9, 1, NULL}, {2, 2, "took no time"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct measurement *m = measured(true, (struct script){.pass_ns = 1000,
                                                                     .away_each = cases[i].each,
                                                                     .away_ns = 20e6,
                                                                     .in_runs_of = 120});
        assert_int_equal(m->retaken, cases[i].retaken);
        assert_int_equal(m->invalid == NULL, cases[i].invalid == NULL);
        if (cases[i].invalid)
            assert_non_null(strstr(m->invalid, cases[i].invalid));
        else
            assert_near(m->pass_ns.minimum, 1000, 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pass),
        cmocka_unit_test(test_slow_pass),
        cmocka_unit_test(test_launches),
        cmocka_unit_test(test_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
