/* Comparisons of a machine with itself, from the recorded samples drawn again, and with one that is
 * slower. */
#include "plots/compare/contrast.h"
#include "tests/assertions.h"
#include "tests/fleet/drawn.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

enum { COMPARISONS = 500, SWEEP = 33 };

/* From 0 to 1. */
static double drawn(uint64_t *random)
{
    return (double)(random_next(random) >> 11) / (double)(UINT64_C(1) << 53);
}

/* How a side differs: the points of one target take `factor` times as long. */
struct slowed {
    const char *target;
    double factor;
};

static void add_run(struct contrast *contrast, int side, const struct recorded *recorded,
                    const struct slowed *slowed, uint64_t *state)
{
    struct drawn_samples samples;
    for (int i = 0; i < recorded->count; i++) {
        const bool slow =
            slowed && strcmp(recorded->row[i].field[POINT_TARGET], slowed->target) == 0;
        const struct measured row =
            drawn_row(recorded, i, slow ? slowed->factor : 1, state, &samples);
        contrast_add_row(contrast, side, &row);
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
    contrast_judge(contrast);
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

/* At most one comparison in a hundred finds a difference in all its summaries, and of groups of
 * runs in all its points. */
static void equal_machines(void **state)
{
    struct recorded *recorded = *state;
    uint64_t random = 19;
    int alarms = 0, beyond = 0;
    recorded->speeds_unknown = true;
    for (int c = 0; c < COMPARISONS; c++) {
        struct contrast contrast;
        compare(&contrast, recorded, c % 4 ? 1 : 3, NULL, &random);
        alarms += count_told(&contrast, VERDICT_FASTER) + count_told(&contrast, VERDICT_SLOWER) > 0;
        beyond += contrast.much_slower > 0;
        contrast_free(&contrast);
    }
    recorded->speeds_unknown = false;
    print_message("%d of %d comparisons of equal machines tell a difference, %d beyond 5 %%\n",
                  alarms, COMPARISONS, beyond);
    assert_true(alarms <= COMPARISONS / 100);
    assert_int_equal(beyond, 0);
}

static int rows_of(const struct recorded *recorded, const char *target)
{
    int count = 0;
    for (int i = 0; i < recorded->count; i++)
        count += strcmp(recorded->row[i].field[POINT_TARGET], target) == 0;
    return count;
}

/* The intervals are not so wide that nothing is ever found: one GPU a tenth slower. Its points are
 * judged from groups of runs. */
static void slower_machine(void **state)
{
    struct recorded *recorded = *state;
    const struct slowed slowed = {.target = "gpu0", .factor = 1.1};
    const int rows = rows_of(recorded, slowed.target);
    uint64_t random = 20;
    struct contrast contrast;
    compare(&contrast, recorded, 1, &slowed, &random);
    assert_true(is_much_slower(&contrast.groups[1].speed));
    contrast_free(&contrast);
    compare(&contrast, recorded, 3, &slowed, &random);
    assert_true(count_told(&contrast, VERDICT_SLOWER) > rows * 3 / 4);
    assert_int_equal(count_told(&contrast, VERDICT_FASTER), 0);
    assert_true(contrast.much_slower > rows / 2);
    for (int i = 0; i < contrast.count; i++) {
        const struct contrast_point *point = contrast.points[i];
        if (strcmp(point->field[POINT_TARGET], "cpu") == 0)
            assert_int_not_equal(point->speed.verdict, VERDICT_SLOWER);
    }
    contrast_free(&contrast);
}

/* The recorded CPU is busy: its copies vary by more than a half. That it takes twice as long is
 * found all the same, as one shift of all its points, and nothing is found of the GPU. */
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
    contrast_judge(&contrast);
    assert_int_equal(count_told(&contrast, VERDICT_FASTER) + count_told(&contrast, VERDICT_SLOWER),
                     0);
    assert_int_equal(contrast.run_count[0], 3);
    contrast_free(&contrast);
}

/* A row of study s at `value` of parameter x; value "-": a copy. */
static struct measured made_row(const char *value, const double *times_ns, int samples)
{
    const bool copy = strcmp(value, "-") == 0;
    return (struct measured){
        .node = "n",
        .field = {"s", copy ? "copy" : "p", "cpu", "4", copy ? "-" : "x", value, "-"},
        .level = "memory",
        .marks = "-",
        .valid = "yes",
        .footprint_bytes = "8",
        .elements = 10,
        .time_ns = times_ns[0],
        .usable = true,
        .comparable = true,
        .times_ns = times_ns,
        .samples = samples};
}

static void one_point(struct contrast *contrast, int side, const double *times_ns, int samples)
{
    const struct measured row = made_row("1", times_ns, samples);
    contrast_add_row(contrast, side, &row);
    contrast_end_run(contrast, side);
}

/* Of Student's t with two degrees of freedom, exactly. */
static double quantile_of_two(double both)
{
    const double p = 1 - both / 2;
    return (2 * p - 1) / sqrt(2 * p * (1 - p));
}

/* By hand: logarithms of the speeds have the means -log 2 and -log 16 and the variances v each.
 * In a check of a node two intervals hold together, of the point and of its target. Neither a copy
 * nor a neighbour is there, so the variation is the assumed one, of 4 % with two degrees of
 * freedom. From two runs nothing is known about one point, nor about its target, class and study.
 */
static void one_interval(void **state)
{
    const double u = exp(0.01), a[] = {2 * u, 2 / u, 2 * u, 2 / u, 2, 2},
                 b[] = {16 * u, 16 / u, 16 * u, 16 / u, 16, 16};
    struct contrast contrast = {.threshold = 0.05};
    (void)state;
    one_point(&contrast, 0, a, 6);
    one_point(&contrast, 1, b, 6);
    contrast_judge(&contrast);
    assert_int_equal(contrast.count, 1);
    assert_int_equal(contrast.group_count, 3);
    assert_int_equal(count_told(&contrast, VERDICT_INCONCLUSIVE), 4);
    assert_true(isinf(contrast.points[0]->speed.ratio.high));
    contrast.points_only = true;
    contrast_judge(&contrast);
    assert_int_equal(contrast.group_count, 1);
    /* The fastest third: 2 / u twice. Its edge is where it is, so its variance is 0. */
    const double samples = 0, assumed = 0.04 * sqrt(2), times = assumed * quantile_of_two(0.005),
                 runs = assumed * quantile_of_two(0.005);
    const double reach = sqrt(samples * samples + times * times + runs * runs);
    assert_near(contrast.points[0]->speed.ratio.value, 0.125, 1e-9);
    assert_near(log(contrast.points[0]->speed.ratio.low / 0.125), -reach, 1e-3);
    assert_near(log(contrast.points[0]->speed.ratio.high / 0.125), reach, 1e-3);
    assert_int_equal(contrast.points[0]->speed.verdict, VERDICT_SLOWER);
    assert_true(is_much_slower(&contrast.points[0]->speed));
    contrast_free(&contrast);
}

/* A short run of a sweep: one copy, all points off by `state`, each by its own noise besides. */
static void short_run(struct contrast *contrast, int side, double state, double noise,
                      uint64_t *random)
{
    for (int i = 0; i < SWEEP; i++) {
        char value[12] = "-";
        double times_ns[DRAWN_SAMPLES];
        const double off = state * exp(noise * (drawn(random) - 0.5));
        for (int k = 0; k < DRAWN_SAMPLES; k++)
            times_ns[k] = 1000 * off * exp(0.01 * (drawn(random) - 0.5));
        if (i > 0)
            snprintf(value, sizeof value, "%d", i);
        const struct measured row = made_row(value, times_ns, DRAWN_SAMPLES);
        contrast_add_row(contrast, side, &row);
    }
    contrast_end_run(contrast, side);
}

/* A run of a sweep on `node` while its cores and its memory take that many ns, all times longer by
 * `slow`; at point 5 the memory takes `then_ns`. */
static void run_at_speed(struct contrast *contrast, int side, const char *node,
                         struct sample_speed speed, double then_ns, double slow)
{
    uint64_t random = 27;
    struct sample_speed speeds[DRAWN_SAMPLES];
    double times_ns[DRAWN_SAMPLES];
    contrast->several_nodes |= side == 1 && strcmp(node, "n") != 0;
    for (int i = 0; i < SWEEP; i++) {
        char value[12];
        snprintf(value, sizeof value, "%d", i + 1);
        for (int k = 0; k < DRAWN_SAMPLES; k++) {
            times_ns[k] = 1000 * slow * exp(0.01 * (drawn(&random) - 0.5));
            speeds[k] = speed;
            speeds[k].memory_ns = i == 5 ? then_ns : speed.memory_ns;
        }
        struct measured row = made_row(value, times_ns, DRAWN_SAMPLES);
        row.speeds = speeds;
        contrast_add_row(contrast, side, &row);
    }
    contrast_end_run(contrast, side);
}

/* A factor of three is found between runs at one speed of cores and memory, and at others unless
 * these may be its reason: twice the logarithm of their ratio. */
static void other_speeds(void **state)
{
    static const struct {
        const char *node;
        int runs;
        struct sample_speed b;
        double then_ns;
        bool unlike, point, found;
    } cases[] = {{"n", 1, {16, 40}, 40, false, false, true},
                 {"n", 1, {16.5, 42}, 42, false, false, true},
                 {"n", 1, {17, 40}, 40, true, true, true},   /* the cores are slower */
                 {"n", 1, {24, 40}, 40, true, true, false},  /* 1.5 squared may be the reason */
                 {"n", 1, {16, 60}, 60, true, true, false},  /* the memory is */
                 {"n", 1, {16, 20}, 20, true, true, true},   /* it is faster */
                 {"n", 1, {24, 20}, 20, true, true, false},  /* it is, but the cores are not */
                 {"n", 1, {16, 40}, 80, false, true, true},  /* at one point */
                 {"m", 1, {32, 80}, 80, false, false, true}, /* another machine */
                 {"m", 1, {32, 80}, 40, false, true, true},  /* and at one point */
                 {"n", 3, {17, 34}, 34, true, false, true},  /* groups */
                 {"n", 3, {64, 34}, 34, true, false, false}, /* a factor of 4 may be */
                 {"n", 1, {NAN, NAN}, NAN, false, false, true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct contrast contrast = {.threshold = 0.05};
        for (int run = 0; run < cases[i].runs; run++) {
            run_at_speed(&contrast, 0, "n", (struct sample_speed){16, 40}, 40, 1);
            run_at_speed(&contrast, 1, cases[i].node, cases[i].b, cases[i].then_ns, 3);
        }
        contrast_judge(&contrast);
        assert_int_equal(contrast.targets[0].unlike, cases[i].unlike);
        assert_int_equal(contrast.points[5]->unlike, cases[i].point);
        assert_int_equal(contrast.points[5]->speed.verdict == VERDICT_INCONCLUSIVE,
                         cases[i].point || cases[i].runs < 3 || !cases[i].found);
        assert_int_equal(contrast.much_slower > 0, cases[i].found);
        contrast_free(&contrast);
    }
}

/* A point that is 1 to 5 times as slow, depending on where its arrays lie in a run: its group's
 * median and the other points are judged, it is not. */
static void other_places(void **state)
{
    static const double places[] = {1, 4.7, 4, 1.1, 1, 4.5};
    uint64_t random = 29;
    struct contrast contrast = {.threshold = 0.05};
    (void)state;
    for (int run = 0; run < 6; run++) {
        for (int i = 0; i < SWEEP; i++) {
            char value[12];
            double times_ns[DRAWN_SAMPLES];
            for (int k = 0; k < DRAWN_SAMPLES; k++)
                times_ns[k] = 1000 * (i == 5 ? places[run] : 1) * (run % 2 ? 3 : 1) *
                              exp(0.01 * (drawn(&random) - 0.5));
            snprintf(value, sizeof value, "%d", i + 1);
            const struct measured row = made_row(value, times_ns, DRAWN_SAMPLES);
            contrast_add_row(&contrast, run % 2, &row);
        }
        contrast_end_run(&contrast, run % 2);
    }
    contrast_judge(&contrast);
    for (int i = 0; i < SWEEP; i++)
        assert_int_equal(contrast.points[i]->speed.verdict,
                         i == 5 ? VERDICT_INCONCLUSIVE : VERDICT_SLOWER);
    assert_int_equal(contrast.groups[0].speed.verdict, VERDICT_SLOWER);
    contrast_free(&contrast);
}

/* The fastest third: of 7 samples the three shortest. */
static void fastest_third(void **state)
{
    const double times_ns[] = {8, 1, 16, 2, 4, 64, 32};
    const struct sample_speed speeds[] = {{9, 9}, {1, 2}, {9, 9}, {1, 4}, {1, 8}, {9, 9}, {9, 9}};
    struct fast_third third;
    (void)state;
    assert_true(fast_third_of(times_ns, speeds, NULL, 7, &third));
    assert_near(third.log_ns, log(2), 1e-9);
    assert_near(third.log_speed.core_ns, 0, 1e-9);
    assert_near(third.log_speed.memory_ns, log(4), 1e-9);
    /* That of all: squares 2 (9 + 4 + 1) (log 2)^2 / 6. That of the third would be less: squares 2
     * (log 2)^2 / 2 / (3/7), and (4/7) / (3/7) (log 4 - log 2)^2. */
    assert_near(third.variance, 28 / 6.0 * log(2) * log(2) / 7, 1e-9);
    /* Here it is more: log 2 and log 1 of 1, 2, 2, 2, 2: (1/2) (log 2)^2 / (2/5) and (3/5) / (2/5)
     * (log 2 / 2)^2. */
    assert_true(fast_third_of((const double[]){2, 2, 1, 2, 2}, NULL, NULL, 5, &third));
    assert_near(third.variance, (5 / 4.0 + 3 / 8.0) * log(2) * log(2) / 5, 1e-9);
    assert_true(fast_third_of(times_ns, NULL, NULL, 7, &third));
    assert_true(isnan(third.log_speed.core_ns));
    assert_false(fast_third_of(times_ns, NULL, NULL, 1, &third));
    /* Without what they lost: 1.5, 1, 16, 2 and 4; one share is unknown, and two lost too much. */
    const double lost_shares[] = {0.8125, NAN, 0, 0, 0, 0.95, 3};
    assert_true(fast_third_of(times_ns, speeds, lost_shares, 7, &third));
    assert_int_equal(third.samples, 5);
    assert_near(third.log_ns, log(1.5) / 2, 1e-9);
    assert_near(third.log_speed.core_ns, log(9) / 2, 1e-9);
    assert_false(fast_third_of((const double[]){1, 0, 2}, NULL, NULL, 3, &third));
}

/* One run on each side, each whole in one of two states of its machine, a factor of 1.8 apart: what
 * a run cannot know of its machine is not taken as zero. */
static void two_states(void **state)
{
    uint64_t random = 23;
    int alarms = 0;
    (void)state;
    for (int c = 0; c < COMPARISONS; c++) {
        struct contrast contrast = {.threshold = 0.05};
        short_run(&contrast, 0, drawn(&random) < 0.5 ? 1 : 1.8, 0.05, &random);
        short_run(&contrast, 1, drawn(&random) < 0.5 ? 1 : 1.8, 0.05, &random);
        contrast_judge(&contrast);
        alarms += contrast.much_slower > 0;
        contrast_free(&contrast);
    }
    assert_int_equal(alarms, 0);
}

/* Ten earlier runs that varied by 1 % are known of side A: then a fifth is found; groups of three
 * runs find it, too. */
static void known_machine(void **state)
{
    uint64_t random = 24;
    int found[2] = {0, 0};
    (void)state;
    for (int groups = 0; groups < 2; groups++)
        for (int c = 0; c < COMPARISONS; c++) {
            struct contrast contrast = {.threshold = 0.05};
            for (int run = 0; run < (groups ? 5 : 1); run++) {
                short_run(&contrast, 0, exp(0.02 * (drawn(&random) - 0.5)), 0.05, &random);
                short_run(&contrast, 1, 1.2 * exp(0.02 * (drawn(&random) - 0.5)), 0.05, &random);
            }
            if (!groups)
                contrast.targets[0].side[0].earlier =
                    (struct deviations){.squares = 9 * 0.01 * 0.01, .freedom = 9};
            contrast_judge(&contrast);
            found[groups] += contrast.much_slower > 0;
            contrast_free(&contrast);
        }
    print_message("a fifth: found %d and %d times of %d\n", found[0], found[1], COMPARISONS);
    assert_true(found[0] >= COMPARISONS * 99 / 100 && found[1] >= COMPARISONS * 99 / 100);
}

/* The machine's ten earlier runs were calm, and these are not, which shows in their points. */
static void busier_than_before(void **state)
{
    uint64_t random = 28;
    int alarms = 0;
    (void)state;
    for (int c = 0; c < COMPARISONS; c++) {
        struct contrast contrast = {.threshold = 0.05};
        for (int side = 0; side < 2; side++) {
            short_run(&contrast, side, 1, 1.5, &random);
            contrast.targets[0].side[side].earlier =
                (struct deviations){.squares = 9 * 0.02 * 0.02, .freedom = 9};
            contrast.targets[0].side[side].earlier_points = SWEEP;
        }
        contrast_judge(&contrast);
        alarms += contrast.much_slower > 0;
        contrast_free(&contrast);
    }
    print_message("busier than before: %d alarms of %d\n", alarms, COMPARISONS);
    assert_true(alarms <= COMPARISONS / 100);
}

/* Points that jump by a third widen no group's interval: its runs show what is left of that in
 * their shift. Nor do calm earlier runs make it too narrow. */
static void groups_of_jumping_points(void **state)
{
    static const struct {
        double factor, earlier;
        int alarms_least, alarms_most; /* of a hundred */
    } cases[] = {{1, NAN, 0, 1}, {1, 0.01, 0, 1}, {1.2, NAN, 60, 100}};
    uint64_t random = 29;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int alarms = 0;
        for (int c = 0; c < COMPARISONS; c++) {
            struct contrast contrast = {.threshold = 0.05};
            for (int run = 0; run < 10; run++) {
                const double off = exp(0.13 * (drawn(&random) - 0.5));
                short_run(&contrast, run % 2, run % 2 ? off * cases[i].factor : off, 0.6, &random);
            }
            for (int side = 0; side < 2 && cases[i].earlier > 0; side++) {
                struct variation *variation = &contrast.targets[0].side[side];
                variation->earlier.freedom = 9;
                variation->earlier.squares = 9 * cases[i].earlier * cases[i].earlier;
                variation->earlier_points = SWEEP;
            }
            contrast_judge(&contrast);
            alarms += contrast.much_slower > 0;
            contrast_free(&contrast);
        }
        print_message("jumping points, x %g: %d alarms of %d\n", cases[i].factor, alarms,
                      COMPARISONS);
        assert_in_range(100 * alarms, cases[i].alarms_least * COMPARISONS,
                        cases[i].alarms_most * COMPARISONS);
    }
}

/* One point of a noisy sweep that is off by a factor of two in one run may be an accident. */
static void one_point_off(void **state)
{
    uint64_t random = 25;
    struct contrast contrast = {.threshold = 0.05};
    (void)state;
    short_run(&contrast, 0, 1, 0.3, &random);
    short_run(&contrast, 1, 1, 0.3, &random);
    struct speeds *speeds = &contrast.points[7]->side[1];
    speeds->sum -= log(2);
    contrast_judge(&contrast);
    assert_int_equal(contrast.much_slower, 0);
    assert_int_equal(contrast.points[7]->speed.verdict, VERDICT_INCONCLUSIVE);
    contrast_free(&contrast);
}

/* The first rows, `rounds` times over, each time as points of other settings. The copies are there
 * once: of how much the machine varies, no more is known with more points. */
static struct recorded *repeated(const struct recorded *recorded, int rows, int rounds,
                                 char settings[][16])
{
    struct recorded *made = calloc(1, sizeof *made);
    assert_non_null(made);
    for (int i = 0; i < rows * rounds; i++) {
        const int from = i % rows, round = i / rows, to = made->count;
        if (round > 0 && strcmp(recorded->row[from].field[POINT_PARAMETER], "-") == 0)
            continue;
        made->row[to] = recorded->row[from];
        made->row[to].field[POINT_SETTINGS] = settings[round];
        memcpy(made->times_ns[to], recorded->times_ns[from], sizeof *made->times_ns);
        memcpy(made->speeds[to], recorded->speeds[from], sizeof *made->speeds);
        made->count++;
    }
    return made;
}

/* More points of the same machine never tell less: where 33 find a factor, 330 do. The recorded
 * CPU's copies have two speeds, of which a run draws more or fewer, so that the means of many runs
 * are compared. */
static void more_points(void **state)
{
    enum { ROWS = 200, ROUNDS_MOST = 20, DRAWS = 12 };
    const struct recorded *recorded = *state;
    const struct slowed slowed = {.target = "cpu", .factor = 2};
    static const int rounds[] = {1, 4, ROUNDS_MOST};
    char settings[ROUNDS_MOST][16] = {"-"};
    uint64_t random = 26;
    double before = 0;
    assert_true(recorded->count >= ROWS && ROWS * ROUNDS_MOST <= DRAWN_ROWS_MOST);
    for (int i = 1; i < ROUNDS_MOST; i++)
        snprintf(settings[i], sizeof settings[i], "round=%d", i);
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        struct recorded *part = repeated(recorded, ROWS, rounds[i], settings);
        double low = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            struct contrast contrast = {.threshold = 0.05};
            add_run(&contrast, 0, part, NULL, &random);
            add_run(&contrast, 1, part, &slowed, &random);
            contrast_judge(&contrast);
            for (int g = 0; g < contrast.group_count; g++)
                if (strcmp(contrast.groups[g].by, "all") == 0 &&
                    strcmp(contrast.groups[g].target, "cpu") == 0)
                    low += contrast.groups[g].speed.ratio.low / DRAWS;
            contrast_free(&contrast);
        }
        free(part);
        print_message("%d rounds: at least %.3f times as fast\n", rounds[i], low);
        assert_true(low > 0 && low >= 0.9 * before);
        before = low;
    }
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
        cmocka_unit_test(equal_machines),     cmocka_unit_test(slower_machine),
        cmocka_unit_test(busy_machine),       cmocka_unit_test(runs_that_vary),
        cmocka_unit_test(one_interval),       cmocka_unit_test(two_states),
        cmocka_unit_test(known_machine),      cmocka_unit_test(one_point_off),
        cmocka_unit_test(busier_than_before), cmocka_unit_test(groups_of_jumping_points),
        cmocka_unit_test(more_points),        cmocka_unit_test(other_speeds),
        cmocka_unit_test(other_places),       cmocka_unit_test(fastest_third)};
    return cmocka_run_group_tests(tests, open_recorded, close_recorded);
}
