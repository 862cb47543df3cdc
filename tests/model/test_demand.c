/* The demand of passes, their time at made-up ceilings, and ceilings.csv. */
#include "study/ceilings/ceilings.h"
#include "study/model/demand.h"
#include "study/model/model.h"
#include "study/plan/point.h"
#include "tests/assertions.h"
#include "tests/model/gpu_shape.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WARPS = 1056 };

static void names_every_resource(void **state)
{
    (void)state;
    for (int i = 0; i < RESOURCES; i++) {
        assert_non_null(resources[i].name);
        assert_non_null(resources[i].bound);
        assert_non_null(resources[i].unit);
        assert_true(resources[i].kinds != 0);
        assert_non_null(pattern_find(resources[i].probe.pattern));
        for (int j = 0; j < i; j++) /* a CPU's may share a name with a GPU's, others may not */
            if (resources[i].kinds & resources[j].kinds)
                assert_string_not_equal(resources[i].name, resources[j].name);
    }
}

/* Amounts of up to two resources, what each takes, and what that makes. */
static const struct time_case {
    enum resource first, second;
    double amounts[2], ns_each[2];
    double time_ns; /* NaN: unknown */
    const char *bound;
} time_cases[] = {
    {GPU_MEMORY, GPU_BANK_TURNS, {10, 10}, {2, 1}, 20, "sectors"},
    {GPU_MEMORY, GPU_BANK_TURNS, {10, 10}, {1, 2}, 20, "banks"},
    {GPU_MEMORY, GPU_BANK_TURNS, {10, 0}, {1, NAN}, 10, "sectors"}, /* not needed */
    {GPU_MEMORY, GPU_BANK_TURNS, {10, 1}, {1, NAN}, NAN, NULL},
    {GPU_MEMORY, GPU_BANK_TURNS, {0, 0}, {1, 1}, NAN, NULL},
    {GPU_L2_READS, GPU_L2_WRITES, {10, 10}, {1, 2}, 30, "sectors"}, /* in turn */
    {GPU_ROUNDS, GPU_TILE_ROUNDS, {10, 10}, {1, 2}, 30, "latency"},
    {GPU_ROUNDS, GPU_MEMORY, {10, 25}, {2, 1}, 25, "sectors"},     /* at once */
    {GPU_ATOMICS, GPU_ADDITIONS, {10, 10}, {1, 2}, 30, "atomics"}, /* in turn */
    {GPU_ATOMICS, GPU_L2_PARTS, {10, 1}, {NAN, 3}, 30, "atomics"}, /* of earlier results */
    {GPU_SECTOR_ADDITIONS, GPU_ADDED_BESIDE, {10, 10}, {1, 2}, 30, "atomics"}, /* in turn */
    {GPU_SECTOR_ADDITIONS, GPU_ADDITIONS, {10, 1}, {NAN, 3}, 33, "atomics"},   /* of earlier */
    {GPU_ADDED_BESIDE, GPU_ATOMICS, {10, 1}, {NAN, 3}, 3, "atomics"},
    {GPU_MEMORY_LINES, GPU_MEMORY, {10, 10}, {2, 1}, 20, "lines"}, /* at once */
    {GPU_MEMORY_LINES, GPU_MEMORY, {10, 10}, {NAN, 1}, 10, "sectors"},
    {GPU_MEMORY_WAITS, WRITTEN_WAITS, {10, 5}, {4, 2}, 50, "latency"}, /* in turn */
    {GPU_ALLOCATIONS, GPU_STACKS, {1, 10}, {NAN, 3}, 30, "launch"},
    {GPU_FAR_WAITS, GPU_L2_WAITS, {10, 1}, {NAN, 3}, 33, "latency"},
    {CPU_L2_WAITS, CPU_L3_WAITS, {10, 10}, {1, 4}, 50, "latency"},
    {CPU_L3, CPU_MEMORY, {10, 6}, {4, 1}, 40, "lines"},             /* at once */
    {CPU_L3, CPU_L3_READS, {10, 10}, {4, 1}, 50, "lines"},          /* in turn */
    {CPU_L3_READS, CPU_L3, {10, 1}, {NAN, 4}, 44, "lines"},         /* of earlier results */
    {CPU_MEMORY_RANDOM, CPU_MEMORY, {10, 10}, {1, 2}, 30, "lines"}, /* in turn with all others */
    {CPU_MEMORY_RANDOM, CPU_MEMORY, {10, 10}, {NAN, 2}, NAN, NULL},
    {CPU_MEMORY_APART_READS, CPU_MEMORY, {10, 10}, {1, 2}, 30, "lines"}, /* in turn with memory */
    {CPU_MEMORY_APART_WRITES, CPU_L3, {10, 10}, {1, 2}, 20, "lines"},
    {CPU_MEMORY_APART_READS, CPU_MEMORY_RANDOM, {10, 10}, {1, 2}, 30, "lines"},
    {CPU_MEMORY_APART_READS, CPU_MEMORY, {10, 10}, {NAN, 2}, 20, "lines"}, /* of earlier results */
    {CPU_L1_WAITS, CPU_TLB_WAITS, {10, 10}, {1, 2}, 30, "latency"},
    {CPU_L1_WAITS, CPU_TLB_WAITS, {10, 10}, {1, NAN}, 10, "latency"}, /* of earlier ones */
    {CPU_TLB_WAITS, CPU_TLB_SET_WAITS, {10, 10}, {NAN, NAN}, 0, "latency"},
    {CPU_PAGE_WALKS, CPU_MEMORY, {10, 10}, {4, 2}, 60, "latency"}, /* in turn with lines */
    {CPU_PAGE_WALKS, CPU_MEMORY, {10, 10}, {NAN, 2}, 20, "lines"}, /* of earlier results */
    {CPU_L1_WAITS, CPU_MEMORY_STREAMS, {10, 10}, {1, 9}, 100, "latency"},
    {CPU_LARGE_WAITS, CPU_TLB_WAITS, {10, 10}, {NAN, 2}, 40, "latency"}, /* of earlier results */
    {LAUNCHES, CPU_STARTS, {1, 8}, {100, 5}, 140, "launch"},
};

