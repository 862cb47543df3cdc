/* Another vendor's GPU is one folder and one line: with tests/plan/third_kind in the list of
 * targets, everything that asks what a target is knows it for a GPU. */
#include "study/ceilings/ceilings.h"
#include "study/commands/look/forecast.h"
#include "study/model/model.h"
#include "study/plan/plan.h"
#include "study/plan/study.h"
#include "study/run/header.h"
#include "tests/assertions.h"

#include <stdlib.h>
#include <string.h>

static void is_found_by_its_name(void **state)
{
    (void)state;
    static const struct {
        const char *name, *kind;
        int number;
    } cases[] = {{"xpu0", "xpu", 0}, {"xpu17", "xpu", 17}, {"gpu1", "gpu", 1},
                 {"cpu", "cpu", 0},  {"null", "null", 0},  {"xpu", NULL, 0},
                 {"cpu0", NULL, 0},  {"xpu0x", NULL, 0},   {"", NULL, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int number = -1;
        char text[TARGET_NAME_MAX];
        const struct target_ops *kind = target_kind(cases[i].name, &number);
        print_message("%s\n", cases[i].name);
        assert_int_equal(kind != NULL, cases[i].kind != NULL);
        if (!kind)
            continue;
        assert_string_equal(kind->name, cases[i].kind);
        assert_int_equal(number, cases[i].number);
        assert_string_equal(target_name(kind, number, text), cases[i].name);
    }
}

static void is_opened_with_the_others(void **state)
{
    (void)state;
    struct target_list list = {0};
    assert_int_equal(targets_open(&list, NULL, &(struct placing){.cores = 1}), 0);
    assert_int_equal(list.count, 3); /* no GPU of the first vendor's here, nor null */
    assert_string_equal(list.targets[0].name, "cpu");
    assert_string_equal(list.targets[1].name, "xpu0");
    assert_string_equal(list.targets[2].name, "xpu1");
    assert_true(list.targets[1].room_bytes > 0);
    targets_close(&list);
}

/* Patterns, plans and models treat it as a GPU. */
static void is_taken_for_a_gpu(void **state)
{
    (void)state;
    struct target_list list = {0};
    assert_int_equal(targets_open(&list, "cpu,xpu1,null", &(struct placing){.cores = 1}), 0);
    struct target *cpu = &list.targets[0], *xpu = &list.targets[1], *null = &list.targets[2];
    const struct pattern *transfer = pattern_find("transfer_in"),
                         *move = pattern_find("block_move");
    assert_non_null(why_absent(transfer, cpu));
    assert_null(why_absent(transfer, xpu));
    assert_null(why_absent(move, cpu));
    assert_string_equal(why_absent(move, xpu), move->no_gpu);
    assert_null(why_absent(move, null)); /* no GPU and no CPU: it takes everything */
    assert_null(why_absent(transfer, null));
    assert_int_equal(memory_footprint(xpu), 2 * 4 * (8 << 20));
    for (int i = 0; i < RESOURCES; i++) {
        assert_int_equal(probe_fits((enum resource)i, xpu), (resources[i].kinds & ON_GPU) != 0);
        assert_false(probe_fits((enum resource)i, null));
    }
    targets_close(&list);
}

/* Like a GPU of the first vendor with the same caches, and not like one without. */
static void costs_what_a_gpu_costs(void **state)
{
    (void)state;
    static const struct kernel kernel;
    struct target xpu = {.name = "xpu0"}, gpu = {.name = "gpu0", .ops = &gpu_target_ops};
    char problem[TEXT_MAX];
    int number;
    xpu.ops = target_kind("xpu0", &number);
    assert_int_equal(xpu.ops->outline(&xpu.facts, problem, sizeof problem), 0);
    gpu.facts = xpu.facts;
    struct point point = {.pattern = pattern_find("stride"),
                          .kernel = &kernel,
                          .element_bytes = 4,
                          .level = "memory"};
    point.shape = shape_standard(point.pattern, 1 << 22, 800 * WARP_LANES);
    point.shape.workers = 800;
    point.target = &xpu;
    const struct cost ours = cost_of(&point);
    point.target = &gpu;
    const struct cost theirs = cost_of(&point);
    assert_true(ours.has_demand && ours.requests > 0);
    assert_near(ours.predicted_bytes, theirs.predicted_bytes, 0);
    assert_memory_equal(&ours.demand, &theirs.demand, sizeof ours.demand);
    gpu.ops = &null_target_ops;
    assert_false(cost_of(&point).has_demand);
}

static void is_predicted_for(void **state)
{
    (void)state;
    const struct plan_request request = {.targets = "xpu3", .footprint_bytes = 1 << 24};
    const struct pattern *copy = pattern_find("copy");
    const struct shape shape = shape_standard(copy, 1, 1);
    assert_int_equal(forecast_check(copy, &shape, &request, NULL), 0);
    assert_int_equal(forecast_print(copy, &shape, &request, NULL), 0);
}

/* The head of results names a device that is present and not used. */
static void is_told_of(void **state)
{
    (void)state;
    char *text, value[128];
    size_t length;
    struct target_list list = {0};
    const struct plan plan = {0};
    assert_int_equal(targets_open(&list, "xpu0", NULL), 0);
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    header_write(out, "warpline run", &list, &plan);
    assert_int_equal(fclose(out), 0);
    assert_true(header_value(text, "xpu_unused", value, sizeof value));
    assert_string_equal(value, "a third xpu is there and not used");
    assert_true(header_value(text, "xpu0", value, sizeof value));
    free(text);
    targets_close(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_found_by_its_name), cmocka_unit_test(is_opened_with_the_others),
        cmocka_unit_test(is_taken_for_a_gpu),   cmocka_unit_test(costs_what_a_gpu_costs),
        cmocka_unit_test(is_predicted_for),     cmocka_unit_test(is_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
