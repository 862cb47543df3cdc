/* What a run says at its end about other load and missing ceilings. */
#include "study/run/run.h"
#include "tests/assertions.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CPU_NUMBER };

static struct target_list targets = {.targets = {{.name = "cpu", .ops = &cpu_target_ops}},
                                     .count = 1};
static const struct kernel kernel = {.element_bytes = 4};

/* Prints it to a file, and reads that. */
static const char *told(const struct damage *damage)
{
    static char text[4096];
    FILE *file = tmpfile();
    const int stderr_file = dup(STDERR_FILENO);
    assert_non_null(file);
    fflush(stderr);
    assert_true(dup2(fileno(file), STDERR_FILENO) >= 0);
    damage_tell(damage, &targets);
    assert_true(dup2(stderr_file, STDERR_FILENO) >= 0);
    close(stderr_file);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* Of a point that needs a launch, and starts of its second and third worker. */
static struct cost launch_cost(void)
{
    const struct point point = {.pattern = pattern_find("launch"),
                                .target = &targets.targets[CPU_NUMBER],
                                .kernel = &kernel,
                                .element_bytes = 4,
                                .level = "L1",
                                .shape = {.elements = 3, .threads = 3, .workers = 3}};
    return cost_of(&point);
}

static void test_nothing(void **state)
{
    (void)state;
    struct damage damage = {0};
    struct ceiling_set set = {.known = ceilings_unknown()};
    const struct cost cost = launch_cost();
    const struct measurement sound = {.count = 10, .kernel_ns = 1e6};
    set.needed[LAUNCHES] = set.needed[CPU_STARTS] = true;
    set.known.ns_each[LAUNCHES] = set.known.ns_each[CPU_STARTS] = 1;
    assert_string_equal(told(&damage), "");
    damage_note(&damage, &cost, &sound, CPU_NUMBER, &set);
    assert_string_equal(told(&damage), "");
}

static void test_all(void **state)
{
    (void)state;
    struct damage damage = {0};
    struct ceiling_set set = {.known = ceilings_unknown()};
    const struct cost cost = launch_cost();
    const struct measurement sound = {.count = 10, .kernel_ns = 3e6}, disturbed = {.count = 10,
                                                                                   .disturbed = 6,
                                                                                   .kernel_ns = 1e6,
                                                                                   .lost_ns = 5e5,
                                                                                   .switches = 7,
                                                                                   .migrations = 2};
    set.needed[LAUNCHES] = set.needed[CPU_STARTS] = true;
    set.known.ns_each[LAUNCHES] = 1;
    damage_note(&damage, &cost, &sound, CPU_NUMBER, &set);
    damage_note(&damage, &cost, &disturbed, CPU_NUMBER, &set);
    const char *text = told(&damage);
    assert_non_null(strstr(text, "1 of 2 points (6 of 20 samples"));
    assert_non_null(strstr(text, "12.5 % of the time, interrupted threads 7 times and moved 2;"));
    assert_non_null(strstr(text, "no time predicted for 2 points on cpu: the ceiling of start of a "
                                 "worker was not measured"));
    assert_null(strstr(text, "ceiling of launch"));
    assert_non_null(strstr(text, "other load on the machine disturbed"));
    damage.throttled_ns = 4e5;
    assert_non_null(strstr(told(&damage), "the CPU quota of a control group (cpu.stat) disturbed"));
}

/* Ceilings that the points to come need, and of which the time can be predicted all the same. */
static void test_does_without(void **state)
{
    (void)state;
    struct damage damage = {0};
    struct ceiling_set set = {.known = ceilings_unknown()};
    struct cost cost = launch_cost();
    const struct measurement sound = {.count = 10, .kernel_ns = 1e6};
    set.needed[LAUNCHES] = set.needed[CPU_STARTS] = set.needed[CPU_LONE] = true;
    set.known.ns_each[LAUNCHES] = set.known.ns_each[CPU_STARTS] = 1;
    damage_note(&damage, &cost, &sound, CPU_NUMBER, &set);
    assert_string_equal(told(&damage), ""); /* another point needs it */
    cost.demand.lone = 1;
    damage_note(&damage, &cost, &sound, CPU_NUMBER, &set);
    assert_string_equal(told(&damage), "a less exact time predicted for 1 point on cpu: the "
                                       "ceiling of one core alone was not measured\n");
    set.known.ns_each[CPU_LONE] = 1;
    damage_note(&damage, &cost, &sound, CPU_NUMBER, &set);
    assert_non_null(strstr(told(&damage), "for 1 point on cpu"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_does_without),
        cmocka_unit_test(test_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
