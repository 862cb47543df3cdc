/* What the caption of topology_check says of made curves, pairs and nodes, and of the recorded run:
 * caches that are there, hidden, too large or inconclusive, siblings and nodes that are not
 * reported. */
#include "plots/caption/caption.h"
#include "plots/figure/chart.h"
#include "study/plan/study.h"
#include "tests/tree.h"

#include <math.h>
#include <unistd.h>

enum { LEVELS = 5, PROBLEM_MAX = 4096, KIB = 1024, MIB = 1024 * KIB };

static const char names[] = "study,pattern,target,element_bytes,parameter,value,elements,"
                            "useful_bytes,samples,time_ns,ci_low_ns,ci_high_ns,level,marks,valid,"
                            "ran_on,predicted_time_ns,settings,bandwidth_gbps\n";

/* A row of one element, whose interval is 2 % wide. */
static void put_row(FILE *out, const char *study, const char *pattern, const char *parameter,
                    double value, double ns, const char *marks, const char *ran_on,
                    const char *level, const char *settings)
{
    fprintf(out, "%s,%s,cpu,4,%s,%.0f,1,4,10,%.2f,%.2f,%.2f,%s,%s,yes,%s,1,%s,%.4g\n", study,
            pattern, parameter, value, ns, 0.99 * ns, 1.01 * ns, level, marks, ran_on, settings,
            4 / ns);
}

/* A sentence names the steps that the figure draws, and no other. */
static void check_steps(struct chart *chart, const char *text)
{
    caption_find_steps(chart);
    for (int i = 0; i < chart->step_count; i++) {
        char below[32], above[32], words[100];
        telling_bytes(below, sizeof below, chart->steps[i].below->at);
        telling_bytes(above, sizeof above, chart->steps[i].above->at);
        snprintf(words, sizeof words, "between %s and %s", below, above);
        if (!strstr(text, words))
            fail_msg("%s: not named: %s", text, words);
    }
    int named = 0;
    for (const char *at = text; (at = strstr(at, " between ")); at++)
        named++;
    assert_int_equal(chart->step_count, named);
}

/* A sentence of the study `telling_of` about the rows of `about`, also of another pattern (`of`);
 * the caller frees it. */
static char *sentence_about(const char *folder, const char *telling_of, const char *about,
                            const char *of, int index)
{
    struct dataset set;
    struct chart chart;
    char problem[PROBLEM_MAX];
    const struct study *study = study_find(telling_of);
    struct presentation shown = study->shown;
    const struct telling telling = {.study = study->name,
                                    .group = study->group,
                                    .question = study->question,
                                    .alone = true,
                                    .shown = &shown};
    if (of)
        shown.sentences[0].of = of;
    if (dataset_read(&set, folder, NULL, problem, sizeof problem))
        fail_msg("%s", problem);
    chart_build(&chart, about, &telling, &set, 1);
    char *text = caption_sentence(&chart, index);
    assert_non_null(text);
    if (shown.sentences[index].remark == REMARK_CACHES && !of)
        check_steps(&chart, text);
    chart_free(&chart);
    dataset_free(&set);
    return text;
}

static FILE *begin(char *path, const char *folder, const char *caches)
{
    snprintf(path, TREE_PATH_MAX, "%s/results.csv", folder);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fprintf(out, "# warpline: 0\n# cpu: made\n# cpu_kind: CPU\n");
    if (caches)
        fprintf(out, "# cpu_caches_of_one: %s\n", caches);
    fputs(names, out);
    return out;
}

static void expect(FILE *out, const char *path, const char *folder, int index, const char *what,
                   const char *expected)
{
    fclose(out);
    char *text = sentence_about(folder, "topology_check", "topology_check", NULL, index);
    unlink(path);
    if (strcmp(text, expected) != 0)
        fail_msg("%s: %s", what, text);
    free(text);
}

#define SEEN(name, size, low, high) \
    name " as reported (" size ", a step between " low " and " high ")"