static void takes_as_long_as_the_worst(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof time_cases / sizeof *time_cases; i++) {
        const struct time_case *c = &time_cases[i];
        struct demand demand = {0};
        struct ceilings ceilings = ceilings_unknown();
        const char *bound;
        demand.amount[c->first] = c->amounts[0];
        demand.amount[c->second] = c->amounts[1];
        ceilings.ns_each[c->first] = c->ns_each[0];
        ceilings.ns_each[c->second] = c->ns_each[1];
        const double ns = demand_time_ns(&demand, &ceilings, &bound);
        if (isnan(c->time_ns)) {
            assert_true(isnan(ns));
            assert_null(bound);
        } else {
            assert_near(ns, c->time_ns, 1e-9);
            assert_string_equal(bound, c->bound);
        }
    }
}

/* A round of two passes, of which each takes 3 ms from memory and 1 ms from the L3. Others fill the
 * L3 in the time that lines stay; the part that does not fit into what they leave in the time of
 * a round is lost. */
static void loses_what_is_used_too_late(void **state)
{
    static const struct {
        double part_free, stays_ns, part;
    } cases[] = {
        {0.5, 14e6, 0},  {0.5, 10e6, 0}, /* all in memory, others fill 0.6 of it; then 0.28, then
                                            0.2 */
        {0.5, 5.9e6, 1}, {0.5, NAN, 0},    {0.5, STAYS_MOST_NS, 0},
        {1, 5.9e6, 1},                     /* few lines: all or none */
        {1, 6.1e6, 0},   {0.25, 7e6, 0.2}, /* in 2.8 ms others fill 0.4; 0.6 of 0.75 fit */
        {0, 8e6, 0.5},   {0, 14e6, 0.2},
    };
    struct cost cost = {.may_leave = true,
                        .misses_if_left = 7,
                        .if_stay = {.amount = {[CPU_L3] = 1}},
                        .if_left = {.amount = {[CPU_MEMORY] = 1}}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ceilings ceilings = ceilings_unknown();
        const char *bound;
        ceilings.ns_each[CPU_L3] = 1e6;
        ceilings.ns_each[CPU_MEMORY] = 3e6;
        ceilings.ns_each[CPU_L3_STAYS] = cases[i].stays_ns;
        cost.left_lines = (struct left_lines){.rounds = 2, .part_free = cases[i].part_free};
        for (int again = 0; again < 2; again++) {
            cost_take_residence(&ceilings, &cost);
            assert_near(demand_time_ns(&cost.demand, &ceilings, &bound), 1e6 + 2e6 * cases[i].part,
                        1);
            assert_near(cost.misses[COST_LEVELS - 1], 7 * cases[i].part, 1e-6);
        }
    }
}

