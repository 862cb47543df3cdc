/* A study that sweeps a pattern which is missing. */
#include "study/base/message.h"
#include "study/plan/course.h"
#include "tests/assertions.h"

#include <stdlib.h>

/* It ended the program with SIGSEGV where the target needs no kernel. */
static void test_is_refused(void **state)
{
    static const struct study study = {.name = "mistaken",
                                       .no_copy = true,
                                       .sweeps = {{"strid", "stride", SWEEP_LISTED, "1", "1"}}};
    struct target_list targets;
    struct plan plan = {.count = 0};
    struct shortage shortage = {.studies = 0};
    const struct plan_request request = {.names = (const char *[]){NULL}};
    (void)state;
    assert_int_equal(targets_open(&targets, "null", NULL), 0);
    struct course course = {.plan = &plan,
                            .request = &request,
                            .study = &study,
                            .target = &targets.targets[0],
                            .shortage = &shortage,
                            .element_bytes = 4};
    assert_int_equal(course_plan(&course), EXIT_USAGE);
    assert_int_equal(plan.count, 0);
    free(plan.points);
    targets_close(&targets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