static const struct {
    const char *what, *caches; /* NULL: none is reported */
    struct {
        double up_to, ns;
    } levels[LEVELS];
    double marked[2]; /* footprints from and to which other load disturbed */
    double factor;    /* from one footprint to the next */
    const char *expected;
} curves[] = {
    {"three caches",
     "L1 49152 64; L2 2097152 64; L3 33554432 64",
     {{48 * KIB, 1.2}, {2 * MIB, 4}, {32 * MIB, 20}, {INFINITY, 90}},
     {0, 0},
     2,
     "The CPU: " SEEN("L1", "48 KiB", "32 KiB", "64 KiB") ", " SEEN(
         "L2", "2 MiB", "2 MiB", "4 MiB") ", " SEEN("L3", "32 MiB", "32 MiB", "64 MiB") "."},
    {"a second cache of another size",
     "L1 32768 64; L2 262144 64",
     {{32 * KIB, 1.2}, {4 * MIB, 4}, {INFINITY, 90}},
     {0, 0},
     2,
     "The CPU: " SEEN(
         "L1", "32 KiB", "32 KiB",
         "64 KiB") ", L2 not as reported (256 KiB, no step), and "
                   "a step that is perhaps the end of the L2, or of a TLB's reach, between 4 MiB "
                   "and 8 MiB."},
    {"a slope above the L2's near half",
     "L1 32768 64; L2 33554432 64",
     {{32 * KIB, 1.2}, {16 * MIB, 140}, {32 * MIB, 262}, {INFINITY, 343}},
     {0, 0},
     2,
     "The CPU: " SEEN("L1", "32 KiB", "32 KiB", "64 KiB") ", " SEEN("L2", "32 MiB", "16 MiB",
                                                                    "64 MiB") "."},
    {"a slope whose last points are nearly a step",
     "L1 32768 64; L2 62914560 64",
     {{32 * KIB, 1.2}, {16 * MIB, 142}, {32 * MIB, 233.9}, {64 * MIB, 327.7}, {INFINITY, 332.5}},
     {0, 0},
     2,
     "The CPU: " SEEN("L1", "32 KiB", "32 KiB", "64 KiB") ", " SEEN("L2", "60 MiB", "16 MiB",
                                                                    "64 MiB") "."},
    {"an absent L3",
     "L1 32768 64; L2 1048576 64; L3 268435456 64",
     {{32 * KIB, 1.2}, {1 * MIB, 4}, {INFINITY, 90}},
     {0, 0},
     2,
     "The CPU: " SEEN("L1", "32 KiB", "32 KiB", "64 KiB") ", " SEEN(
         "L2", "1 MiB", "1 MiB", "2 MiB") ", L3 not as reported (256 MiB, no step)."},
    {"none is reported",
     NULL,
     {{32 * KIB, 1.2}, {1 * MIB, 4}, {INFINITY, 90}},
     {0, 0},
     2,
     "The CPU: no cache is reported, and a step that no cache explains (perhaps a TLB) between 32 "
     "KiB and 64 KiB, and another between 1 MiB and 2 MiB."},
    {"a disturbed end of the L2",
     "L1 32768 64; L2 1048576 64",
     {{32 * KIB, 1.2}, {1 * MIB, 4}, {INFINITY, 90}},
     {256 * KIB, 8 * MIB},
     2,
     "The CPU: " SEEN("L1", "32 KiB", "32 KiB",
                      "64 KiB") ", L2 inconclusive (1 MiB, no clear step)."},
    {"a disturbed point, whose neighbours suffice",
     "L1 32768 64",
     {{32 * KIB, 1.2}, {INFINITY, 90}},
     {64 * KIB, 64 * KIB},
     2,
     "The CPU: " SEEN("L1", "32 KiB", "32 KiB", "128 KiB") "."},
    {"too few points",
     "L1 32768 64; L2 1048576 64",
     {{32 * KIB, 1.2}, {1 * MIB, 4}, {INFINITY, 90}},
     {0, 0},
     8,
     "The CPU: L1 inconclusive (32 KiB, no clear step), L2 inconclusive (1 MiB, no clear "
     "step)."},
    {"levels too near each other",
     "L1 32768 64; L2 1048576 64",
     {{32 * KIB, 1.2}, {1 * MIB, 4}, {INFINITY, 5}},
     {0, 0},
     2,
     "The CPU: " SEEN("L1", "32 KiB", "32 KiB",
                      "64 KiB") ", L2 inconclusive (1 MiB, no clear step)."},
};