/* A probe of what only lines in memory need; those of ceilings that no demand has any of, although
 * they are made of its other amounts (overlap, one core alone); and one that both have. */
static void measures_with_the_demand_that_has_it(void **state)
{
    static const struct {
        enum resource resource;
        bool left;
    } cases[] = {{CPU_MEMORY, true}, {CPU_L3, false},      {CPU_ROWS, false},
                 {CPU_LONE, false},  {GPU_OVERLAP, false}, {GPU_COPY_WAITS, false}};
    const struct cost cost = {.demand = {.amount = {[CPU_L3] = 1, [CPU_ROWS] = 1}},
                              .if_left = {.amount = {[CPU_MEMORY] = 1, [CPU_ROWS] = 1}}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_ptr_equal(cost_demand_with(&cost, cases[i].resource),
                         cases[i].left ? &cost.if_left : &cost.demand);
}

/* What a cost needs of memory depends on whether its lines, at most 50 ns each, may leave. */
static void needs_memory_for_what_may_leave(void **state)
{
    static const struct {
        double stays_ns, lines;
        bool memory;
    } cases[] = {
        {NAN, 1e6, false}, {5e6, 1e5, false}, {5e6, 1.1e5, true}, {STAYS_MOST_NS, 1e9, false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct cost cost = {.may_leave = true,
                                  .left_lines = {.rounds = 1, .part_free = 1},
                                  .misses_if_left = cases[i].lines,
                                  .demand = {.amount = {[CPU_L3] = 1}},
                                  .if_left = {.amount = {[CPU_MEMORY] = 1}}};
        struct ceilings known = ceilings_unknown();
        bool needed[RESOURCES] = {false};
        known.ns_each[CPU_L3_STAYS] = cases[i].stays_ns;
        cost_needs(&cost, &known, needed);
        assert_true(needed[CPU_L3] && needed[CPU_L3_STAYS]);
        assert_int_equal(needed[CPU_MEMORY], cases[i].memory);
    }
}

/* Some of the cores: 1200 ns of memory for all of them together, `core_ns` for the part of each. */
static void takes_longer_where_cores_queue(void **state)
{
    (void)state;
    static const struct {
        int cores;
        double core_ns, rows, lone_ns_each, time_ns;
        const char *bound;
    } cases[] = {
        {1, 4800, 0, NAN, 4800, "lines"}, /* nobody to wait for */
        {2, 2400, 0, NAN, 2475, "lines"}, /* a quarter each: 1200 / (2 / 4 / (1 + 1 / 32)) */
        {8, 1000, 0, NAN, 1415.6641, "lines"},
        {8, 150, 0, NAN, 1200, "lines"}, /* all of it is used */
        {1, 1300, 2000, NAN, 2000, "accesses"},
        {1, 1300, 2000, 0.5, 1600, "accesses"}, /* half the time, with a chance of 0.4 */
        {1, 1300, 2000, 1.2, 2000, "accesses"}, /* no core is slower alone */
        {1, 1900, 2000, 0.5, 1900, "lines"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct demand demand = {
            .cores = cases[i].cores,
            .lone = 0.4,
            .amount = {[CPU_MEMORY] = 1200, [CPU_CORE_MEMORY] = 1, [CPU_ROWS] = cases[i].rows}};
        struct ceilings ceilings = ceilings_unknown();
        const char *bound;
        ceilings.ns_each[CPU_MEMORY] = 1;
        ceilings.ns_each[CPU_CORE_MEMORY] = cases[i].core_ns;
        ceilings.ns_each[CPU_ROWS] = 1;
        ceilings.ns_each[CPU_LONE] = cases[i].lone_ns_each;
        assert_near(demand_time_ns(&demand, &ceilings, &bound), cases[i].time_ns, 1e-3);
        assert_string_equal(bound, cases[i].bound);
    }
}

/* Per element, of 2^26 elements. */
static const struct gpu_case {
    const char *pattern;
    int64_t value;
    double memory, l2_parts, multiply_adds;
} gpu_cases[] = {
    {"copy", -1, 8, 0, 0},
    {"stride", 8, 36, 0, 0},
    {"stride", 16, 68, 0, 0}, /* a unit of 64 bytes for each element */
    {"stride_write", 8, 4 + 64, 1, 0},
    {"order", 8, 8, 0, 0}, /* parts that merge on their way */
    {"intensity", 16, 8, 0, 16},
};

static void asks_of_a_gpu(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof gpu_cases / sizeof *gpu_cases; i++) {
        const struct gpu_case *c = &gpu_cases[i];
        const struct pattern *pattern = pattern_find(c->pattern);
        const struct shape shape = gpu_shape(pattern, c->value, 1 << 26, WARPS);
        const double elements = (double)shape.elements;
        struct gpu_prediction p;
        assert_int_equal(predict_gpu(pattern, &shape, 4, &h200, &predict_brief, &p), 0);
        const struct demand d = demand_on_gpu(pattern, &shape, &h200, &p);
        assert_near(d.amount[GPU_MEMORY] / elements, c->memory, 0.02 * c->memory);
        assert_near(d.amount[GPU_L2_PARTS] / elements, c->l2_parts, 0.01);
        assert_near(d.amount[ARITHMETIC] * 132 / elements, c->multiply_adds,
                    0.01 * c->multiply_adds);
        assert_near(d.amount[GPU_ADDITIONS], 0, 0);
    }
}

/* Lanes that are `stride` elements apart share banks of the L1, if it holds what they load: turns
 * of a request. The longest array is read from many places at once, several times a pass: the L2
 * has its part of it. */
static void takes_turns_at_the_banks_of_an_l1(void **state)
{
    static const double in_memory = 1 - 60. / 512;
    static const struct {
        int64_t stride, footprint;
        double turns, units; /* units: bytes from memory for an element */
    } cases[] = {{1, 1 << 14, 1, 0},
                 {4, 1 << 14, 4, 0},
                 {32, 1 << 14, 32, 0},
                 {32, 1 << 29, 0, 64 * in_memory},
                 {8, 1 << 29, 0, 32 * in_memory}};
    const struct pattern *pattern = pattern_find("stride_sum");
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct shape shape = gpu_shape(pattern, cases[i].stride, 1 << 25, WARPS);
        struct gpu_prediction p;
        shape.value[1] = cases[i].footprint;
        shape.elements = pattern->elements(&shape);
        assert_int_equal(predict_gpu(pattern, &shape, 4, &h200, &predict_brief, &p), 0);
        const struct demand d = demand_on_gpu(pattern, &shape, &h200, &p);
        assert_near(d.amount[GPU_BANK_TURNS] / p.loads.requests, cases[i].turns, 0.05);
        assert_near(d.amount[GPU_MEMORY] / (double)shape.elements, cases[i].units,
                    0.02 * cases[i].units);
    }
}

/* 12 warps of a multiprocessor read rows that 8 and 4 of them share: together, so a third of the
 * loads hit, as long as the L1 holds what lies between. */
static void finds_what_other_warps_load(void **state)
{
    static const struct {
        int64_t footprint;
        double missed;
    } cases[] = {{1 << 17, 0}, {1 << 20, 2. / 3}, {1 << 26, 1}};
    const struct pattern *pattern = pattern_find("stride_sum");
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct shape shape = gpu_shape(pattern, 32, 1 << 25, 12 * 132);
        struct gpu_prediction p;
        shape.value[1] = cases[i].footprint;
        assert_int_equal(predict_gpu(pattern, &shape, 4, &h200, &predict_brief, &p), 0);
        assert_near(p.l2_read_sectors / p.loads.sectors, cases[i].missed, 0.03);
    }
}

