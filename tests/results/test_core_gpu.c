/* The two passes that a GPU kernel's core time is measured with, for every point of the recorded
 * run, and what follows from their times. */
#include "study/ceilings/core_gpu.h"
#include "study/plan/plan.h"
#include "tests/near.h"
#include "tests/results/recorded_machine.h"

#define RECORDED TEST_DATA "/../../plots/recorded/h200"

static struct plan plan;

static int set_up(void **state)
{
    const struct plan_request request = {.warmup = -1, .seed = 1};
    (void)state;
    recorded_machine_read(RECORDED, "cpu,gpu0", TEST_DATA "/recorded_ways");
    assert_int_equal(plan_make(&plan, &request, &machine.targets), 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    plan_free(&plan);
    return 0;
}

static void check_pass(const struct point *point, const struct point *pass)
{
    const struct target_facts *facts = &point->target->facts;
    struct footprint bytes;
    const int64_t total = arrays_bytes(pass->pattern, &pass->shape, pass->element_bytes, &bytes);
    assert_in_range(total, 1, facts->caches[facts->cache_levels - 1].size_bytes / 8 * 5);
    assert_int_equal(pass->shape.workers, point->shape.workers);
    assert_false(pass->shape.elements == point->shape.elements &&
                 memcmp(pass->shape.value, point->shape.value, sizeof pass->shape.value) == 0);
    for (int i = 0; i < pattern_parameter_count(pass->pattern); i++)
        assert_in_range(pass->shape.value[i], pass->pattern->parameters[i].low,
                        pass->pattern->parameters[i].high);
}

/* The passes are in the L2, not the point's own, and there are some for most points. */
static void finds_passes(void **state)
{
    int found = 0, light = 0, on_gpu = 0;
    (void)state;
    for (int i = 0; i < plan.count; i++) {
        const struct point *point = &plan.points[i];
        struct core_points points;
        on_gpu += point->target->ops->side == SIDE_GPU;
        if (!core_gpu_points(point, &points))
            continue;
        found++;
        assert_int_equal(point->target->ops->side, SIDE_GPU);
        assert_false(point->pattern->alone || point->pattern->calls_driver || point->pattern->adds);
        check_pass(point, &points.full);
        assert_true(4 * points.full_blocks >= 3 * points.workers);
        if (points.light_blocks == 0)
            continue;
        light++;
        check_pass(point, &points.light);
        assert_true(2 * points.light_blocks <= points.workers);
    }
    print_message("    %d of %d points, %d with a light pass\n", found, on_gpu, light);
    assert_true(2 * found > on_gpu && 2 * light > found);
}

/* 100 workers; the full pass has 4 rounds. */
static void follows_from_two_passes(void **state)
{
    static const struct {
        int64_t blocks;
        double light_ns, full_ns, ns;
    } cases[] = {
        {400, 10, 80, 80},    {4000, 10, 80, 800},
        {4000, NAN, 80, 800}, {101, 10, 80, 40}, /* two rounds */
        {100, 10, 80, 20},                       /* one */
        {1, 10, 80, 10},                         /* a latency */
        {50, 10, 80, 11.892},                    /* both: a half of 20, and 10 */
        {100, 30, 80, 30},                       /* rounds that overlap: a latency at least */
        {400, 30, 80, 80},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct core_points points = {
            .light_blocks = 12, .full_blocks = 400, .blocks = cases[i].blocks, .workers = 100};
        assert_near(core_gpu_of(&points, cases[i].light_ns, cases[i].full_ns), cases[i].ns, 1e-3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_passes),
                                       cmocka_unit_test(follows_from_two_passes)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
