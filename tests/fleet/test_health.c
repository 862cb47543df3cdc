/* A node's check on recorded samples drawn again: a healthy node passes, a real slowdown is found.
 */
#include "study/base/message.h"
#include "study/fleet/health.h"
#include "tests/assertions.h"
#include "tests/fleet/drawn.h"

#include <math.h>
#include <stdio.h>

enum { CHECKS = 1000, SLOW_CHECKS = 200, POINTS = 2 * HEALTH_POINTS };

static struct recorded *recorded;
static struct contrast baseline;
static struct health_point points[POINTS];
static int rows[POINTS]; /* of the recorded rows, by point */
static int count;

static bool is_row_of(const struct measured *row, const struct contrast_point *point)
{
    for (int i = 0; i < POINT_FIELDS; i++)
        if (strcmp(row->field[i], point->field[i]) != 0)
            return false;
    return true;
}

/* Like the command: the recorded run is side 0, six points of each target. */
static int open_baseline(void **state)
{
    (void)state;
    recorded = recorded_rows();
    baseline = (struct contrast){.threshold = 0.1, .points_only = true};
    for (int i = 0; i < recorded->count; i++) {
        struct measured row = recorded->row[i];
        row.times_ns = recorded->times_ns[i];
        row.speeds = recorded->speeds[i];
        contrast_add_row(&baseline, 0, &row);
    }
    contrast_end_run(&baseline, 0);
    count = health_choose(&baseline, "cpu", false, HEALTH_POINTS / 2, points);
    count += health_choose(&baseline, "gpu0", true, HEALTH_POINTS / 2, points + count);
    for (int i = 0; i < count; i++)
        while (!is_row_of(&recorded->row[rows[i]], points[i].baseline))
            rows[i]++;
    return 0;
}

static int close_baseline(void **state)
{
    (void)state;
    contrast_free(&baseline);
    recorded_free(recorded);
    return 0;
}

/* Measures all points again, those of one target slower; returns how many points and targets are
 * slow. */
static int check(const char *target, double factor, uint64_t *random)
{
    struct drawn_samples samples;
    int slow = 0;
    for (int i = 0; i < count; i++) {
        const bool is_slow = target && strcmp(points[i].baseline->field[POINT_TARGET], target) == 0;
        const struct measured row =
            drawn_row(recorded, rows[i], is_slow ? factor : 1, random, &samples);
        memcpy(points[i].measured.samples, samples.times_ns, sizeof samples.times_ns);
        memcpy(points[i].measured.speed, samples.speeds, sizeof samples.speeds);
        points[i].measured.count = row.samples;
        points[i].elements = row.elements;
        points[i].is_measured = true;
    }
    health_judge(&baseline, points, count);
    assert_int_equal(baseline.judged, count);
    for (int i = 0; i < count; i++)
        slow += health_is_slow(&points[i]);
    for (int i = 0; i < baseline.group_count; i++)
        slow += is_much_slower(&baseline.groups[i].speed);
    return slow;
}

static void chooses_a_dozen(void **state)
{
    (void)state;
    assert_int_equal(count, HEALTH_POINTS);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            assert_ptr_not_equal(points[i].baseline, points[j].baseline);
    assert_string_equal(points[0].baseline->field[POINT_PATTERN], "copy");
    assert_string_equal(points[7].baseline->field[POINT_PATTERN], "intensity");
}

static void healthy_node(void **state)
{
    uint64_t random = 4;
    (void)state;
    recorded->speeds_unknown = true;
    for (int i = 0; i < CHECKS; i++)
        assert_int_equal(check(NULL, 1, &random), 0);
    recorded->speeds_unknown = false;
}

/* Half of the cores' bandwidth is gone, and a little more: between the half minutes of the recorded
 * run its own copies vary by 14 %, so a check finds a factor of 2.5 always, and one of 2.4 never.
 */
static void half_the_bandwidth(void **state)
{
    uint64_t random = 5;
    int found = 0;
    (void)state;
    for (int i = 0; i < SLOW_CHECKS; i++)
        found += check("cpu", 2.5, &random) > 0;
    print_message("less than half the bandwidth: found %d times of %d\n", found, SLOW_CHECKS);
    assert_true(found >= SLOW_CHECKS * 99 / 100);
}

static void half_the_clock(void **state)
{
    uint64_t random = 6;
    int found = 0, slight = 0;
    (void)state;
    for (int i = 0; i < SLOW_CHECKS; i++) {
        found += check("gpu0", 2, &random) > 3;
        slight += check("gpu0", 1.15, &random) > 0;
    }
    print_message("15 %% slower GPU: found %d times of %d\n", slight, SLOW_CHECKS);
    assert_int_equal(found, SLOW_CHECKS);
    assert_int_equal(slight, SLOW_CHECKS);
}

/* A point without a measurement has no verdict. */
static void missing_point(void **state)
{
    uint64_t random = 7;
    (void)state;
    check(NULL, 1, &random);
    points[0].is_measured = false;
    health_judge(&baseline, points, count);
    assert_int_equal(baseline.judged, count - 1);
    assert_false(points[0].baseline->judged);
}

/* A node on which other load leaves most points without a valid time is not slow, whatever the rest
 * says; one that was slow in most points is. */
static void busy_node(void **state)
{
    uint64_t random = 9;
    struct health_told told = {
        .contrast = &baseline, .points = points, .count = count, .baseline = "b"};
    (void)state;
    assert_true(check("gpu0", 2, &random) > 0);
    assert_int_equal(health_tell(&told, 0), EXIT_WRONG);
    for (int i = 0; i < count; i++) {
        points[i].tries = 1;
        points[i].is_measured = i % 3 == 0;
    }
    health_judge(&baseline, points, count);
    assert_int_equal(health_tell(&told, 0), EXIT_INCONCLUSIVE);
    for (int i = 0; i < count; i++)
        points[i].tries = 0; /* no time was left for them */
    assert_int_equal(health_tell(&told, 0), EXIT_WRONG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chooses_a_dozen),    cmocka_unit_test(healthy_node),
        cmocka_unit_test(half_the_bandwidth), cmocka_unit_test(half_the_clock),
        cmocka_unit_test(missing_point),      cmocka_unit_test(busy_node)};
    return cmocka_run_group_tests(tests, open_baseline, close_baseline);
}
