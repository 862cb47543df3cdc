/* Where --cpus, --bind and --cores put threads, on machines that are missing: packages of two nodes
 * with two hardware threads a core, cores of two kinds, holes, no L3, 256 cores, memory without
 * CPUs, nested groups. What locations stand for was compared with hwloc-calc's answers. */
#include "cpu/placing.h"
#include "tests/assertions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define TWO_BY_TWO "pack:2 numa:2 l3:1 core:2 pu:2"
#define ALTERNATE  "pack:2 numa:1 core:4 pu:2(indexes=0,8,1,9,2,10,3,11,4,12,5,13,6,14,7,15)"
#define NO_L3      "numa:1 l2:4 core:1 pu:1"
#define MANY       "pack:2 numa:2 core:64 pu:1"
#define NESTED     "group:2 group:2 numa:1 core:2 pu:1"
#define HYBRID     TEST_DATA "/topologies/hybrid.xml"
#define NO_CPUS    TEST_DATA "/topologies/memory_only.xml"

static const struct placed {
    const char *machine; /* synthetic, or a file of XML */
    const char *given;   /* to the process; NULL: all */
    struct placing asked;
    const char
        *workers; /* their hardware threads: "0 2"; where a worker may run on others: "0:0-3" */
    const char *nodes; /* of the workers */
} placed[] = {
    {TWO_BY_TWO, NULL, {.cores = 0}, "0 2 4 6 8 10 12 14", "0 0 1 1 2 2 3 3"},
    {TWO_BY_TWO, NULL, {.bind = "core"}, "0 2 4 6 8 10 12 14", "0 0 1 1 2 2 3 3"},
    {TWO_BY_TWO, NULL, {.bind = "thread", .cpus = "numa:1"}, "4 5 6 7", "1 1 1 1"},
    {TWO_BY_TWO, NULL, {.bind = "close", .cores = 3}, "0 2 4", "0 0 1"},
    {TWO_BY_TWO, NULL, {.bind = "spread", .cores = 2}, "0 8", "0 2"},
    {TWO_BY_TWO, NULL, {.bind = "spread", .cores = 3}, "0 4 10", "0 1 2"},
    {TWO_BY_TWO, NULL, {.bind = "core,spread", .cores = 4}, "0 4 8 12", "0 1 2 3"},
    {TWO_BY_TWO, NULL, {.bind = "thread,close", .cores = 3}, "0 1 2", "0 0 0"},
    {TWO_BY_TWO,
     NULL,
     {.bind = "spread thread", .cores = 8},
     "0 2 4 6 8 10 12 14",
     "0 0 1 1 2 2 3 3"},
    {TWO_BY_TWO, NULL, {.cores = 3}, "0 2 4", "0 0 1"}, /* of a machine that is not this one */
    {TWO_BY_TWO, NULL, {.bind = "numa", .cpus = "package:0"}, "0:0-3 2:0-3 4:4-7 6:4-7", "0 0 1 1"},
    {TWO_BY_TWO, NULL, {.bind = "package", .cpus = "core:1,core:4"}, "2:2-3 8:8-9", "0 2"},
    {TWO_BY_TWO, "1-6", {.bind = "package"}, "1:1-6 2:1-6 4:1-6 6:1-6", "0 0 1 1"},
    {TWO_BY_TWO, NULL, {.cpus = "package:1.core:1"}, "10", "2"},
    {TWO_BY_TWO, NULL, {.cpus = "package:0.numa:1.core:0"}, "4", "1"},
    {TWO_BY_TWO, NULL, {.cpus = "core:6:4"}, "0 2 12 14", "0 0 3 3"},
    {TWO_BY_TWO, NULL, {.cpus = "core:odd"}, "2 6 10 14", "0 1 2 3"},
    {TWO_BY_TWO, NULL, {.cpus = "pu:13-,l3:0"}, "0 2 13 14", "0 0 3 3"},
    {TWO_BY_TWO, NULL, {.cpus = "co:odd"}, "2 6 10 14", "0 1 2 3"},
    {TWO_BY_TWO, NULL, {.cpus = "L3Cache:0"}, "0 2", "0 0"},
    {TWO_BY_TWO, NULL, {.cpus = "0-1,15"}, "0 15", "0 3"},
    {TWO_BY_TWO, NULL, {.cpus = "0xa 8"}, "1 3 8", "0 0 2"},
    {TWO_BY_TWO, NULL, {.cpus = " PU:2, L3:1.Core:1  NUMA:3 "}, "2 6 12 14", "0 1 3 3"},
    {TWO_BY_TWO, NULL, {.cpus = "machine:0.Package:1"}, "8 10 12 14", "2 2 3 3"},
    {HYBRID, NULL, {.cpus = "L1d:1"}, "2", "0"},
    {TWO_BY_TWO, "4-7,9", {.cpus = "numa:1-2"}, "4 6 9", "1 1 2"},
    {TWO_BY_TWO, "4-7,9", {.cpus = "all"}, "4 6 9", "1 1 2"},
    {ALTERNATE, NULL, {.cpus = "core:0-1", .bind = "thread"}, "0 8 1 9", "0 0 0 0"},
    {ALTERNATE, NULL, {.cpus = "package:1.core:even"}, "4 6", "1 1"},
    {ALTERNATE, "0-3,6-9,15", {.bind = "spread", .cores = 3}, "0 2 6", "0 0 1"}, /* holes */
    {NO_L3, NULL, {.cpus = "l2:1-2"}, "1 2", "0 0"},
    {MANY, NULL, {.bind = "spread", .cores = 4}, "0 64 128 192", "0 1 2 3"},
    {MANY, NULL, {.bind = "close", .cores = 2, .cpus = "numa:3"}, "192 193", "3 3"},
    {NESTED, NULL, {.cpus = "group0:1.core:1"}, "5", "2"},
    {NESTED, NULL, {.cpus = "group1:3"}, "6 7", "3 3"},
    {HYBRID, NULL, {.cpus = "kind:0"}, "4 5 6 7", "0 0 0 0"},
    {HYBRID, NULL, {.cpus = "kind:1", .bind = "thread"}, "0 1 2 3", "0 0 0 0"},
    {HYBRID, NULL, {.cpus = "kind:0.core:1"}, "5", "0"},
    {HYBRID, NULL, {.cpus = "package:0.core:1"}, "2", "0"},
    {NO_CPUS, NULL, {.cores = 0}, "0 1 2 3", "0 0 1 1"}, /* node 2 has the CPUs of node 0 nearest */
    {NO_CPUS, NULL, {.bind = "numa"}, "0:0-1 1:0-1 2:2-3 3:2-3", "0 0 1 1"},
};

