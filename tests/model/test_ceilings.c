/* Ceilings that cannot be, what can be predicted where one is missing, which are needed, their
 * file, and which of the last run are used again. */
#include "study/base/message.h"
#include "study/ceilings/ceilings.h"
#include "study/ceilings/remembered.h"
#include "study/model/demand.h"
#include "study/run/session.h"
#include "tests/assertions.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KNOWN_MOST = 6 };

/* Values that were measured, in the resource's unit, and those of them that have to go. */
static const struct order_case {
    const char *what;
    double peak_gbps;
    struct {
        enum resource resource;
        double value;
        bool impossible;
    } known[KNOWN_MOST];
} order_cases[] = {
    {"a CPU",
     0,
     {{CPU_L1_WAITS, 1.7, false},
      {CPU_L2_WAITS, 7.4, false},
      {CPU_L3_WAITS, 37, false},
      {CPU_MEMORY_WAITS, 141, false}}},
    {"an L1 that was disturbed",
     0,
     {{CPU_L1_WAITS, 36, true}, {CPU_L2_WAITS, 3.8, false}, {CPU_MEMORY_WAITS, 111, false}}},
    {"an L3 that was disturbed",
     0,
     {{CPU_L1_WAITS, 1.7, false}, {CPU_L3_WAITS, 908, true}, {CPU_MEMORY_WAITS, 111, false}}},
    {"a memory that took no time",
     0,
     {{CPU_L1_WAITS, 1.7, false}, {CPU_L2_WAITS, 7, false}, {CPU_MEMORY_WAITS, 0.1, true}}},
    {"within the tolerance", 0, {{CPU_L1_WAITS, 4, false}, {CPU_L2_WAITS, 3.8, false}}},
    {"an L1 slower than memory",
     0,
     {{CPU_ROWS, 10, true}, {CPU_L2, 60, false}, {CPU_CORE_MEMORY, 17, false}}},
    {"a memory of one core faster than its L2",
     0,
     {{CPU_ROWS, 140, false}, {CPU_L2, 60, false}, {CPU_CORE_MEMORY, 300, true}}},
    {"an L3 slower than memory", 0, {{CPU_L3, 20, true}, {CPU_MEMORY, 117, false}}},
    {"a GPU", 4814, {{GPU_L2_READS, 13258, false}, {GPU_MEMORY, 4224, false}}},
    {"a GPU's memory beyond its data sheet",
     4814,
     {{GPU_L2_READS, 13258, false}, {GPU_MEMORY, 5100, true}}},
    {"without a data sheet", 0, {{GPU_MEMORY, 5100, false}}},
};

static double ns_of(enum resource resource, double value)
{
    return strncmp(resources[resource].unit, "ns", 2) == 0 ? value : 1 / value;
}

static void test_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof order_cases / sizeof *order_cases; i++) {
        const struct order_case *c = &order_cases[i];
        struct ceilings ceilings = ceilings_unknown();
        bool doubtful[RESOURCES], impossible[RESOURCES], wanted[RESOURCES] = {false};
        bool possible = true;
        print_message("%s\n", c->what);
        for (int k = 0; k < KNOWN_MOST && c->known[k].value > 0; k++) {
            ceilings.ns_each[c->known[k].resource] = ns_of(c->known[k].resource, c->known[k].value);
            wanted[c->known[k].resource] = c->known[k].impossible;
            possible = possible && !c->known[k].impossible;
        }
        assert_int_equal(ceilings_possible(&ceilings, c->peak_gbps, doubtful, impossible),
                         possible);
        for (int r = 0; r < RESOURCES; r++) {
            assert_int_equal(impossible[r], wanted[r]);
            assert_true(doubtful[r] || !impossible[r]);
        }
    }
}

/* The recorded run's ceilings can all be. */
static void test_recorded(void **state)
{
    (void)state;
    static const struct {
        const char *target;
        double peak_gbps;
    } cases[] = {{"cpu", 0}, {"gpu0", 4814}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char problem[1024];
        struct ceilings ceilings;
        bool doubtful[RESOURCES], impossible[RESOURCES];
        if (ceilings_read(TEST_DATA "/../../plots/recorded/h200", cases[i].target, &ceilings,
                          problem, sizeof problem))
            skip();
        assert_true(ceilings_possible(&ceilings, cases[i].peak_gbps, doubtful, impossible));
    }
}

/* 100 bytes from memory and 100 through the L1, whose ceiling may be missing. */
static void test_missing(void **state)
{
    (void)state;
    static const struct {
        double l1_ns, l2_ns, core_ns, time_ns;
        enum resource missing;
    } cases[] = {
        {0.1, 0.2, 1, 100, RESOURCES}, /* all known */
        {NAN, 0.2, 1, 100, RESOURCES}, /* as slow as the L2 it would still not be the bound */
        {NAN, NAN, 1, NAN, CPU_ROWS},  /* as slow as memory, by the tolerance it might be */
        {0.1, 0.2, NAN, NAN, CPU_CORE_MEMORY}, /* the bound itself */
        {NAN, NAN, NAN, NAN, CPU_CORE_MEMORY},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *bound;
        struct ceilings ceilings = ceilings_unknown();
        const struct demand demand = {.amount = {[CPU_CORE_MEMORY] = 100, [CPU_ROWS] = 100}};
        ceilings.ns_each[CPU_ROWS] = cases[i].l1_ns;
        ceilings.ns_each[CPU_L2] = cases[i].l2_ns;
        ceilings.ns_each[CPU_CORE_MEMORY] = cases[i].core_ns;
        const double ns = demand_time_ns(&demand, &ceilings, &bound);
        assert_int_equal(isnan(ns), isnan(cases[i].time_ns));
        assert_int_equal(bound == NULL, isnan(cases[i].time_ns));
        if (!isnan(ns))
            assert_near(ns, cases[i].time_ns, 1e-9);
        assert_int_equal(demand_missing(&demand, &ceilings), cases[i].missing);
    }
}