/* Warps that take their blocks from a counter are anywhere in the array, so that those of a
 * multiprocessor share no window of a gather: a block of 1024 lanes has its own sectors of the
 * window, as often as it touches them. ncu on an H200: 0.242, 0.515, 0.812. */
static void shares_no_blocks_that_are_taken(void **state)
{
    static const struct {
        int64_t window;
        double missed;
    } cases[] = {{1024, 0.242}, {4096, 0.515}, {16384, 0.812}};
    const struct pattern *pattern = pattern_find("gather");
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct shape shape = gpu_shape(pattern, cases[i].window, 1 << 26, WARPS);
        struct gpu_prediction p;
        assert_int_equal(predict_gpu(pattern, &shape, 4, &h200, &predict_thorough, &p), 0);
        assert_near(p.l2_read_sectors / p.loads.sectors, cases[i].missed, 0.08);
    }
}

/* Lines of memory that are written partially, for each element; a copy completes its sectors. */
static void counts_lines_of_partial_writes(void **state)
{
    static const struct {
        const char *pattern;
        int64_t value;
        double lines;
    } cases[] = {{"stride_write", 32, 1}, {"stride_write", 16, 0.5}, {"stride_write", 2, 1. / 16},
                 {"copy", -1, 0},         {"scatter", 1 << 26, 1},   {"scatter", 256, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct pattern *pattern = pattern_find(cases[i].pattern);
        const struct shape shape = gpu_shape(pattern, cases[i].value, 1 << 26, WARPS);
        struct gpu_prediction p;
        assert_int_equal(predict_gpu(pattern, &shape, 4, &h200, &predict_brief, &p), 0);
        assert_near(demand_on_gpu(pattern, &shape, &h200, &p).amount[GPU_MEMORY_LINES] /
                        (double)shape.elements,
                    cases[i].lines, 0.02 * cases[i].lines);
    }
}

/* A chase waits longer under load: memory of 4000 GB/s, and 100 accesses to it. */
static void waits_longer_under_load(void **state)
{
    static const struct {
        const char *pattern;
        int64_t delay;
        double load_gbps, reads, copies; /* accesses that take the whole extra latency */
    } cases[] = {{"loaded_1to1", 128, 2000, 0, 25},
                 {"loaded_1to1", 128, 8000, 0, 100},
                 {"loaded_reads", 128, 2000, 25, 0},
                 {"loaded_reads", 128, NAN, 0, 0},
                 {"loaded_reads", 0, 2000, 7, 0}, /* without pauses: as the model has it */
                 {"chase", 0, 2000, 7, 0}};
    struct target target = {.ops = &gpu_target_ops};
    struct ceilings ceilings = ceilings_unknown();
    (void)state;
    ceilings.ns_each[GPU_MEMORY] = 1 / 4000.;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct point point = {.pattern = pattern_find(cases[i].pattern),
                                    .target = &target,
                                    .shape.value = {1 << 30, cases[i].delay}};
        const struct demand alone = {
            .amount = {[GPU_MEMORY_WAITS] = 100, [LOADED_WAITS] = cases[i].delay ? 0 : 7}};
        struct cost cost = {
            .has_demand = true, .demand = alone, .if_stay = alone, .if_left = alone};
        const struct demand *const demands[] = {&cost.demand, &cost.if_stay, &cost.if_left};
        cost_take_load(&point, cases[i].load_gbps, &ceilings, &cost);
        for (int kind = 0; kind < 3; kind++) { /* wherever its lines are */
            assert_near(demands[kind]->amount[LOADED_WAITS], cases[i].reads, 1e-9);
            assert_near(demands[kind]->amount[WRITTEN_WAITS], cases[i].copies, 1e-9);
        }
    }
}