static const struct refused {
    const char *machine, *given;
    struct placing asked;
    const char *problem;
} refused[] = {
    {TWO_BY_TWO, NULL, {.bind = "socket"}, "option --bind: socket: use core, thread, numa or"},
    {TWO_BY_TWO, NULL, {.bind = "core,numa"}, "option --bind: core,numa: use"},
    {TWO_BY_TWO, NULL, {.bind = "close,spread"}, "option --bind: close,spread: use"},
    {TWO_BY_TWO, NULL, {.bind = ""}, "option --bind: : use"},
    {TWO_BY_TWO, NULL, {.cores = 9}, "option --cores: 9 is more than there are; use at most 8"},
    {TWO_BY_TWO, NULL, {.cores = 3, .cpus = "numa:0"}, "use at most 2"},
    {TWO_BY_TWO, NULL, {.cpus = ""}, "option --cpus: : a location is missing"},
    {TWO_BY_TWO, NULL, {.cpus = "core:0,,1"}, "a location is missing"},
    {TWO_BY_TWO, NULL, {.cpus = "core:8"}, "core:8: there are 8 of these, numbered from 0"},
    {TWO_BY_TWO, NULL, {.cpus = "core:7-8"}, "core:7-8: there are 8 of these"},
    {TWO_BY_TWO, NULL, {.cpus = "core:0:9"}, "core:0:9: there are 8 of these"},
    {TWO_BY_TWO, NULL, {.cpus = "package:0.core:4"}, "there are 4 of these"},
    {TWO_BY_TWO, NULL, {.cpus = "core:3-1"}, "its index is no"},
    {TWO_BY_TWO, NULL, {.cpus = "core:x"}, "its index is no"},
    {TWO_BY_TWO, NULL, {.cpus = "core:"}, "its index is no"},
    {TWO_BY_TWO, NULL, {.cpus = "core"}, "use numbers such as 0-3, or TYPE:INDEX"},
    {TWO_BY_TWO, NULL, {.cpus = "corn:1"}, "this machine has none of these; there are package"},
    {TWO_BY_TWO, NULL, {.cpus = "die:0"}, "this machine has none of these"},
    {TWO_BY_TWO, NULL, {.cpus = "pci:0"}, "this machine has none of these"},
    {TWO_BY_TWO, NULL, {.cpus = "kind:0"}, "hwloc knows no kinds of cores"},
    {TWO_BY_TWO, NULL, {.cpus = "16"}, "16: the process may use CPUs 0-15 only"},
    {TWO_BY_TWO, NULL, {.cpus = "0-3x"}, "use numbers such as 0-3"},
    {TWO_BY_TWO, NULL, {.cpus = "0x"}, "use numbers such as 0-3"},
    {TWO_BY_TWO, "0-3", {.cpus = "0-4"}, "0-4: the process may use CPUs 0-3 only"},
    {TWO_BY_TWO, "0-3", {.cpus = "numa:1"}, "has none of the CPUs that the process may use, 0-3"},
    {HYBRID, NULL, {.cpus = "kind:2"}, "there is no such kind of cores"},
    {NESTED, NULL, {.cpus = "group:1"}, "this machine has none of these"},
};

