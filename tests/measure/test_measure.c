/* The time of a pass, from a target that takes exactly the given time. */
#include "study/measure/measure.h"
#include "tests/assertions.h"

#include <string.h>

static const double launch_short_ns = 10e3;
static double launch_ns = 10e3;

/* What the target does. */
static struct script {
    double pass_ns;
    bool by_launch; /* each pass is a launch */
    int away_each;  /* one of this number of runs waits for ... */
    double away_ns; /* ... this additional time */
    int64_t
        in_runs_of; /* only runs of this number of passes count for that; 0: all that make passes */
    int away_last;  /* the last run that waits; 0: all may */
    bool tells;     /* the target knows that its threads lost that time */
    bool moves;     /* they change their CPU then */
    double steals_ns; /* a hypervisor says that it took this time in each sample */
    int64_t round_passes;
    double first_round_ns; /* that each of its passes takes longer */
    int64_t made;          /* passes so far */
    int calls, runs;
    int64_t passes_most; /* of any run */
} script;

static double stolen_ns(struct target *target)
{
    static double sum_ns;
    (void)target;
    return sum_ns += script.steals_ns;
}

static int run(struct target *target, kernel_function *kernel, const struct kernel_args *args,
               double *ns, struct placement *placement)
{
    (void)target, (void)kernel;
    const bool counts = script.in_runs_of ? args->passes == script.in_runs_of : args->passes > 0;
    *placement = (struct placement){.where = RAN_ON_HOST};
    *ns = launch_ns * (double)(args->launches > 1 ? args->launches : 1) +
          (double)args->passes * script.pass_ns;
    for (int64_t i = 0; i < args->passes && script.made < script.round_passes; i++, script.made++)
        *ns += script.first_round_ns;
    script.calls++;
    script.passes_most = args->passes > script.passes_most ? args->passes : script.passes_most;
    if (!counts || script.away_each == 0 || ++script.runs % script.away_each != 0 ||
        (script.away_last > 0 && script.runs > script.away_last))
        return 0;
    *ns += script.away_ns;
    placement->loss =
        (struct loss){.ns = script.tells ? script.away_ns : 0, .migrations = script.moves};
    return 0;
}

static const struct target_ops sides[] = {
    {.side = SIDE_GPU, .run = run, .stolen_ns = stolen_ns},
    {.side = SIDE_CPU, .run = run, .stolen_ns = stolen_ns},
};
static const struct measure_settings settings = {
    .samples = 10, .samples_least = 6, .warmup = 2, .warmup_slow = 0, .sample_ns = 5e6};