static bool none_done(const void *with, const struct point *point)
{
    (void)with, (void)point;
    return false;
}

static bool all_done(const void *with, const struct point *point)
{
    (void)with, (void)point;
    return true;
}

/* The probes measure what the points of a study need, and nothing else. */
static void test_needed(void **state)
{
    (void)state;
    static const struct {
        const char *study;
        enum resource needed[4], not_needed[4];
    } cases[] = {
        {"launch",
         {LAUNCHES, CPU_FIRST_STARTS, CPU_STARTS, LAUNCHES},
         {CPU_MEMORY, CPU_L1_WAITS, CPU_ROWS, CPU_L3}},
        {"latency",
         {CPU_L1_WAITS, CPU_L2_WAITS, CPU_L3_WAITS, CPU_MEMORY_WAITS},
         {CPU_ROW_STORES, LAUNCHES, ARITHMETIC, CPU_STARTS}},
        {"offset",
         {CPU_MEMORY, CPU_ROWS, CPU_ROW_STORES, CPU_MEMORY},
         {GPU_MEMORY, LAUNCHES, ARITHMETIC, CPU_STARTS}},
    };
    setenv("HWLOC_SYNTHETIC", "pack:1 l3:1(size=1MB) l2:4(size=256kB) l1d:1(size=32kB) core:1 pu:1",
           1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool needed[RESOURCES] = {false}, none[RESOURCES] = {false};
        struct plan plan;
        struct target_list targets;
        const struct plan_request request = {
            .names = &cases[i].study, .name_count = 1, .quick = true, .seed = 1};
        print_message("%s\n", cases[i].study);
        assert_int_equal(targets_open(&targets, "cpu", NULL), 0);
        assert_int_equal(plan_make(&plan, &request, &targets), 0);
        const struct rest rest = {&plan, none_done, NULL}, no_rest = {&plan, all_done, NULL};
        assert_int_equal(probes_needed(&targets.targets[0], &rest, false, needed), 0);
        for (int n = 0; n < 4; n++) {
            assert_true(needed[cases[i].needed[n]]);
            assert_false(needed[cases[i].not_needed[n]]);
        }
        assert_int_equal(probes_needed(&targets.targets[0], &no_rest, false, none), 0);
        for (int r = 0; r < RESOURCES; r++)
            assert_false(none[r]);
        plan_free(&plan);
        targets_close(&targets);
    }
    unsetenv("HWLOC_SYNTHETIC");
}

/* Machines with cores that are L2, L3, package and packages apart, and with threads of a core. */
static const struct distance_case {
    const char *synthetic;
    unsigned char to_next[8]; /* instead of the machine's: its cores are then threads */
    int first[DISTANCES];     /* of the pair that is probed, the next worker is the other; -1: none
                               */
    struct {
        int64_t one, other;
        enum distance apart;
    } pairs[6];
} distance_cases[] = {
    {"pack:2 l3:2(size=1MB) l2:2(size=256kB) l1d:2(size=32kB) core:1 pu:1",
     {0},
     {-1, 0, 1, 3, 7},
     {{0, 1, ONE_L2},
      {0, 3, ONE_L3},
      {6, 7, ONE_L2},
      {2, 5, ONE_PACKAGE},
      {0, 15, TWO_PACKAGES},
      {8, 7, TWO_PACKAGES}}},
    {"pack:1 l3:1(size=1MB) l2:6(size=256kB) l1d:1(size=32kB) core:1 pu:1",
     {ONE_CORE, ONE_L3, ONE_CORE, ONE_L3, ONE_CORE},
     {0, -1, 1, -1, -1},
     {{0, 1, ONE_CORE},
      {0, 2, ONE_L3},
      {2, 3, ONE_CORE},
      {1, 4, ONE_L3},
      {5, 4, ONE_CORE},
      {5, 0, ONE_L3}}},
};

/* The probe of a distance takes the first two workers that are so far apart, and is measured where
 * there are some. */
static void check_distance(struct target *cpu, int distance, int first,
                           const bool needed[RESOURCES])
{
    const enum resource handovers = (enum resource)(CPU_HANDOVERS + distance);
    struct point point;
    struct demand demand;
    assert_int_equal(probe_fits(handovers, cpu), first >= 0);
    assert_int_equal(needed[handovers], first >= 0);
    if (first < 0)
        return;
    assert_int_equal(probe_point(handovers, cpu, &point), 0);
    assert_int_equal(point.shape.value[0], first);
    assert_int_equal(point.shape.value[1], first + 1);
    assert_true(cost_demand(&point, &demand));
    assert_true(demand.amount[handovers] > 0);
}

static void check_distances(const struct distance_case *c)
{
    static const char *const study = "core_to_core";
    const struct plan_request request = {.names = &study, .name_count = 1, .seed = 1};
    struct target_list targets;
    struct plan plan;
    const struct rest rest = {&plan, NULL, NULL};
    bool needed[RESOURCES] = {false};
    setenv("HWLOC_SYNTHETIC", c->synthetic, 1);
    assert_int_equal(targets_open(&targets, "cpu", NULL), 0);
    struct target *const cpu = &targets.targets[0];
    if (c->to_next[1])
        memcpy(cpu->facts.to_next, c->to_next, sizeof c->to_next);
    assert_int_equal(plan_make(&plan, &request, &targets), 0);
    assert_int_equal(probes_needed(cpu, &rest, false, needed), 0);
    for (int k = 0; k < 6; k++)
        assert_int_equal(workers_apart(&cpu->facts, c->pairs[k].one, c->pairs[k].other),
                         c->pairs[k].apart);
    for (int d = 0; d < DISTANCES; d++)
        check_distance(cpu, d, c->first[d], needed);
    plan_free(&plan);
    targets_close(&targets);
    unsetenv("HWLOC_SYNTHETIC");
}