static void open_machine(struct topology *topology, const char *machine, const char *given)
{
    const char *variable = machine[0] == '/' ? "HWLOC_XMLFILE" : "HWLOC_SYNTHETIC";
    char problem[TEXT_MAX] = "";
    setenv(variable, machine, 1);
    assert_int_equal(topology_open(topology, given, problem, sizeof problem), 0);
    unsetenv(variable);
}

/* "2", or "2:0-3" where the worker may run on other CPUs, too. */
static void put_worker(const struct topology *topology, const struct core *core, FILE *out)
{
    char home[64];
    hwloc_bitmap_t cpus = hwloc_bitmap_dup(core->home->cpuset);
    hwloc_bitmap_and(cpus, cpus, topology->allowed);
    hwloc_bitmap_list_snprintf(home, sizeof home, cpus);
    fprintf(out, "%d", core->os_index);
    if (hwloc_bitmap_weight(cpus) > 1)
        fprintf(out, ":%s", home);
    hwloc_bitmap_free(cpus);
}

static void test_placed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof placed / sizeof *placed; i++) {
        const struct placed *p = &placed[i];
        struct topology topology;
        char problem[TEXT_MAX] = "", workers[256] = "", nodes[256] = "";
        FILE *to_workers = fmemopen(workers, sizeof workers, "w"),
             *to_nodes = fmemopen(nodes, sizeof nodes, "w");
        open_machine(&topology, p->machine, p->given);
        assert_int_equal(placing_apply(&topology, &p->asked, problem, sizeof problem), 0);
        assert_string_equal(problem, "");
        for (int w = 0; w < topology.core_count; w++) {
            fputs(w ? " " : "", to_workers);
            put_worker(&topology, &topology.cores[w], to_workers);
            fprintf(to_nodes, "%s%d", w ? " " : "", topology.cores[w].numa_node);
        }
        fclose(to_workers);
        fclose(to_nodes);
        assert_string_equal(workers, p->workers);
        assert_string_equal(nodes, p->nodes);
        topology_close(&topology);
    }
}

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const struct refused *r = &refused[i];
        struct topology topology;
        char problem[TEXT_MAX] = "";
        open_machine(&topology, r->machine, r->given);
        assert_int_equal(placing_apply(&topology, &r->asked, problem, sizeof problem), -EINVAL);
        if (!strstr(problem, r->problem))
            fail_msg("%s, not %s", problem, r->problem);
        topology_close(&topology);
    }
}

static void test_text(void **state)
{
    (void)state;
    static const struct placing all = {"numa:0", "thread,spread", "node:1", "2m", 3};
    char text[TEXT_MAX];
    placing_text(&all, text, sizeof text);
    assert_string_equal(text, "cpus=numa:0 bind=thread,spread memory=node:1 pages=2m cores=3");
    placing_text(&(struct placing){.cores = 0}, text, sizeof text);
    assert_string_equal(text, "");
}

/* Distances and CPUs of nodes; the one of memory alone has none. */
static void test_nodes(void **state)
{
    (void)state;
    static struct topology_node nodes[NODES_MAX];
    struct topology topology;
    char cpus[64];
    open_machine(&topology, NO_CPUS, NULL);
    assert_int_equal(topology_nodes(&topology, nodes), 3);
    static const struct {
        const char *cpus;
        int distance[3];
    } wanted[] = {{"0-1", {10, 21, 17}}, {"2-3", {21, 10, 28}}, {"", {17, 28, 10}}};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(nodes[i].number, i);
        assert_string_equal(nodes[i].cpus, wanted[i].cpus);
        assert_memory_equal(nodes[i].distance, wanted[i].distance, sizeof wanted[i].distance);
    }
    assert_false(topology_kind(&topology, 1, cpus, sizeof cpus));
    topology_close(&topology);
    open_machine(&topology, HYBRID, NULL);
    assert_int_equal(topology_nodes(&topology, nodes), 1);
    assert_int_equal(nodes[0].all_bytes, INT64_C(34359738368));
    assert_true(topology_kind(&topology, 1, cpus, sizeof cpus));
    assert_string_equal(cpus, "0-3");
    assert_false(topology_kind(&topology, 2, cpus, sizeof cpus));
    topology_close(&topology);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_placed),
                                       cmocka_unit_test(test_refused), cmocka_unit_test(test_text),
                                       cmocka_unit_test(test_nodes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
