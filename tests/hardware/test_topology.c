/* The machine as hwloc sees it, on machines that are missing (HWLOC_SYNTHETIC): which cores are
 * used, on which nodes, with which caches. */
#include "cpu/topology.h"
#include "tests/assertions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct machine {
    const char *synthetic;
    const char *cpus; /* hardware threads allowed, NULL: all */
    const char *used; /* hardware threads that stand for the cores in use */
    const char *nodes;
    int node_count;
    const char *caches; /* name:KiB:line of each level, summed over those cores */
};

/* Two sockets of two cores with two hardware threads each, a NUMA node and an L3 a socket. */
#define TWO_NODES_SMT \
    "pack:2 numa:1 l3:1(size=33554432) l2:2(size=1048576) l1d:1(size=32768) core:1 pu:2"
#define ONE_SHARED_L2 "pack:1 numa:1 l2:1(size=2097152) l1d:4(size=49152) core:1 pu:1"

static const struct machine machines[] = {
    {TWO_NODES_SMT, NULL, "0 2 4 6", "0 0 1 1", 2, "L1:128:64 L2:4096:64 L3:65536:64"},
    {TWO_NODES_SMT, "0-3", "0 2", "0 0", 1, "L1:64:64 L2:2048:64 L3:32768:64"},
    {TWO_NODES_SMT, "4-7", "4 6", "1 1", 1, "L1:64:64 L2:2048:64 L3:32768:64"},
    {TWO_NODES_SMT, "1,3,5,7", "1 3 5 7", "0 0 1 1", 2, "L1:128:64 L2:4096:64 L3:65536:64"},
    {TWO_NODES_SMT, "1,6", "1 6", "0 1", 2, "L1:64:64 L2:2048:64 L3:65536:64"},
    {TWO_NODES_SMT, "2,3", "2", "0", 1, "L1:32:64 L2:1024:64 L3:32768:64"},
    {ONE_SHARED_L2, NULL, "0 1 2 3", "0 0 0 0", 1, "L1:192:64 L2:2048:64"},
    {ONE_SHARED_L2, "3", "3", "0", 1, "L1:48:64 L2:2048:64"},
    {"numa:4 core:1 pu:1", NULL, "0 1 2 3", "0 1 2 3", 4, ""},
    {"numa:4 core:1 pu:1", "0,2", "0 2", "0 2", 2, ""},
};

static void open_machine(struct topology *topology, const struct machine *machine)
{
    char problem[TEXT_MAX] = "";
    setenv("HWLOC_SYNTHETIC", machine->synthetic, 1);
    assert_int_equal(topology_open(topology, machine->cpus, problem, sizeof problem), 0);
    assert_string_equal(problem, "");
    unsetenv("HWLOC_SYNTHETIC");
}

static void test_cores(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof machines / sizeof *machines; m++) {
        struct topology topology;
        char used[256] = "", nodes[256] = "";
        open_machine(&topology, &machines[m]);
        for (int i = 0; i < topology.core_count; i++) {
            const char *blank = i ? " " : "";
            size_t at = strlen(used), node_at = strlen(nodes);
            snprintf(used + at, sizeof used - at, "%s%d", blank, topology.cores[i].os_index);
            snprintf(nodes + node_at, sizeof nodes - node_at, "%s%d", blank,
                     topology.cores[i].numa_node);
        }
        assert_string_equal(used, machines[m].used);
        assert_string_equal(nodes, machines[m].nodes);
        assert_int_equal(topology_numa_nodes(&topology), machines[m].node_count);
        assert_false(topology.this_system);
        assert_false(topology_bind(&topology, &topology.cores[0]));
        topology_close(&topology);
    }
}

static void test_caches(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof machines / sizeof *machines; m++) {
        struct topology topology;
        struct cache_level caches[CACHE_LEVELS_MAX];
        char text[256] = "";
        open_machine(&topology, &machines[m]);
        int count = topology_caches(&topology, topology.core_count, caches);
        for (int i = 0; i < count; i++) {
            size_t at = strlen(text);
            snprintf(text + at, sizeof text - at, "%s%s:%lld:%d", i ? " " : "", caches[i].name,
                     (long long)caches[i].size_bytes / 1024, caches[i].line_bytes);
        }
        assert_string_equal(text, machines[m].caches);
        topology_close(&topology);
    }
}