static void test_distances(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof distance_cases / sizeof *distance_cases; i++)
        check_distances(&distance_cases[i]);
}

/* A chase over 256 MiB leaves both TLBs with pages of 4 KiB, one of them with 2 MiB, none with 1
 * GiB. */
static void test_page_sizes(void **state)
{
    static const struct {
        const char *pages;
        bool near, far;
    } cases[] = {{NULL, true, true},
                 {"4k", true, true},
                 {"2m", true, false},
                 {"transparent", true, false},
                 {"1g", false, false}};
    struct target_list targets;
    (void)state;
    setenv("HWLOC_SYNTHETIC", distance_cases[0].synthetic, 1);
    assert_int_equal(targets_open(&targets, "cpu", NULL), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct target *const cpu = &targets.targets[0];
        const struct point_request request = {.target = cpu,
                                              .pattern = pattern_find("chase"),
                                              .element_bytes = 4,
                                              .parameter = "footprint",
                                              .value = 1 << 28};
        struct point point;
        struct demand demand;
        cpu->placing.pages = cases[i].pages;
        assert_int_equal(plan_probe(&request, 1 << 28, &point), 0);
        assert_true(cost_demand(&point, &demand));
        assert_int_equal(demand.amount[CPU_TLB_WAITS] > 0, cases[i].near);
        assert_int_equal(demand.amount[CPU_PAGE_WAITS] > 0, cases[i].far);
        cpu->placing.pages = NULL;
    }
    targets_close(&targets);
    unsetenv("HWLOC_SYNTHETIC");
}

static void test_due(void **state)
{
    (void)state;
    const struct target cpu = {.ops = &cpu_target_ops, .facts = {.cache_levels = 3}};
    struct ceiling_set set = {.known = ceilings_unknown()};
    const double now_s = ceilings_now_s();
    assert_int_equal(ceilings_due(&cpu, &set, now_s), 0); /* nothing is needed */
    set.needed[CPU_L3] = set.needed[CPU_MEMORY] = set.needed[GPU_MEMORY] = true;
    assert_int_equal(ceilings_due(&cpu, &set, 0), 2);
    set.probed_s[CPU_L3] = set.probed_s[CPU_MEMORY] = now_s - 100;
    assert_int_equal(ceilings_due(&cpu, &set, 0), 0);
    assert_int_equal(ceilings_due(&cpu, &set, now_s - 60), 1); /* memory's does not age */
    set.probed_s[CPU_L3] = now_s + 1e6;                        /* by a clock that was wrong */
    assert_int_equal(ceilings_due(&cpu, &set, now_s - 60), 1);
    set.probed_s[CPU_L3] = now_s - 1;
    assert_int_equal(ceilings_due(&cpu, &set, now_s - 60), 0);
    set.needed[CPU_L3_READS] = true; /* of a long probe, a ceiling lasts longer */
    set.probed_s[CPU_L3_READS] = now_s - 100;
    set.took_s[CPU_L3_READS] = 1;
    assert_int_equal(ceilings_due(&cpu, &set, now_s - 60), 0);
    assert_int_equal(ceilings_due(&cpu, &set, now_s - 30), 1);
    set.needed[CPU_MEMORY_RANDOM] = true; /* of memory, one of this run is measured again */
    set.probed_s[CPU_MEMORY_RANDOM] = now_s - 100;
    assert_int_equal(ceilings_due(&cpu, &set, now_s - 30), 1);
    set.took_s[CPU_MEMORY_RANDOM] = set.took_s[CPU_MEMORY] = 1;
    assert_int_equal(ceilings_due(&cpu, &set, now_s - 60), 0);
    assert_int_equal(ceilings_due(&cpu, &set, now_s - 30), 2);
}

static int rows_known(const char *folder)
{
    char problem[1024];
    struct ceiling_set set;
    int known = 0;
    (void)ceilings_read_set(folder, "cpu", &set, problem, sizeof problem);
    for (int i = 0; i < RESOURCES; i++)
        known += !isnan(set.known.ns_each[i]);
    return known;
}

static void cut_file(const char *path, const char *text, size_t length)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, length, out), length);
    assert_int_equal(fclose(out), 0);
}

