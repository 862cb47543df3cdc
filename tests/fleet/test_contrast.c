/* Comparisons of a machine with itself, from the recorded samples drawn again, and with one that is
 * slower. */
#include "plots/compare/contrast.h"
#include "tests/fleet/drawn.h"
#include "tests/near.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { COMPARISONS = 500 };

/* How a side differs: the points of one target take `factor` times as long. */
struct slowed {
    const char *target;
    double factor;
};

static void add_run(struct contrast *contrast, int side, const struct recorded *recorded,
                    const struct slowed *slowed, uint64_t *state)
{
    double times_ns[DRAWN_SAMPLES];
    for (int i = 0; i < recorded->count; i++) {
        const bool slow =
            slowed && strcmp(recorded->row[i].field[POINT_TARGET], slowed->target) == 0;
        const struct measured row =
            drawn_row(recorded, i, slow ? slowed->factor : 1, state, times_ns);
        assert_int_equal(contrast_add_row(contrast, side, &row), 0);
    }
    contrast_end_run(contrast, side);
}

static void compare(struct contrast *contrast, const struct recorded *recorded, int runs,
                    const struct slowed *slowed, uint64_t *state)
{
    *contrast = (struct contrast){.threshold = 0.05};
    for (int run = 0; run < runs; run++) {
        add_run(contrast, 0, recorded, NULL, state);
        add_run(contrast, 1, recorded, slowed, state);
    }
    assert_int_equal(contrast_judge(contrast), 0);
}

static int count_told(const struct contrast *contrast, enum verdict verdict)
{
    int told = 0;
    for (int i = 0; i < contrast->count; i++)
        told += contrast->points[i]->speed.verdict == verdict;
    for (int i = 0; i < contrast->group_count; i++)
        told += contrast->groups[i].speed.verdict == verdict;
    return told;
}

/* At most one comparison in a hundred finds a difference in all its points and summaries. */
static void equal_machines(void **state)
{
    struct recorded *recorded = *state;
    uint64_t random = 19;
    int alarms = 0, beyond = 0;
    for (int c = 0; c < COMPARISONS; c++) {
        struct contrast contrast;
        compare(&contrast, recorded, 1, NULL, &random);
        alarms += count_told(&contrast, VERDICT_FASTER) + count_told(&contrast, VERDICT_SLOWER) > 0;
        beyond += contrast.much_slower > 0;
        contrast_free(&contrast);
    }
    print_message("%d of %d comparisons of equal machines tell a difference, %d beyond 5 %%\n",
                  alarms, COMPARISONS, beyond);
    assert_true(alarms <= COMPARISONS / 100);
    assert_int_equal(beyond, 0);
}

/* The intervals are not so wide that nothing is ever found: one GPU a tenth slower. */
static void slower_machine(void **state)
{
    struct recorded *recorded = *state;
    const struct slowed slowed = {.target = "gpu0", .factor = 1.1};
    uint64_t random = 20;
    struct contrast contrast;
    compare(&contrast, recorded, 1, &slowed, &random);
    assert_true(count_told(&contrast, VERDICT_SLOWER) > 700);
    assert_int_equal(count_told(&contrast, VERDICT_FASTER), 0);
    assert_true(contrast.much_slower > 400);
    for (int i = 0; i < contrast.count; i++) {
        const struct contrast_point *point = contrast.points[i];
        if (strcmp(point->field[POINT_TARGET], "cpu") == 0)
            assert_int_not_equal(point->speed.verdict, VERDICT_SLOWER);
    }
    contrast_free(&contrast);
}

/* The recorded CPU is busy: its copies vary by a half. That it takes twice as long is found all the
 * same, as one shift of all its points, and nothing is found of the GPU. */