/* On a GPU the stacks of more than 1024 warps are allocated again; a CPU's second worker takes
 * longer to start than each further one. */
static void asks_for_stacks_and_starts(void **state)
{
    (void)state;
    static const struct {
        int workers;
        bool on_gpu;
        double stacks, first, starts;
    } cases[] = {{1024, true, 0, 0, 1024},
                 {1025, true, 1025, 0, 1025},
                 {1, false, 0, 0, 0},
                 {2, false, 0, 1, 0},
                 {1025, false, 0, 1, 1023}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct shape shape = {.workers = cases[i].workers};
        const struct demand d =
            cases[i].on_gpu ? demand_of_gpu_launch(&shape) : demand_of_cpu_launch(&shape);
        assert_near(d.amount[LAUNCHES], 1, 0);
        assert_near(d.amount[cases[i].on_gpu ? GPU_STARTS : CPU_STARTS], cases[i].starts, 0);
        assert_near(d.amount[CPU_FIRST_STARTS], cases[i].first, 0);
        assert_near(d.amount[GPU_ALLOCATIONS], cases[i].stacks > 0, 0);
        assert_near(d.amount[GPU_STACKS], cases[i].stacks, 0);
    }
}

static void asks_nothing_of_memory_where_the_l2_holds_all(void **state)
{
    (void)state;
    const struct pattern *copy = pattern_find("copy");
    const struct shape small = gpu_shape(copy, -1, 1 << 20, WARPS);
    struct gpu_prediction p;
    assert_int_equal(predict_gpu(copy, &small, 4, &h200, &predict_brief, &p), 0);
    const struct demand d = demand_on_gpu(copy, &small, &h200, &p);
    assert_near(d.amount[GPU_MEMORY], 0, 0);
    assert_near(d.amount[GPU_MEMORY_ROUNDS], 0, 0);
    assert_near(d.amount[GPU_L2_READS], 0, 1); /* the L1s hold it, too */
    assert_near(d.amount[GPU_L2_WRITES], 4 << 20, 1);
    assert_true(d.amount[GPU_ROUNDS] >= 1);
}