/* A file that was cut at any byte continues after its last complete row. */
static void test_file(void **state)
{
    (void)state;
    char folder[] = "/tmp/ceilings-XXXXXX", path[64], text[4096];
    struct target target = {.name = "cpu"};
    const struct point point = {
        .target = &target, .pattern = pattern_find("copy"), .element_bytes = 4, .parameter = "-"};
    const struct summary ns = {.samples = 7, .median = 2, .low = 1, .high = 3};
    struct ceilings_file file;
    struct ceiling_set set;
    char problem[1024];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/ceilings.csv", folder);
    assert_int_equal(ceilings_file_open(&file, folder, false), 0);
    assert_int_equal(
        ceilings_file_add(&file, &point, CPU_L3, (struct probed){0.5, 20, true}, &ns, 60), 0);
    assert_int_equal(
        ceilings_file_add(&file, &point, CPU_L2, (struct probed){.ns_each = 0.25}, &ns, NAN), 0);
    assert_int_equal(
        ceilings_file_add(&file, &point, CPU_L2, (struct probed){.ns_each = NAN}, NULL, NAN), 0);
    ceilings_file_close(&file);
    assert_int_equal(ceilings_read_set(folder, "cpu", &set, problem, sizeof problem), 0);
    assert_near(set.known.ns_each[CPU_L3], 0.5, 1e-9);
    assert_near(set.core_ns[CPU_L3], 20, 1e-9);
    assert_near(set.speed[CPU_L3].memory_ns, 60, 1e-9);
    assert_true(set.disturbed[CPU_L3] && !set.disturbed[CPU_L2]);
    assert_true(isnan(set.known.ns_each[CPU_L2])); /* the last row counts */
    assert_true(set.probed_s[CPU_L2] > 1e9 && set.probed_s[CPU_L2] <= ceilings_now_s());
    const int read_file = open(path, O_RDONLY);
    const ssize_t length = read(read_file, text, sizeof text);
    close(read_file);
    for (ssize_t cut = 0; cut < length; cut++) {
        cut_file(path, text, (size_t)cut);
        assert_int_equal(ceilings_file_open(&file, folder, false), 0);
        const int before = rows_known(folder);
        assert_int_equal(
            ceilings_file_add(&file, &point, CPU_ROWS, (struct probed){.ns_each = 0.1}, &ns, NAN),
            0);
        ceilings_file_close(&file);
        assert_int_equal(rows_known(folder), before + 1);
    }
    cut_file(path, text, (size_t)length);
    assert_int_equal(ceilings_file_open(&file, folder, true), 0);
    ceilings_file_close(&file);
    assert_int_equal(rows_known(folder), 0);
    cut_file(path, "target,resource,value\ncpu,L3,40\n", 32); /* of an earlier version */
    assert_int_equal(ceilings_file_open(&file, folder, false), 0);
    ceilings_file_close(&file);
    assert_int_equal(rows_known(folder), 0);
    assert_int_equal(remove(path), 0);
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(ceilings_file_open(&file, folder, false), EXIT_USAGE);
}

#define USUAL  \
    {          \
        18, 65 \
    }
#define UNKNOWN  \
    {            \
        NAN, NAN \
    }

/* A ceiling of memory and one of the L3 that were measured some time ago, at some speed, and
 * whether a run that begins at another speed measures that of memory again. */
static const struct reuse_case {
    const char *what;
    struct sample_speed then, now;
    double age_s;
    bool not_needed, measured, disturbed;
    bool reused;
} reuse_cases[] = {
    {"the same speed", USUAL, USUAL, 60, .reused = true},
    {"nearly the same", USUAL, {19, 61}, 60, .reused = true},
    {"other cores", USUAL, {24, 65}, 60, .reused = false},
    {"other memory", USUAL, {18, 80}, 60, .reused = false},
    {"a speed that is not known", USUAL, UNKNOWN, 60, .reused = false},
    {"a speed that was not known", UNKNOWN, USUAL, 60, .reused = false},
    {"yesterday morning", USUAL, USUAL, 100000, .reused = false},
    {"a clock that was wrong", USUAL, USUAL, -100, .reused = false},
    {"what other load disturbed", USUAL, USUAL, 60, .disturbed = true},
    {"what no point needs", USUAL, USUAL, 60, .not_needed = true},
    {"what this run has measured", USUAL, USUAL, 60, .measured = true},
};

static void check_reuse(const struct reuse_case *c, const char *folder)
{
    struct target target = {.name = "cpu", .facts = {.title = "a machine"}};
    const double then_s = ceilings_now_s() - c->age_s;
    struct ceiling_set last = {.known = ceilings_unknown()},
                       set = {.known = ceilings_unknown(), .speed_now = c->now}, read;
    struct ceilings_file file;
    char problem[1024];
    int reused;
    /* while cores were half as fast */
    ceiling_take(&last, CPU_MEMORY,
                 (struct probed){0.05 * pow(2, 0.4), 2 * c->then.core_ns, c->disturbed});
    last.known.ns_each[CPU_L3] = last.known.ns_each[CPU_L1_SHARE] = 0.01;
    last.probed_s[CPU_MEMORY] = last.probed_s[CPU_L3] = last.probed_s[CPU_L1_SHARE] = then_s;
    last.speed[CPU_MEMORY] = last.speed[CPU_L3] = last.speed[CPU_L1_SHARE] = c->then;
    ceilings_remember(&target, &last);
    last.past[CPU_MEMORY].count = 0;
    ceiling_take(&last, CPU_MEMORY, (struct probed){5, c->then.core_ns, true});
    ceilings_remember(&target, &last);  /* the value before it stays */
    last.disturbed[CPU_MEMORY] = false; /* and also where others have most of the cores */
    last.speed[CPU_MEMORY].core_ns *= 3;
    ceilings_remember(&target, &last);
    set.needed[CPU_MEMORY] = !c->not_needed;
    set.needed[CPU_L3] = set.needed[CPU_L1_SHARE] = true; /* these are measured again anyway */
    set.probed_s[CPU_MEMORY] = c->measured ? ceilings_now_s() : 0;
    assert_int_equal(ceilings_file_open(&file, folder, true), 0);
    assert_int_equal(ceilings_reuse(&target, &file, &set, &reused), 0);
    ceilings_file_close(&file);
    if (reused != c->reused || isnan(set.known.ns_each[CPU_MEMORY]) == c->reused)
        fail_msg("%s: %d ceilings are used again", c->what, reused);
    assert_true(isnan(set.known.ns_each[CPU_L3]));
    assert_int_equal(rows_known(folder), reused);
    if (!reused)
        return;
    assert_int_equal(ceilings_read_set(folder, "cpu", &read, problem, sizeof problem), 0);
    assert_near(read.known.ns_each[CPU_MEMORY], 0.05, 1e-9);
    assert_near(read.probed_s[CPU_MEMORY], floor(then_s), 1e-9); /* not now */
    assert_near(read.speed[CPU_MEMORY].memory_ns, c->then.memory_ns, 1e-9);
}

/* Probed while the slowest worker's index was `probed_ns`: the power of 40 / probed_ns by which the
 * ceiling rises for an index of 40 ns. */