/* An L3 without ways on an AMD machine is the whole processor's. */
static void test_l3_of_processor(void **state)
{
    static const struct {
        const char *vendor;
        int ways, reported_mib, used_mib;
    } cases[] = {
        {"AuthenticAMD", 0, 508, 32},  {"AuthenticAMD", 16, 508, 508},
        {"AuthenticAMD", 0, 32, 32},   {"AuthenticAMD", 0, 256, 32},
        {"AuthenticAMD", 0, 1152, 96}, {"AuthenticAMD", 0, 128, 96},
        {"GenuineIntel", 0, 480, 480}, {NULL, 0, 508, 508},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topology topology;
        struct cache_level caches[CACHE_LEVELS_MAX];
        char *text = NULL;
        size_t size = 0;
        const struct machine one = {.synthetic = "pack:1 numa:1 l3:1 l2:1 core:1 pu:1"};
        open_machine(&topology, &one);
        hwloc_obj_t l3 = hwloc_get_obj_by_type(topology.hwloc, HWLOC_OBJ_L3CACHE, 0);
        l3->attr->cache.size = (hwloc_uint64_t)cases[i].reported_mib << 20;
        l3->attr->cache.associativity = cases[i].ways;
        if (cases[i].vendor)
            hwloc_obj_add_info(hwloc_get_root_obj(topology.hwloc), "CPUVendor", cases[i].vendor);
        assert_int_equal(topology_caches(&topology, 1, caches), 2);
        assert_int_equal(caches[1].one_bytes >> 20, cases[i].used_mib);
        assert_int_equal(caches[1].size_bytes >> 20, cases[i].used_mib);
        FILE *out = open_memstream(&text, &size);
        topology_print_use(&topology, out);
        fclose(out);
        assert_int_equal(strstr(text, "L3") != NULL, cases[i].reported_mib != cases[i].used_mib);
        free(text);
        topology_close(&topology);
    }
}

static void test_model(void **state)
{
    (void)state;
    struct topology topology;
    char text[64] = "unset";
    open_machine(&topology, &machines[0]);
    topology_model(&topology, text, sizeof text);
    assert_string_equal(text, "");
    hwloc_obj_add_info(hwloc_get_root_obj(topology.hwloc), "CPUModel", "Virtual Processor   ");
    topology_model(&topology, text, sizeof text);
    assert_string_equal(text, "Virtual Processor");
    topology_close(&topology);
}

static void test_no_core_left(void **state)
{
    (void)state;
    struct topology topology;
    char problem[TEXT_MAX] = "";
    setenv("HWLOC_SYNTHETIC", ONE_SHARED_L2, 1);
    assert_true(topology_open(&topology, "17", problem, sizeof problem) < 0);
    assert_non_null(strstr(problem, "no core"));
    unsetenv("HWLOC_SYNTHETIC");
}

/* Values that hwloc itself would ignore silently, and use this machine. */
static void test_told_nonsense(void **state)
{
    (void)state;
    static const char *const variables[][2] = {
        {"HWLOC_SYNTHETIC", "nonsense"},
        {"HWLOC_SYNTHETIC", "pack:0"},
        {"HWLOC_XMLFILE", "/nowhere/there.xml"},
        {"HWLOC_XMLFILE", "/dev/null"},
    };
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        struct topology topology;
        char problem[TEXT_MAX] = "";
        setenv(variables[i][0], variables[i][1], 1);
        assert_true(topology_open(&topology, NULL, problem, sizeof problem) < 0);
        assert_true(problem[0]);
        unsetenv(variables[i][0]);
    }
}

static void test_told_nothing(void **state)
{
    (void)state;
    struct topology topology;
    char problem[TEXT_MAX] = "";
    setenv("HWLOC_SYNTHETIC", "", 1);
    assert_int_equal(topology_open(&topology, NULL, problem, sizeof problem), 0);
    assert_true(topology.this_system);
    assert_false(hwloc_bitmap_iszero(topology.allowed));
    topology_close(&topology);
    unsetenv("HWLOC_SYNTHETIC");
}

/* Two descriptions abort hwloc. */
static void test_told_twice(void **state)
{
    (void)state;
    struct topology topology;
    char problem[TEXT_MAX] = "";
    setenv("HWLOC_SYNTHETIC", "core:2", 1);
    setenv("HWLOC_XMLFILE", TEST_DATA "/topologies/hybrid.xml", 1);
    assert_int_equal(topology_open(&topology, NULL, problem, sizeof problem), -EINVAL);
    assert_non_null(strstr(problem, "unset one of them"));
    assert_null(topology_xml(NULL, 0, problem, sizeof problem));
    unsetenv("HWLOC_SYNTHETIC");
    unsetenv("HWLOC_XMLFILE");
}