static void test_caches(void **state)
{
    char path[TREE_PATH_MAX];
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
        FILE *out = begin(path, *state, curves[i].caches);
        for (double bytes = 4096; bytes <= 1024.0 * MIB; bytes *= curves[i].factor) {
            int level = 0;
            while (bytes > curves[i].levels[level].up_to)
                level++;
            const bool marked = bytes >= curves[i].marked[0] && bytes <= curves[i].marked[1];
            put_row(out, "topology_check", "chase", "footprint", bytes, curves[i].levels[level].ns,
                    marked ? "level" : "-", "CPUs 0", "memory", "-");
        }
        expect(out, path, *state, 0, curves[i].what, curves[i].expected);
    }
}

#define ONE_L3 "CPUs; cores with one L3"

static const struct {
    const char *what, *ran_on;
    int cores, siblings, group; /* of them in a core, and in a group */
    double ns[3]; /* of siblings, in a group, and of others; an access to the L3: 30 ns */
    const char *expected;
} machines[] = {
    {"as reported",
     ONE_L3,
     8,
     1,
     8,
     {0, 60, 60},
     "The CPU: cores as reported (a handover takes 60 ns, and none less than 30 ns)."},
    {"siblings that are reported", "CPUs; threads of one core", 8, 2, 8, {10, 10, 10}, ""},
    {"hidden siblings",
     ONE_L3,
     8,
     2,
     8,
     {12, 60, 60},
     "The CPU: 4 groups of 2 cores likely are threads of one core, unlike reported (4 handovers of "
     "12 ns or less, against 60 ns)."},
    {"two nodes, one reported",
     ONE_L3,
     8,
     1,
     4,
     {0, 60, 150},
     "The CPU: 2 groups of 4 cores likely share a cache, package or node, unlike reported (12 "
     "handovers "
     "of 60 ns or less, against 150 ns)."},
    {"siblings in two nodes",
     ONE_L3,
     16,
     2,
     8,
     {12, 60, 150},
     "The CPU: 2 groups of 8 cores likely share a cache, package or node, unlike reported (56 "
     "handovers "
     "of 60 ns or less, against 150 ns), 8 groups of 2 cores likely are threads of one core, "
     "unlike "
     "reported (8 handovers of 12 ns or less, against 60 ns)."},
    {"a single pair of siblings",
     ONE_L3,
     2,
     2,
     2,
     {9, 0, 0},
     "The CPU: 1 group of 2 cores likely are threads of one core, unlike reported (1 handover of 9 "
     "ns or less, against 30 ns)."},
    {"a single pair of cores",
     ONE_L3,
     2,
     1,
     2,
     {0, 40, 0},
     "The CPU: cores as reported (a handover takes 40 ns, and none less than 15 ns)."},
    {"near cores without groups",
     ONE_L3,
     6,
     0,
     6,
     {12, 60, 60},
     "The CPU: cores inconclusive (5 handovers of 12 ns or less, against 60 ns)."},
};

/* 0 for siblings, 1 in a group, 2 for others. Without siblings (0), each core is near the next. */
static int distance(int siblings, int group, int a, int b)
{
    if (siblings ? a / siblings == b / siblings : b == a + 1)
        return 0;
    return a / group == b / group ? 1 : 2;
}

static void test_cores(void **state)
{
    char path[TREE_PATH_MAX], first[32];
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        FILE *out = begin(path, *state, NULL);
        put_row(out, "topology_check", "chase", "footprint", 4096, 30, "-", "CPUs 0", "L3", "-");
        for (int a = 0; a < machines[i].cores; a++)
            for (int b = a + 1; b < machines[i].cores; b++) {
                const int far = distance(machines[i].siblings, machines[i].group, a, b);
                snprintf(first, sizeof first, "first=%d", a);
                put_row(out, "core_to_core", "handover", "second", b, machines[i].ns[far], "-",
                        machines[i].ran_on, "memory", first);
            }
        expect(out, path, *state, 1, machines[i].what, machines[i].expected);
    }
}