static const struct {
    enum resource resource;
    double probed_ns, power;
} speed_cases[] = {
    {CPU_ROWS, 20, 0.6},
    {CPU_L2, 40, 0.8},
    {CPU_L2, 20, 0.8},
    {CPU_L3_READS, 80, 0.8},
    {CPU_MEMORY, 20, 0.4},
    {CPU_MEMORY_APART_READS, 20, 0.4},
    {CPU_MEMORY_RANDOM, 20, 0.4},
    {CPU_PAGE_WALKS, 20, 1.4},
    {CPU_CORE_MEMORY, 20, 0.4},
    {CPU_L2_WAITS, 20, 0}, /* latencies and what cores do together */
    {CPU_HANDED, 20, 0},
    {CPU_SHARED_ADDITIONS, 20, 0},
    {CPU_LONE, 20, 0},
    {CPU_STARTS, 20, 0},
    {CPU_L2, NAN, 0}, /* of an earlier version */
};
enum { SPEED_CASES = sizeof speed_cases / sizeof *speed_cases };

static void test_speed(void **state)
{
    (void)state;
    for (int i = 0; i < SPEED_CASES; i++) {
        struct ceiling_set set = {.known = ceilings_unknown()};
        const enum resource resource = speed_cases[i].resource;
        ceiling_take(&set, resource, (struct probed){3, speed_cases[i].probed_ns, false});
        const double times =
            speed_cases[i].power > 0 ? pow(40 / speed_cases[i].probed_ns, speed_cases[i].power) : 1;
        assert_near(ceilings_at(&set, 40).ns_each[resource], 3 * times, 1e-9);
        assert_near(ceilings_at(&set, NAN).ns_each[resource], 3, 1e-9); /* as it was probed */
    }
}

/* The five probes of the last ten that met the nearest speeds: the lower median of their times. */
static void test_past_probes(void **state)
{
    static const struct {
        int disturbed;                                     /* as many of the first */
        double ns_each[12], core_ns[12], wanted_ns, at_ns; /* in order, up to 0 */
    } cases[] = {
        {0, {3}, {20}, 40, 3},
        {0, {5, 3}, {20, 20}, 20, 3},
        {0, {886, 111, 119}, {21, 26, 22}, 20, 119},
        {0, {111, 119, 886}, {21, 26, 22}, 20, 119},
        {0, {1, 9, 1, 9, 1, 9, 9, 9}, {20, 40, 20, 40, 20, 40, 40, 40}, 40, 9},
        {0, {1, 9, 1, 9, 1, 9, 9, 9}, {20, 40, 20, 40, 20, 40, 40, 40}, 20, 1},
        {0, {2, 3, 4, 5, 6, 7}, {10, 80, 82, 84, 86, 88}, 40, 5}, /* as far: by their ratio */
        {0, {1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3}, {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}, 9, 2},
        {0, {3, NAN}, {20, 20}, 20, NAN},
        {0, {3, NAN, 4}, {20, 20, 20}, 20, 4},
        {0, {3, 4}, {20, NAN}, 20, 4}, /* at an unknown speed */
        {2, {9, 8}, {20, 20}, 20, 8},
        {2, {9, 8, 5, 3, 7}, {20, 20, 20, 20, 20}, 20, 5},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ceiling_set set = {.known = ceilings_unknown()};
        for (int probe = 0; probe < 12 && cases[i].ns_each[probe] != 0; probe++)
            ceiling_take(&set, CPU_L2_WAITS,
                         (struct probed){cases[i].ns_each[probe], cases[i].core_ns[probe],
                                         probe < cases[i].disturbed});
        const double ns = ceilings_at(&set, cases[i].wanted_ns).ns_each[CPU_L2_WAITS];
        if (isnan(cases[i].at_ns) ? !isnan(ns) : fabs(ns - cases[i].at_ns) > 1e-9)
            fail_msg("case %zu: %g ns", i, ns);
    }
}

/* Without an index, the ceilings are for the median of those that the probes met. */
static void test_usual_speed(void **state)
{
    (void)state;
    struct ceiling_set set = {.known = ceilings_unknown()};
    static const enum resource probed[] = {CPU_ROWS, CPU_L2, CPU_L3};
    for (int i = 0; i < 3; i++)
        ceiling_take(&set, probed[i], (struct probed){1, i == 2 ? 50 : 25, false});
    const struct ceilings usual = ceilings_at(&set, NAN);
    assert_near(usual.ns_each[CPU_L2], 1, 1e-9);
    assert_near(usual.ns_each[CPU_L3], pow(0.5, 0.8), 1e-9);
}