/* The object that a device stands in, as XML says it; the first one of that label. */
static const char *place_of(const char *xml, const char *label)
{
    static char type[32];
    char wanted[64];
    hwloc_topology_t hwloc;
    hwloc_topology_init(&hwloc);
    hwloc_topology_set_type_filter(hwloc, HWLOC_OBJ_MISC, HWLOC_TYPE_FILTER_KEEP_ALL);
    assert_int_equal(hwloc_topology_set_xmlbuffer(hwloc, xml, (int)strlen(xml) + 1), 0);
    assert_int_equal(hwloc_topology_load(hwloc), 0);
    strcpy(type, "nowhere");
    for (hwloc_obj_t o = NULL; (o = hwloc_get_next_obj_by_type(hwloc, HWLOC_OBJ_MISC, o));)
        if (strcmp(o->name, label) == 0) {
            hwloc_obj_type_snprintf(wanted, sizeof wanted, o->parent, 0);
            snprintf(type, sizeof type, "%.20s %u", wanted, o->parent->logical_index);
        }
    hwloc_topology_destroy(hwloc);
    return type;
}

/* Devices stand in the packages that they are plugged in at; one that PCI does not show stands in
 * the machine. A machine that is only described has none. */
static void test_xml(void **state)
{
    static struct topology_device devices[] = {{"gpu0 H200", {.bus = 0x10}, 0},
                                               {"gpu1 H200", {.bus = 0x52}, 0},
                                               {"gpu2 <H200> & more", {.bus = 0x99}, 0}};
    static const int nodes[] = {0, 1, -1};
    static const char *const places[] = {"Package 0", "Package 1", "Machine 0"};
    char problem[TEXT_MAX] = "";
    (void)state;
    setenv("HWLOC_XMLFILE", TEST_DATA "/topologies/eight_gpus.xml", 1);
    for (int here = 0; here < 2; here++) {
        setenv("HWLOC_THISSYSTEM", here ? "1" : "0", 1);
        char *xml = topology_xml(devices, 3, problem, sizeof problem);
        assert_string_equal(problem, "");
        assert_non_null(xml);
        unsetenv("HWLOC_XMLFILE");
        for (int i = 0; i < 3; i++)
            assert_string_equal(place_of(xml, devices[i].label), here ? places[i] : "nowhere");
        for (int i = 0; i < 3 && here; i++)
            assert_int_equal(devices[i].node, nodes[i]);
        setenv("HWLOC_XMLFILE", TEST_DATA "/topologies/eight_gpus.xml", 1);
        free(xml);
    }
    unsetenv("HWLOC_XMLFILE");
    unsetenv("HWLOC_THISSYSTEM");
}

/* All memory is that of a single node, whatever Linux said of the node as it started. */
static void test_xml_memory(void **state)
{
    char memory[64], problem[TEXT_MAX];
    (void)state;
    char *xml = topology_xml(NULL, 0, problem, sizeof problem);
    assert_non_null(xml);
    snprintf(memory, sizeof memory, "local_memory=\"%lld\"",
             (long long)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE));
    const char *node = strstr(xml, "type=\"NUMANode\"");
    if (node && !strstr(node + 1, "type=\"NUMANode\""))
        assert_non_null(strstr(xml, memory));
    free(xml);
}

static void test_printed(void **state)
{
    (void)state;
    struct topology topology;
    char *text = NULL;
    size_t size = 0;
    const struct machine smt = {.synthetic = TWO_NODES_SMT, .cpus = "0-3"};
    open_machine(&topology, &smt);
    FILE *out = open_memstream(&text, &size);
    topology_print_use(&topology, out);
    fclose(out);
    assert_string_equal(text, "2 cores used, one hardware thread each\n");
    free(text);
    topology_close(&topology);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cores),
        cmocka_unit_test(test_caches),
        cmocka_unit_test(test_l3_of_processor),
        cmocka_unit_test(test_model),
        cmocka_unit_test(test_no_core_left),
        cmocka_unit_test(test_told_nonsense),
        cmocka_unit_test(test_told_nothing),
        cmocka_unit_test(test_told_twice),
        cmocka_unit_test(test_xml),
        cmocka_unit_test(test_xml_memory),
        cmocka_unit_test(test_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