static void counts_additions_to_one_cell(void **state)
{
    (void)state;
    const struct pattern *contention = pattern_find("contention");
    const struct shape one = gpu_shape(contention, 1, 0, WARPS),
                       two = gpu_shape(contention, 2, 0, WARPS);
    struct gpu_prediction p;
    assert_int_equal(predict_gpu(contention, &one, 4, &h200, &predict_brief, &p), 0);
    const double all = demand_on_gpu(contention, &one, &h200, &p).amount[GPU_ADDITIONS];
    assert_near(all, (double)one.elements, 0.001 * all);
    assert_int_equal(predict_gpu(contention, &two, 4, &h200, &predict_brief, &p), 0);
    assert_near(demand_on_gpu(contention, &two, &h200, &p).amount[GPU_ADDITIONS], all / 2,
                0.001 * all);
    /* 512 bytes: two slices, and 4 whole sectors for the 32 lanes of each request */
    const struct shape wide = gpu_shape(contention, 128, 0, WARPS);
    assert_int_equal(predict_gpu(contention, &wide, 4, &h200, &predict_brief, &p), 0);
    const struct demand d = demand_on_gpu(contention, &wide, &h200, &p);
    assert_near(d.amount[GPU_ADDITIONS], 0, 0);
    assert_near(d.amount[GPU_SECTOR_ADDITIONS], all / 16, 0.001 * all);
    assert_near(d.amount[GPU_ADDED_BESIDE], all * 28 / 32, 0.001 * all);
    assert_near(d.amount[GPU_ATOMICS], all / 8, 0.001 * all);
    assert_near(d.amount[GPU_L2_PARTS], 0, 0);
}

static void waits_of_a_chase_go_where_its_footprint_is(void **state)
{
    static const struct {
        const char *pattern;
        int64_t value;
        enum resource level;
    } cases[] = {{"chase", 1 << 14, GPU_L1_WAITS},
                 {"chase", 1 << 22, GPU_L2_WAITS},
                 {"chase", 1 << 25, GPU_FAR_WAITS}, /* more than the near half */
                 {"chase", 1 << 30, GPU_MEMORY_WAITS},
                 {"pages_small", 1 << 16, GPU_L2_WAITS}, /* 268 MB, but one line a page */
                 {"pages_far", 1 << 12, GPU_L2_WAITS}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct pattern *chase = pattern_find(cases[i].pattern);
        const struct shape shape = gpu_shape(chase, cases[i].value, 0, WARPS);
        struct gpu_prediction p;
        assert_int_equal(predict_gpu(chase, &shape, 4, &h200, &predict_brief, &p), 0);
        const struct demand d = demand_on_gpu(chase, &shape, &h200, &p);
        assert_near(d.amount[cases[i].level], (double)shape.elements,
                    0.02 * (double)shape.elements);
    }
}