static void test_reuse(void **state)
{
    (void)state;
    char folder[] = "/tmp/ceilings-XXXXXX", command[64];
    assert_non_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    for (size_t i = 0; i < sizeof reuse_cases / sizeof *reuse_cases; i++)
        check_reuse(&reuse_cases[i], folder);
    setenv("XDG_STATE_HOME", "/proc/none", 1);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/* What a study needs is probed again if it is old; other old ceilings are left alone. */
static void test_renewal(void **state)
{
    (void)state;
    static struct target_list targets;
    struct arrays arrays = {.checks = NULL};
    struct ceilings_file file = {.file = -1};
    struct ceiling_set set = {.known = ceilings_unknown()};
    bool needed[RESOURCES] = {[CPU_L1_WAITS] = true, [CPU_MEMORY] = true};
    setenv("HWLOC_SYNTHETIC", "pack:1 l3:1(size=1MB) l2:2(size=256kB) l1d:1(size=32kB) core:1 pu:1",
           1);
    assert_int_equal(targets_open(&targets, "cpu", NULL), 0);
    for (int i = 0; i < RESOURCES; i++)
        set.probed_s[i] = 1;
    set.known.ns_each[CPU_MEMORY] =
        0.05; /* not old: it depends less on the clock, and takes long */
    assert_int_equal(ceilings_measure(&targets.targets[0], &arrays, 1, &file, needed,
                                      ceilings_now_s(), INFINITY, NULL, &set),
                     0);
    for (int i = 0; i < RESOURCES; i++)
        if ((set.probed_s[i] > 1) != (i == CPU_L1_WAITS))
            fail_msg("%s", resources[i].name);
    arrays_release(&arrays);
    targets_close(&targets);
    unsetenv("HWLOC_SYNTHETIC");
}

static int64_t half_bytes;

/* A CPU that has only half of its L3: beyond, a pass takes five times as long. No other load
 * disturbs it, whatever else this machine runs. */
static int run_halved(struct target *target, kernel_function *kernel,
                      const struct kernel_args *args, double *ns, struct placement *placement)
{
    const int error = cpu_target_ops.run(target, kernel, args, ns, placement);
    const double bytes = 2.0 * sizeof(int32_t) * (double)args->shape.elements; /* of a copy */
    *ns = 100 + (double)args->passes * bytes * (bytes > (double)half_bytes ? 5 : 1);
    *ns *= args->launches > 1 ? (double)args->launches : 1;
    if (placement)
        placement->loss = (struct loss){.ns = 0};
    return error;
}

static struct target_ops halved_ops(void)
{
    struct target_ops ops = cpu_target_ops;
    ops.run = run_halved;
    ops.stolen_ns = NULL;
    return ops;
}

/* Rows that a file has of that ceiling. */
static int rows_of(const char *folder, enum resource resource)
{
    char path[64], *line = NULL, start[64];
    size_t room = 0;
    int rows = 0;
    snprintf(path, sizeof path, "%s/ceilings.csv", folder);
    snprintf(start, sizeof start, "cpu,%s,", resources[resource].name);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    while (getline(&line, &room, in) > 0)
        rows += strncmp(line, start, strlen(start)) == 0;
    free(line);
    fclose(in);
    return rows;
}

static int runs, slow_runs;

/* The first runs take three times as long as all others. */
static int run_late(struct target *target, kernel_function *kernel, const struct kernel_args *args,
                    double *ns, struct placement *placement)
{
    const int error = run_halved(target, kernel, args, ns, placement);
    *ns *= runs++ < slow_runs ? 3 : 1;
    return error;
}

/* The ceiling of an L2 after a probe whose first runs are slow; it was before_ns at probed_s. */
static double probed_again(struct target *target, double before_ns, double probed_s, int slow,
                           const char *folder)
{
    const bool needed[RESOURCES] = {[CPU_L2] = true};
    struct arrays arrays = {.checks = NULL};
    struct ceilings_file file;
    struct ceiling_set set = {.known = ceilings_unknown()};
    set.known.ns_each[CPU_L2] = before_ns;
    set.probed_s[CPU_L2] = probed_s;
    runs = 0;
    slow_runs = slow;
    assert_int_equal(ceilings_file_open(&file, folder, true), 0);
    assert_int_equal(
        ceilings_measure(target, &arrays, 1, &file, needed, ceilings_now_s(), INFINITY, NULL, &set),
        0);
    ceilings_file_close(&file);
    arrays_release(&arrays);
    assert_int_equal(rows_of(folder, CPU_L2), 1);
    return set.known.ns_each[CPU_L2];
}

/* A first probe that is short, and one that takes far longer than at its last time, are made
 * twice: of two the shorter one counts, and is stored. A byte takes 1 ns here. */
static void test_doubtful(void **state)
{
    (void)state;
    static const struct {
        double before_ns, probed_s, found_ns;
    } cases[] = {{NAN, 0, 1}, {NAN, 1, 3}, {5, 1, 3}, {2.1, 1, 3}, {0.9, 1, 1}};
    static struct target_list targets;
    struct target_ops late = halved_ops();
    char folder[] = "/tmp/ceilings-XXXXXX", command[64];
    assert_non_null(mkdtemp(folder));
    half_bytes = INT64_MAX;
    late.run = run_late;
    assert_int_equal(targets_open(&targets, "cpu", NULL), 0);
    targets.targets[0].ops = &late;
    const double even_ns = probed_again(&targets.targets[0], NAN, 1, 0, folder);
    const int once = runs; /* of a probe that is made once */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double ns = probed_again(&targets.targets[0], cases[i].before_ns * even_ns,
                                       cases[i].probed_s, once, folder);
        if (fabs(ns / even_ns - cases[i].found_ns) > 0.1)
            fail_msg("case %zu: %g times as long as undisturbed", i, ns / even_ns);
    }
    targets.targets[0].ops = &cpu_target_ops;
    targets_close(&targets);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/* A cache is found to be smaller than it reports: its points need the ceilings of memory, and all
 * that they need now is measured. */
static void test_halved(void **state)
{
    (void)state;
    static const char *const names[] = {"copy:footprint=700000"};
    static struct session session;
    static struct target_list targets;
    const struct plan_request request = {
        .names = names, .name_count = 1, .seed = 1, .footprint_bytes = 700000};
    struct target_ops halved = halved_ops();
    struct plan plan;
    const struct rest rest = {&plan, NULL, NULL};
    bool reported[RESOURCES] = {false}, needed[RESOURCES] = {false};
    int more = 0;
    setenv("XDG_STATE_HOME", "/proc/none", 1);
    setenv("HWLOC_SYNTHETIC", "pack:1 l3:1(size=1MB) l2:2(size=256kB) l1d:1(size=32kB) core:1 pu:1",
           1);
    assert_int_equal(targets_open(&targets, "cpu", NULL), 0);
    struct target *const cpu = &targets.targets[0];
    half_bytes = cpu->facts.caches[2].size_bytes / 2;
    assert_int_equal(plan_make(&plan, &request, &targets), 0);
    assert_int_equal(probes_needed(cpu, &rest, false, reported), 0);
    cpu->ops = &halved;
    session_begin(&session, &request, &targets);
    assert_int_equal(session_ready_ceilings(&session, &rest), 0);
    assert_near(cpu->facts.caches[2].share, 0.5, 1e-9);
    assert_int_equal(probes_needed(cpu, &rest, false, needed), 0);
    for (int i = 0; i < RESOURCES; i++) {
        const bool fits = probe_fits((enum resource)i, cpu);
        more += fits && needed[i] && !reported[i];
        if ((session.ceilings[0].probed_s[i] > 0) != (fits && needed[i]))
            fail_msg("%s", resources[i].name);
    }
    assert_true(more > 0);
    session_end(&session);
    cpu->ops = &cpu_target_ops;
    plan_free(&plan);
    targets_close(&targets);
    unsetenv("HWLOC_SYNTHETIC");
}

static bool is_copy(const void *with, const struct point *point)
{
    (void)with;
    return point->baseline;
}

/* Points whose needs no one found before them: they are probed when their turn comes, with the
 * nearer latencies that a farther one's probe contains, and with what the points need once a cache
 * is found to be half as large. */
static void check_late(const char *name, const struct target_ops *ops, double share)
{
    static struct session session;
    static struct session_point done;
    static struct target_list targets;
    const struct plan_request request = {.names = &name, .name_count = 1, .quick = true, .seed = 1};
    struct plan plan;
    const struct rest rest = {&plan, is_copy, NULL};
    bool needed[RESOURCES] = {false};
    assert_int_equal(targets_open(&targets, "cpu", NULL), 0);
    struct target *const cpu = &targets.targets[0];
    half_bytes = cpu->facts.caches[2].size_bytes / 2;
    assert_int_equal(plan_make(&plan, &request, &targets), 0);
    cpu->ops = ops;
    session_begin(&session, &request, &targets);
    for (int i = 0; i < plan.count; i++)
        if (!plan.points[i].baseline)
            assert_int_equal(session_measure(&session, &plan, i, &done), 0);
    assert_true(share == 0 || cpu->facts.caches[2].share == share);
    assert_int_equal(probes_needed(cpu, &rest, false, needed), 0);
    /* Where this machine's other processes evict lines, the L3's capacity is not looked for. */
    if (l3_loses_lines(&session.ceilings[0].known))
        needed[CPU_L3_SHARE] = false;
    for (int i = 0; i < RESOURCES; i++)
        if ((session.ceilings[0].probed_s[i] > 0) !=
            (needed[i] && probe_fits((enum resource)i, cpu)))
            fail_msg("%s: %s", name, resources[i].name);
    session_end(&session);
    cpu->ops = &cpu_target_ops;
    plan_free(&plan);
    targets_close(&targets);
}

static void test_late(void **state)
{
    struct target_ops halved = halved_ops();
    (void)state;
    setenv("XDG_STATE_HOME", "/proc/none", 1);
    setenv("HWLOC_SYNTHETIC", "pack:1 l3:1(size=1MB) l2:2(size=256kB) l1d:1(size=32kB) core:1 pu:1",
           1);
    check_late("chase:footprint=524288", &cpu_target_ops, 0);
    check_late("copy:footprint=700000", &halved, 0.5);
    unsetenv("HWLOC_SYNTHETIC");
}

static void open_two_cores(struct target_list *targets)
{
    setenv("HWLOC_SYNTHETIC",
           "pack:1 l3:1(size=64MB) l2:2(size=256kB) l1d:1(size=32kB) core:1 pu:1", 1);
    assert_int_equal(targets_open(targets, "cpu", NULL), 0);
    unsetenv("HWLOC_SYNTHETIC");
}

/* Where others evict lines of the L3, what its copies show of its size does not count. */
static void test_others(void **state)
{
    static const struct {
        double stays_ns, share; /* 0: all of it */
        int due;
    } cases[] = {{NAN, 0.25, 2}, {STAYS_MOST_NS, 0.25, 1}, {5e6, 0, 0}};
    static struct target_list targets;
    (void)state;
    open_two_cores(&targets);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ceiling_set set = {.known = ceilings_unknown(),
                                  .needed = {[CPU_L3_STAYS] = true, [CPU_L3_SHARE] = true}};
        set.known.ns_each[CPU_L3_STAYS] = cases[i].stays_ns;
        set.probed_s[CPU_L3_STAYS] = isnan(cases[i].stays_ns) ? 0 : ceilings_now_s();
        assert_int_equal(ceilings_due(&targets.targets[0], &set, 0), cases[i].due);
        assert_int_equal(ceiling_is_missing(&set, CPU_L3_STAYS), isnan(cases[i].stays_ns));
        assert_int_equal(ceiling_is_missing(&set, CPU_L3_SHARE), cases[i].due > 0);
        set.known.ns_each[CPU_L3_SHARE] = 4;
        ceilings_apply(&set.known, &targets.targets[0].facts);
        assert_near(targets.targets[0].facts.caches[2].share, cases[i].share, 1e-9);
    }
    targets_close(&targets);
}