static const struct {
    const char *what;
    int nodes;
    double ns[2][2]; /* by the node of the threads and of the memory */
    const char *expected;
} node_cases[] = {
    {"one node", 1, {{100}}, "The CPU: one NUMA node, and no other to compare it with."},
    {"two nodes",
     2,
     {{100, 160}, {170, 100}},
     "The CPU: NUMA nodes as reported (the memory of another one takes 1.60–1.70 times as "
     "long, certainly more in 2 of 2 cases)."},
    {"two that are alike from one side",
     2,
     {{100, 101}, {160, 100}},
     "The CPU: NUMA nodes not all as reported (the memory of another one takes 1.01–1.60 times "
     "as long, certainly more in 1 of 2 cases)."},
};

static void test_nodes(void **state)
{
    char path[TREE_PATH_MAX], cpu[32];
    for (size_t i = 0; i < sizeof node_cases / sizeof *node_cases; i++) {
        FILE *out = begin(path, *state, NULL);
        put_row(out, "topology_check", "chase", "footprint", 4096, 1, "-", "CPUs 0", "memory", "-");
        for (int from = 0; from < node_cases[i].nodes; from++)
            for (int to = 0; to < node_cases[i].nodes; to++) {
                snprintf(cpu, sizeof cpu, "cpu_node=%d", from);
                put_row(out, "numa_latency", "chase", "memory_node", to, node_cases[i].ns[from][to],
                        "-", "CPUs 0", "memory", cpu);
            }
        expect(out, path, *state, 2, node_cases[i].what, node_cases[i].expected);
    }
}

/* Reads and writes of one node, or of two, differ in more than the node. */
static void test_bandwidths(void **state)
{
    static const char *const patterns[] = {"sum", "clear"};
    static const char *const expected[] = {
        "The CPU is fastest with sum at cpu_node 0 with memory on node 0 (4.00 GB/s) and slowest "
        "with clear at cpu_node 0 with memory on node 0 (2.00).",
        "The CPU is fastest with sum at cpu_node 0 with memory on node 0 or with sum at cpu_node "
        "1 with memory on node 1 (both about 4.00 GB/s) and slowest with clear at cpu_node 0 "
        "with memory on node 1 or with clear at cpu_node 1 with memory on node 0 (both about "
        "1.33).",
    };
    char path[TREE_PATH_MAX], cpu[32];
    for (int nodes = 1; nodes <= 2; nodes++) {
        FILE *out = begin(path, *state, NULL);
        for (int from = 0; from < nodes; from++)
            for (int to = 0; to < nodes; to++)
                for (int i = 0; i < 2; i++) {
                    snprintf(cpu, sizeof cpu, "cpu_node=%d", from);
                    put_row(out, "numa", patterns[i], "memory_node", to,
                            (i + 1) * (1 + 0.5 * (from != to)), "-", "CPUs 0", "memory", cpu);
                }
        fclose(out);
        char *text = sentence_about(*state, "numa", "numa", NULL, 1);
        unlink(path);
        assert_string_equal(text, expected[nodes - 1]);
        free(text);
    }
}

/* The recorded chase has a footprint in each octave. */
static void test_recorded(void **state)
{
    (void)state;
    char *text = sentence_about(TEST_DATA "/../../plots/recorded/h200", "topology_check", "latency",
                                "chase", 0);
    assert_string_equal(
        text, "chase: the CPU: " SEEN("L1", "48 KiB", "32 KiB", "64 KiB") ", " SEEN(
                  "L2", "2 MiB", "1 MiB",
                  "4 MiB") ", L3 inconclusive (300 MiB, no clear step), and a step that no cache "
                           "explains (perhaps a TLB) between 8 MiB and 16 MiB; "
                           "the GPU: " SEEN("L1", "249 KiB", "128 KiB", "512 KiB") ", " SEEN(
                               "L2", "60 MiB", "16 MiB", "64 MiB") ".");
    free(text);
}

static int make_folder(void **state)
{
    static char folder[] = "/tmp/warpline-reported-XXXXXX";
    *state = mkdtemp(folder);
    return *state ? 0 : -1;
}

static int remove_folder(void **state)
{
    return rmdir(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_caches), cmocka_unit_test(test_cores), cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_bandwidths), cmocka_unit_test(test_recorded)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