static struct measurement *measured(bool host, struct script what)
{
    static struct measurement result;
    struct target target = {.name = "scripted", .ops = &sides[host]};
    struct kernel_args args = {.launches = what.by_launch, .round_passes = what.round_passes};
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

/* A pass over places that the kernel visits for the first time is no sample, unless a round takes
 * all too long. */
static void test_round(void **state)
{
    (void)state;
    static const struct {
        int64_t round_passes;
        double median_ns;
    } cases[] = {{0, 4e6}, {1, 4e6}, {40, 4e6}, {80, 4e6}, {250, 5e6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct measurement *m =
            measured(true, (struct script){.pass_ns = 4e6,
                                           .round_passes = cases[i].round_passes,
                                           .first_round_ns = 1e6});
        assert_near(m->pass_ns.median, cases[i].median_ns, 1e-3);
        assert_near(m->pass_ns.minimum, cases[i].median_ns, 1e-3);
    }
}

/* A launch that is a pass. */
static void test_launches(void **state)
{
    (void)state;
    const struct measurement *m = measured(false, (struct script){.by_launch = true});
    assert_int_equal(m->low_passes,
                     13); /* 1.25 ms of launches less the first: a little less each */
    assert_near((double)(m->high_passes - m->low_passes), 500, 10);
    assert_near(m->pass_ns.median, launch_ns, 1e-6);
}

/* The kernels of an undisturbed point take what is expected of them. */
static void test_expected(void **state)
{
    (void)state;
    static const struct {
        double pass_ns;
        bool by_launch;
        int64_t round_passes;
        double near; /* by this share */
    } cases[] = {{0.5, false, 0, 1e-3},   {1000, false, 0, 1e-6},  {40e3, false, 0, 1e-6},
                 {1.1e6, false, 0, 1e-6}, {3e6, false, 0, 1e-6},   {20e6, false, 0, 1e-6},
                 {4e6, false, 40, 1e-6},  {4e6, false, 250, 1e-6}, {4e9, false, 0, 1e-6},
                 {10e3, true, 0, 0.05}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int host = 0; host < 2; host++) {
            const double pass_ns = cases[i].pass_ns;
            const struct script what = {.pass_ns = cases[i].by_launch ? 0 : pass_ns,
                                        .by_launch = cases[i].by_launch,
                                        .round_passes = cases[i].round_passes};
            const double took_ns = measured(host, what)->kernel_ns;
            assert_near(measure_expected_ns(pass_ns, launch_ns, cases[i].round_passes,
                                            sides[host].side, &settings),
                        took_ns, cases[i].near * took_ns);
        }
}

/* The machine is away for longer than a sample while the fewer passes are made: once in a number
 * of runs. */
static void test_away(void **state)
{
    (void)state;
    static const struct {
        int each, retaken;
        const char *invalid;
    } cases[] = {{9, 1, NULL}, {2, 9, NULL}, {1, 10, "took no time"}};
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

/* Samples whose threads lost time, moved, or were stolen from. */
static void test_disturbed(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        struct script script;
        int samples, disturbed, retaken;
        bool marked;
    } cases[] = {
        {"never", {.away_ns = 0}, 10, 0, 0, false},
        {"rarely", {.away_each = 9, .away_ns = 1e6, .tells = true}, 10, 0, 3, false},
        {"by less than matters", {.away_each = 1, .away_ns = 1e3, .tells = true}, 10, 0, 0, false},
        {"always", {.away_each = 1, .away_ns = 1e6, .tells = true}, 10, 10, 4, true},
        {"always by moving", {.away_each = 1, .moves = true}, 10, 10, 4, true},
        {"by a hypervisor", {.steals_ns = 1e6}, 10, 10, 4, true},
        {"in the fewer passes alone, for longer than a sample",
         {.away_each = 1, .away_ns = 20e6, .in_runs_of = 120, .tells = true},
         10,
         10,
         4,
         true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct script what = cases[i].script;
        what.pass_ns = 1000;
        const struct measurement *m = measured(true, what);
        print_message("%s\n", cases[i].what);
        assert_int_equal(m->count, cases[i].samples);
        assert_int_equal(m->disturbed, cases[i].disturbed);
        assert_int_equal(m->retaken, cases[i].retaken);
        assert_int_equal(measure_disturbed(m), cases[i].marked);
        assert_null(m->invalid);
        assert_true(m->pass_ns.minimum > 999); /* never shorter than the pass is */
    }
}

/* One launch of five takes long, or the first run of a pass: neither makes samples long or short.
 */
static void test_delays(void **state)
{
    (void)state;
    const struct measurement *m = measured(
        true, (struct script){.pass_ns = 1000, .away_each = 30, .away_ns = 50e6, .tells = true});
    assert_near(m->pass_ns.median, 1000, 1e-6);
    assert_int_equal(m->low_passes, 120);
    m = measured(true, (struct script){.pass_ns = 5e6, .away_each = 1, .away_ns = 50e6});
    assert_in_range(script.passes_most, 1, 2);
}

/* A launch that takes very long: samples keep their bound. */
static void test_bound(void **state)
{
    (void)state;
    static const struct {
        double launch_ns, pass_ns;
        int64_t passes_most;
    } cases[] = {{10e3, 1e3, 5120}, {100e6, 1e6, 40}, {100e6, 30e6, 2}, {1e6, 2e9, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        launch_ns = cases[i].launch_ns;
        measured(true, (struct script){.pass_ns = cases[i].pass_ns});
        assert_int_equal(script.passes_most, cases[i].passes_most);
    }
    launch_ns = launch_short_ns;
}

/* Three samples, however long they take, and no others once the time is over. */
static void test_time_over(void **state)
{
    (void)state;
    static struct measurement result;
    struct target target = {.name = "scripted", .ops = &sides[true]};
    struct kernel_args args = {.passes = 0};
    struct measure_settings short_of_time = settings;
    short_of_time.most_ns = 1e9;
    script = (struct script){.pass_ns = 2e9};
    assert_int_equal(measure(&target, NULL, &args, &short_of_time, &result), 0);
    assert_int_equal(result.count, 3);
    assert_null(result.invalid);
}

/* Other load delays the first samples, which vary too much, and no later ones. A pass takes as long
 * in the second try as it would have in the first. */
static void test_until_valid(void **state)
{
    (void)state;
    static struct measurement result;
    struct target target = {.name = "scripted", .ops = &sides[true]};
    const struct kernel_args args = {.passes = 0};
    const struct script load = {.pass_ns = 1e6, .away_each = 4, .away_ns = 1e9, .away_last = 24};
    struct measure_settings long_enough = settings;
    long_enough.most_ns = 1e12;
    assert_non_null(measured(true, load)->invalid);
    script = load;
    assert_int_equal(measure_until_valid(&target, NULL, &args, &long_enough, &result), 0);
    assert_null(result.invalid);
    assert_near(result.pass_ns.median, 1e6, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pass),        cmocka_unit_test(test_slow_pass),
        cmocka_unit_test(test_round),       cmocka_unit_test(test_launches),
        cmocka_unit_test(test_expected),    cmocka_unit_test(test_away),
        cmocka_unit_test(test_disturbed),   cmocka_unit_test(test_delays),
        cmocka_unit_test(test_bound),       cmocka_unit_test(test_time_over),
        cmocka_unit_test(test_until_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