/* Large pages are what they are called if an access that misses a TLB in small ones does not wait.
 */
static void test_large_pages(void **state)
{
    static const struct {
        double small_ns, large_ns;
        enum large_pages found;
    } cases[] = {{2.4, 0.01, LARGE_WHOLE},
                 {2.4, 1.1, LARGE_WHOLE},
                 {2.4, 2.3, LARGE_SPLIT},
                 {2.4, NAN, LARGE_UNKNOWN},
                 {NAN, 0, LARGE_UNKNOWN}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ceilings known = ceilings_unknown();
        struct target_facts facts = {.cache_levels = 0};
        known.ns_each[CPU_TLB_WAITS] = cases[i].small_ns;
        known.ns_each[CPU_LARGE_WAITS] = cases[i].large_ns;
        ceilings_apply(&known, &facts);
        assert_int_equal(facts.large_pages, cases[i].found);
    }
}

/* The latency of memory is measured with no more than surely leaves the L3 until it is used again.
 */
static void test_left_cache(void **state)
{
    static const struct {
        double stays_ns;
        int64_t bytes;
    } cases[] = {{0, 256 << 20},  /* not known: in memory */
                 {1e5, 4 << 20},  /* 16 L2 */
                 {4e6, 32 << 20}, /* 200,000 nodes of 128 bytes, and a power of two of them */
                 {STAYS_MOST_NS, 256 << 20}};
    static struct target_list targets;
    (void)state;
    open_two_cores(&targets);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct point point;
        targets.targets[0].facts.l3_stays_ns = cases[i].stays_ns;
        assert_int_equal(probe_point(CPU_MEMORY_WAITS, &targets.targets[0], &point), 0);
        if (point.shape.value[0] != cases[i].bytes)
            fail_msg("%g ns: %lld bytes", cases[i].stays_ns, (long long)point.shape.value[0]);
    }
    targets_close(&targets);
}

