/* The quietest cores, from recorded readings of /proc/stat. */
#include "cpu/load.h"
#include "tests/assertions.h"

#include <stdlib.h>
#include <string.h>

enum { CPUS = 8 };

static void read_folder(const char *name, struct cpu_times *times)
{
    char root[512];
    snprintf(root, sizeof root, TEST_DATA "/load/%s", name);
    load_read(root, times, CPUS);
}

static void test_read(void **state)
{
    (void)state;
    struct cpu_times times[CPUS];
    read_folder("before", times);
    assert_near(times[0].busy_ns, 1e7 * (100 + 5 + 50 + 1 + 2 + 7), 1);
    assert_near(times[0].stolen_ns, 1e7 * 7, 1);
    assert_near(times[3].busy_ns, 0, 1);
    assert_true(isnan(times[4].busy_ns));       /* offline */
    assert_near(times[5].busy_ns, 1e7 * 60, 1); /* of an old system: no column of stolen time */
    assert_near(times[5].stolen_ns, 0, 1);
    read_folder("nothing", times);
    assert_true(isnan(times[0].busy_ns));
}

/* Between the two readings, 100 ticks of 10 ms, CPU 0 was busy for 90, 1 for 3, 2 for 100, 3 for 1,
 * and 5 for 70. */
static void test_quietest(void **state)
{
    (void)state;
    static const struct {
        const char *synthetic;
        int count;
        const char *kept;
    } cases[] = {
        {"pack:1 core:4 pu:1", 1, "1"},     {"pack:1 core:4 pu:1", 2, "1 3"},
        {"pack:1 core:4 pu:1", 3, "0 1 3"}, {"pack:1 core:4 pu:1", 4, "0 1 2 3"},
        {"pack:1 core:2 pu:2", 1, "0"},     /* 93 of 200 against 101 */
        {"pack:1 core:6 pu:1", 3, "1 3 4"}, /* a core without readings counts as quiet */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topology topology;
        struct cpu_times before[CPUS], after[CPUS];
        char problem[TEXT_MAX], kept[64] = "";
        setenv("HWLOC_SYNTHETIC", cases[i].synthetic, 1);
        assert_int_equal(topology_open(&topology, NULL, problem, sizeof problem), 0);
        unsetenv("HWLOC_SYNTHETIC");
        read_folder("before", before);
        read_folder("after", after);
        load_keep_quietest(&topology, cases[i].count, before, after, CPUS, 1e9);
        assert_int_equal(topology.core_count, cases[i].count);
        for (int core = 0; core < topology.core_count; core++)
            sprintf(kept + strlen(kept), "%s%d", core ? " " : "", topology.cores[core].os_index);
        assert_string_equal(kept, cases[i].kept);
        topology_close(&topology);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_quietest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
