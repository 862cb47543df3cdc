/* The CPU target on the machine at hand: one bound thread a core, seen from inside the region; the
 * null target, which only times the harness. */
#include "patterns/target.h"
#include "study/measure/arrays.h"
#include "study/measure/measure.h"
#include "study/plan/point.h"
#include "study/plan/targets.h"
#include "tests/assertions.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void open_target(struct target_list *list, const char *name, int64_t cores)
{
    assert_int_equal(targets_open(list, name, &(struct placing){.cores = cores}), 0);
    assert_int_equal(list->count, 1);
    assert_string_equal(list->targets[0].name, name);
}

/* Copies 1000 elements of 4 bytes; returns what ops->run returned. */
static int run_copy(struct target *target, struct placement *placement)
{
    double ns = -1;
    char problem[TEXT_MAX] = "";
    struct arrays arrays = {0};
    const struct pattern *copy = pattern_find("copy");
    const struct kernel *kernel = point_kernel(target, copy, 4, problem, sizeof problem);
    const struct shape shape = shape_standard(copy, 1000, 1);
    assert_string_equal(problem, "");
    assert_int_equal(arrays_ready(&arrays, target, copy, &shape, 4, problem, sizeof problem), 0);
    const struct kernel_args args = arrays_args(&arrays, copy, &shape);
    int error = target->ops->run(target, kernel ? kernel->run : NULL, &args, &ns, placement);
    assert_true(ns >= 0);
    assert_int_equal(arrays_check(&arrays, copy, &shape, 4, problem, sizeof problem), 0);
    arrays_release(&arrays);
    return error;
}

static void test_one_thread_a_core(void **state)
{
    (void)state;
    struct target_list list = {0};
    struct placement placement;
    open_target(&list, "cpu", 0);
    struct target *cpu = &list.targets[0];
    assert_int_equal(run_copy(cpu, &placement), 0);
    assert_int_equal(placement.where, RAN_ON_HOST);
    assert_int_equal(placement.workers, cpu->facts.launch.workers);
    assert_non_null(strstr(placement.where_text, "CPUs "));
    assert_null(strstr(placement.where_text, "unbound"));
    assert_null(strstr(placement.where_text, "moved"));
    targets_close(&list);
}

static void test_cores_option(void **state)
{
    (void)state;
    struct target_list all = {0}, one = {0};
    struct placement placement;
    open_target(&all, "cpu", 0);
    open_target(&one, "cpu", 1);
    assert_int_equal(run_copy(&one.targets[0], &placement), 0);
    assert_int_equal(placement.workers, 1);
    for (int i = 0; i < one.targets[0].facts.cache_levels; i++)
        assert_true(one.targets[0].facts.caches[i].size_bytes <=
                    all.targets[0].facts.caches[i].size_bytes);
    targets_close(&all);
    targets_close(&one);
}

/* The place, in words, where a program with this environment runs a copy. */
static void ask_another(const char *environment, char *text, size_t text_size)
{
    char command[512];
    snprintf(command, sizeof command, "%s /proc/%d/exe where", environment, (int)getpid());
    FILE *answer = popen(command, "r");
    assert_non_null(answer);
    assert_non_null(fgets(text, (int)text_size, answer));
    assert_int_equal(pclose(answer), 0);
}

static int tell_where(void)
{
    struct target_list list = {0};
    struct placement placement;
    open_target(&list, "cpu", 0);
    assert_int_equal(run_copy(&list.targets[0], &placement), 0);
    printf("%d on %s", placement.workers, placement.where_text);
    targets_close(&list);
    return 0;
}

static const char *const environments[] = {
    "",
    "OMP_PROC_BIND=true",
    "OMP_PROC_BIND=close",
    "OMP_PROC_BIND=spread",
    "OMP_PROC_BIND=master",
    "OMP_PLACES=cores",
    "OMP_PLACES={0}",
    "GOMP_CPU_AFFINITY=0-1",
    "GOMP_CPU_AFFINITY=0",
    "OMP_PROC_BIND=false",
    "OMP_DYNAMIC=true",
    "OMP_MAX_ACTIVE_LEVELS=0",
    "OMP_NUM_THREADS=1",
};
enum { ENVIRONMENTS = sizeof environments / sizeof *environments };

/* libgomp reads these before main, and binds. The cores are all that there are nevertheless. */
static void test_binding_asked_of_libgomp(void **state)
{
    (void)state;
    char first[TEXT_MAX], text[TEXT_MAX];
    ask_another("", first, sizeof first);
    assert_null(strstr(first, "unbound"));
    for (size_t i = 1; i < ENVIRONMENTS; i++) {
        ask_another(environments[i], text, sizeof text);
        assert_string_equal(text, first);
    }
}

/* Batch systems hand out cores by affinity: only those may be used. */
static void test_affinity(void **state)
{
    (void)state;
    cpu_set_t before, last;
    char text[TEXT_MAX], wanted[32];
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    int cpu = CPU_SETSIZE - 1;
    while (!CPU_ISSET(cpu, &before))
        cpu--;
    CPU_ZERO(&last);
    CPU_SET(cpu, &last);
    snprintf(wanted, sizeof wanted, "1 on CPUs %d", cpu);
    assert_int_equal(sched_setaffinity(0, sizeof last, &last), 0);
    for (size_t i = 0; i < ENVIRONMENTS; i++) {
        ask_another(environments[i], text, sizeof text);
        assert_string_equal(text, wanted);
    }
    sched_setaffinity(0, sizeof before, &before);
}

static void test_null(void **state)
{
    (void)state;
    struct target_list list = {0};
    struct measurement measured;
    struct kernel_args args = {.passes = 1, .shape = {.elements = 1, .threads = 1}};
    const struct measure_settings settings = {
        .samples = 10, .samples_least = 10, .warmup = 1, .sample_ns = 1e5};
    open_target(&list, "null", 0);
    assert_int_equal(measure(&list.targets[0], NULL, &args, &settings, &measured), 0);
    assert_non_null(measured.invalid);
    assert_int_equal(list.targets[0].facts.cache_levels, 0);
    targets_close(&list);
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return tell_where();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_affinity),
        cmocka_unit_test(test_binding_asked_of_libgomp),
        cmocka_unit_test(test_one_thread_a_core),
        cmocka_unit_test(test_cores_option),
        cmocka_unit_test(test_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
