/* The two passes that a kernel's core time is measured with, for every point of the recorded run,
 * and what follows from their times. */
#include "study/ceilings/core.h"
#include "study/plan/plan.h"
#include "tests/assertions.h"
#include "tests/results/recorded_machine.h"

#define RECORDED TEST_DATA "/../../plots/recorded/h200"

static struct plan plan;

static int set_up(void **state)
{
    const struct plan_request request = {.warmup = -1, .seed = 1};
    (void)state;
    recorded_machine_read(RECORDED, "cpu,gpu0");
    assert_int_equal(plan_make(&plan, &request, &machine.targets), 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    plan_free(&plan);
    return 0;
}

/* The most that the arrays may take: of a GPU's L2, and of the L1s of a CPU. */
static int64_t room_of(const struct point *point)
{
    const struct target_facts *facts = &point->target->facts;
    return point->target->ops->side == SIDE_GPU
               ? facts->caches[facts->cache_levels - 1].size_bytes / 8 * 5
               : facts->caches[0].size_bytes;
}

static void check_pass(const struct point *point, const struct point *pass)
{
    struct footprint bytes;
    const int64_t total = arrays_bytes(pass->pattern, &pass->shape, pass->element_bytes, &bytes);
    assert_in_range(total, 1, room_of(point));
    assert_true(pass->shape.workers == point->shape.workers || pass->shape.workers == 1);
    assert_false(core_same_size(&pass->shape, &point->shape));
    for (int i = 0; i < pattern_parameter_count(pass->pattern); i++)
        assert_in_range(pass->shape.value[i], pass->pattern->parameters[i].low,
                        pass->pattern->parameters[i].high);
}

/* How many points have a full pass, and how many of these a light one. */
struct found {
    int points, full, light;
};

static void find_passes(const struct point *point, struct found *found)
{
    const bool gpu = point->target->ops->side == SIDE_GPU;
    struct core_points points = {.blocks = 0};
    found->points++;
    if (!(gpu ? core_gpu_points : core_cpu_points)(point, &points))
        return;
    found->full++;
    assert_false(point->pattern->alone || (gpu && point->pattern->calls_driver) ||
                 point->pattern->adds);
    check_pass(point, &points.full);
    if (strcmp(point->pattern->name, "stride_sum") == 0) /* each stride has other instructions */
        assert_int_equal(points.full.shape.value[0], point->shape.value[0]);
    if (!gpu && strcmp(point->pattern->name, "jacobi_columns") == 0) /* its columns fill lines */
        assert_true(points.full.shape.workers == 1 ||
                    points.full.shape.value[0] / points.full.shape.workers >= 16);
    assert_true(4 * points.full_blocks >= 3 * points.full.shape.workers);
    if (points.light_blocks == 0)
        return;
    found->light++;
    check_pass(point, &points.light);
    assert_true(2 * points.light_blocks <= (gpu ? points.workers : points.full_blocks));
}

/* The passes are in the cache, not the point's own, and there are some for most points. */
static void finds_passes(void **state)
{
    struct found found[2] = {{0, 0, 0}, {0, 0, 0}};
    (void)state;
    for (int i = 0; i < plan.count; i++)
        find_passes(&plan.points[i], &found[plan.points[i].target->ops->side == SIDE_GPU]);
    for (int gpu = 0; gpu < 2; gpu++) {
        print_message("    %s: %d of %d points, %d with a light pass\n", gpu ? "GPU" : "CPU",
                      found[gpu].full, found[gpu].points, found[gpu].light);
        assert_true(2 * found[gpu].full > found[gpu].points);
        assert_true(2 * found[gpu].light > found[gpu].full);
    }
}

/* Whatever the distance of the lines, and where only the size of the array differs: then over the
 * smallest one. */
static void finds_passes_of_few_sizes(void **state)
{
    (void)state;
    int sets = 0, mountain = 0;
    for (int i = 0; i < plan.count; i++) {
        const struct point *point = &plan.points[i];
        struct core_points points = {.blocks = 0};
        const bool is_sets = strcmp(point->pattern->name, "sets") == 0;
        if (point->target->ops->side != SIDE_GPU || point->footprint_bytes > room_of(point) ||
            (!is_sets && strcmp(point->pattern->name, "stride_sum") != 0))
            continue;
        assert_true(core_gpu_points(point, &points));
        sets += is_sets;
        mountain += !is_sets;
        if (!is_sets)
            assert_int_equal(points.full.shape.value[1], 4096);
    }
    assert_true(sets > 10 && mountain > 40);
}

/* Eight workers; the full pass has 64 rounds, the light one 16: a fixed part of 100 ns, and 5 a
 * round.
 */
static void is_a_straight_line(void **state)
{
    static const struct {
        int64_t blocks;
        double light_ns, full_ns, ns;
    } cases[] = {
        {512, 180, 420, 420},   {128, 180, 420, 180}, {5120, 180, 420, 3300},
        {8, 180, 420, 105},     {4, 180, 420, 105}, /* a round that is not full takes one */
        {5120, NAN, 420, 4200},                     /* its fixed part is not known */
        {5120, 500, 420, 4200},                     /* nor is it where noise hides it, ... */
        {5120, 400, 420, 4200},                     /* ... or makes nearly all of the light pass */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct core_points points = {.full = {.shape = {.workers = 8}},
                                           .light_blocks = 128,
                                           .full_blocks = 512,
                                           .blocks = cases[i].blocks,
                                           .workers = 8};
        assert_near(core_cpu_of(&points, cases[i].light_ns, cases[i].full_ns), cases[i].ns, 1e-9);
    }
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_passes), cmocka_unit_test(finds_passes_of_few_sizes),
        cmocka_unit_test(is_a_straight_line), cmocka_unit_test(follows_from_two_passes)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