/* A probe fills no more memory than twice that of a copy, however few of its bytes are read. */
static void test_little_memory(void **state)
{
    static const struct {
        enum resource resource;
        double times; /* the copy's memory */
    } cases[] = {{CPU_MEMORY, 1},
                 {CPU_MEMORY_RANDOM, 1.5},
                 {CPU_MEMORY_APART_READS, 2},
                 {CPU_MEMORY_APART_WRITES, 2}};
    static struct target_list targets;
    (void)state;
    open_two_cores(&targets);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct point point;
        assert_int_equal(probe_point(cases[i].resource, &targets.targets[0], &point), 0);
        const double times =
            (double)point.footprint_bytes / (double)memory_footprint(&targets.targets[0]);
        if (fabs(times - cases[i].times) > 0.1)
            fail_msg("%s: %g times", resources[cases[i].resource].name, times);
    }
    targets_close(&targets);
}

/* Before its first probe a ceiling is unknown, not infinitely fast: a disturbed value replaces it.
 */
static void test_begin(void **state)
{
    (void)state;
    static struct session session;
    static struct target_list targets = {.count = 2};
    const struct plan_request request = {.quick = true};
    session_begin(&session, &request, &targets);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < RESOURCES; j++)
            assert_true(isnan(session.ceilings[i].known.ns_each[j]));
}

/* Of disturbed values the faster one stays; any other measured one is newer. */
static void test_replaces(void **state)
{
    static const struct {
        double known_ns, new_ns;
        bool known_disturbed, disturbed, replaces;
    } cases[] = {{NAN, 5, false, false, true},  {NAN, 5, false, true, true},
                 {NAN, NAN, false, true, true}, {5, NAN, false, false, false},
                 {5, NAN, true, true, false},   {5, 6, false, false, true},
                 {5, 6, true, false, true},     {5, 4, false, true, false},
                 {5, 6, true, true, false},     {5, 4, true, true, true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ceiling_set set = {.known = ceilings_unknown()};
        set.known.ns_each[CPU_L2] = cases[i].known_ns;
        set.disturbed[CPU_L2] = cases[i].known_disturbed;
        assert_int_equal(ceiling_replaces(&set, CPU_L2, cases[i].new_ns, cases[i].disturbed),
                         cases[i].replaces);
    }
}

/* Two workers that share a core have a part of its L1 and L2 each, if probes have found that. The
 * probes of all workers met an index of 30 ns at least, that of one core 20. */
static void test_shared_core(void **state)
{
    static const struct {
        double probed, probed_ns, found, core_ns; /* the reported L1 over the part of each */
        double l1, l2;
    } cases[] = {
        {1, 30, 2, 32, 1, 1},   {1, 30, 2, 50, 2, 1.6},
        {1, 50, 2, 50, 2, 1.6}, /* the probe met a better moment */
        {2, 50, 2, 32, 1, 1},   /* or none */
        {2, 30, 2, 32, 2, 1},   /* siblings for good */
        {1, 30, 1, 50, 1, 1},   /* others, not siblings, make it slow */
        {1, 30, 2, NAN, 1, 1},  /* usually alone */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ceiling_set set = {.known = ceilings_unknown(), .l1_over_part = cases[i].found};
        ceiling_take(&set, CPU_L1_SHARE,
                     (struct probed){cases[i].probed, cases[i].probed_ns, false});
        ceiling_take(&set, CPU_L2, (struct probed){1, 30, false});
        ceiling_take(&set, CPU_CORE_L3, (struct probed){1, 20, false});
        set.known.ns_each[CPU_L2_SHARE] = 1;
        const struct ceilings at = ceilings_at(&set, cases[i].core_ns);
        assert_near(at.ns_each[CPU_L1_SHARE], cases[i].l1, 1e-9);
        assert_near(at.ns_each[CPU_L2_SHARE], cases[i].l2, 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),       cmocka_unit_test(test_recorded),
        cmocka_unit_test(test_large_pages), cmocka_unit_test(test_missing),
        cmocka_unit_test(test_needed),      cmocka_unit_test(test_page_sizes),
        cmocka_unit_test(test_due),         cmocka_unit_test(test_file),
        cmocka_unit_test(test_speed),       cmocka_unit_test(test_usual_speed),
        cmocka_unit_test(test_past_probes), cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_renewal),     cmocka_unit_test(test_begin),
        cmocka_unit_test(test_shared_core), cmocka_unit_test(test_replaces),
        cmocka_unit_test(test_distances),   cmocka_unit_test(test_halved),
        cmocka_unit_test(test_late),        cmocka_unit_test(test_doubtful),
        cmocka_unit_test(test_left_cache),  cmocka_unit_test(test_little_memory),
        cmocka_unit_test(test_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