static void busy_machine(void **state)
{
    struct recorded *recorded = *state;
    const struct slowed slowed = {.target = "cpu", .factor = 2};
    uint64_t random = 22;
    struct contrast contrast;
    int shifts = 0;
    compare(&contrast, recorded, 1, &slowed, &random);
    for (int i = 0; i < contrast.group_count; i++) {
        const struct contrast_group *group = &contrast.groups[i];
        if (strcmp(group->by, "all") != 0)
            continue;
        shifts++;
        assert_int_equal(is_much_slower(&group->speed), strcmp(group->target, "cpu") == 0);
    }
    assert_int_equal(shifts, 2);
    contrast_free(&contrast);
}

/* Several runs of each side, with all points of a run off by the same: the spread of the runs is in
 * the intervals, so that runs of one machine that vary by 5 % differ no more. */
static void runs_that_vary(void **state)
{
    static const double factors[] = {1, 1.06, 0.97, 1.04, 0.95, 1.02};
    struct recorded *recorded = *state;
    uint64_t random = 21;
    struct contrast contrast = {.threshold = 0.05};
    for (int run = 0; run < 6; run++) {
        const struct slowed off = {.target = "gpu0", .factor = factors[run]};
        add_run(&contrast, run % 2, recorded, &off, &random);
    }
    assert_int_equal(contrast_judge(&contrast), 0);
    assert_int_equal(count_told(&contrast, VERDICT_FASTER) + count_told(&contrast, VERDICT_SLOWER),
                     0);
    assert_int_equal(contrast.run_count[0], 3);
    contrast_free(&contrast);
}

static void one_point(struct contrast *contrast, int side, const double *times_ns, int samples)
{
    const struct measured row = {.node = "n",
                                 .field = {"s", "p", "cpu", "4", "x", "1", "-"},
                                 .level = "memory",
                                 .marks = "-",
                                 .valid = "yes",
                                 .footprint_bytes = "8",
                                 .elements = 10,
                                 .time_ns = times_ns[0],
                                 .usable = true,
                                 .times_ns = times_ns,
                                 .samples = samples};
    assert_int_equal(contrast_add_row(contrast, side, &row), 0);
    contrast_end_run(contrast, side);
}

/* By hand: logarithms of the speeds have the means -log 2 and -log 16 and the variances v each.
 * Four intervals hold together: of the point, of its target, class and study. No copy is repeated,
 * so the drift is unknown, and a factor of 2 is allowed for. */
static void one_interval(void **state)
{
    const double u = exp(0.01), a[] = {2 * u, 2 / u, 2 * u, 2 / u, 2, 2},
                 b[] = {16 * u, 16 / u, 16 * u, 16 / u, 16, 16};
    struct contrast contrast = {.threshold = 0.05};
    (void)state;
    one_point(&contrast, 0, a, 6);
    one_point(&contrast, 1, b, 6);
    assert_int_equal(contrast_judge(&contrast), 0);
    assert_int_equal(contrast.count, 1);
    assert_int_equal(contrast.group_count, 3);
    /* The standard error is sqrt(2 * 4e-4 / 5 / 6); of 10 degrees of freedom a share of 0.005 / 3
     * is beyond 4.2586 (by numerical integration). */
    const double reach = 4.2586 * sqrt(2 * 4e-4 / 5 / 6);
    assert_near(contrast.points[0]->speed.ratio.value, 0.125, 1e-9);
    assert_near(contrast.points[0]->speed.ratio.low, 0.0625 * exp(-reach), 1e-5);
    assert_near(contrast.points[0]->speed.ratio.high, 0.25 * exp(reach), 1e-5);
    assert_int_equal(contrast.points[0]->speed.verdict, VERDICT_SLOWER);
    assert_true(is_much_slower(&contrast.points[0]->speed));
    contrast_free(&contrast);
}

static int open_recorded(void **state)
{
    *state = recorded_rows();
    return 0;
}

static int close_recorded(void **state)
{
    recorded_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_machines), cmocka_unit_test(slower_machine),
        cmocka_unit_test(busy_machine), cmocka_unit_test(runs_that_vary),
        cmocka_unit_test(one_interval)};
    return cmocka_run_group_tests(tests, open_recorded, close_recorded);
}