/* Chains wait at the same time, but each of their steps takes a turn. */
static void counts_steps_of_chains(void **state)
{
    (void)state;
    const struct pattern *chase = pattern_find("chase");
    for (int64_t chains = 1; chains <= 16; chains *= 2) {
        struct shape shape = gpu_shape(chase, 1 << 30, 0, WARPS);
        struct gpu_prediction p;
        shape.value[1] = chains;
        assert_int_equal(predict_gpu(chase, &shape, 4, &h200, &predict_brief, &p), 0);
        const struct demand d = demand_on_gpu(chase, &shape, &h200, &p);
        const double steps = (double)shape.elements, turns = steps - steps / (double)chains;
        assert_near(d.amount[GPU_MEMORY_WAITS], steps / (double)chains, 0.02 * steps);
        assert_near(d.amount[GPU_CHAIN_STEPS], turns, 0.02 * steps);
    }
}

/* Workers of a team start one after another, teams at the same time. */
static void starts_teams_at_once(void **state)
{
    (void)state;
    const struct shape shape = {.workers = 800, .value = {4}};
    assert_near(demand_of_gpu_launch(&shape).amount[GPU_STARTS], 200, 0);
}

static void write_file(const char *folder, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/ceilings.csv", folder);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void reads_ceilings(void **state)
{
    (void)state;
    char folder[] = "/tmp/ceilings-XXXXXX", problem[512], path[256];
    struct ceilings ceilings;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(ceilings_read(folder, "cpu", &ceilings, problem, sizeof problem), -ENOENT);
    write_file(folder, "# what\ntarget,resource,bound,value,unit\ncpu,memory,lines,40,GB/s\n"
                       "cpu,memory latency,latency,90,ns\ngpu0,memory,sectors,4000,GB/s\n"
                       "gpu0,from the future,lines,3,GB/s\n");
    assert_int_equal(ceilings_read(folder, "cpu", &ceilings, problem, sizeof problem), 0);
    assert_near(ceilings.ns_each[CPU_MEMORY], 1 / 40., 1e-12);
    assert_near(ceilings.ns_each[CPU_MEMORY_WAITS], 90, 1e-12);
    assert_true(isnan(ceilings.ns_each[GPU_MEMORY]));
    assert_int_equal(ceilings_read(folder, "gpu0", &ceilings, problem, sizeof problem), 0);
    assert_near(ceilings.ns_each[GPU_MEMORY], 1 / 4000., 1e-12);
    assert_true(isnan(ceilings.ns_each[CPU_MEMORY]));
    assert_int_equal(ceilings_read(folder, "gpu1", &ceilings, problem, sizeof problem), -ENOENT);
    write_file(folder, "target,value\ncpu,40\n");
    assert_int_equal(ceilings_read(folder, "cpu", &ceilings, problem, sizeof problem), -EINVAL);
    assert_non_null(strstr(problem, "resource"));
    snprintf(path, sizeof path, "%s/ceilings.csv", folder);
    assert_int_equal(remove(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_every_resource),
        cmocka_unit_test(takes_as_long_as_the_worst),
        cmocka_unit_test(takes_longer_where_cores_queue),
        cmocka_unit_test(loses_what_is_used_too_late),
        cmocka_unit_test(measures_with_the_demand_that_has_it),
        cmocka_unit_test(needs_memory_for_what_may_leave),
        cmocka_unit_test(asks_of_a_gpu),
        cmocka_unit_test(takes_turns_at_the_banks_of_an_l1),
        cmocka_unit_test(finds_what_other_warps_load),
        cmocka_unit_test(shares_no_blocks_that_are_taken),
        cmocka_unit_test(counts_lines_of_partial_writes),
        cmocka_unit_test(waits_longer_under_load),
        cmocka_unit_test(asks_for_stacks_and_starts),
        cmocka_unit_test(asks_nothing_of_memory_where_the_l2_holds_all),
        cmocka_unit_test(counts_additions_to_one_cell),
        cmocka_unit_test(waits_of_a_chase_go_where_its_footprint_is),
        cmocka_unit_test(counts_steps_of_chains),
        cmocka_unit_test(starts_teams_at_once),
        cmocka_unit_test(reads_ceilings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
