/* The models over whole patterns: what their kernels' requests add up to. */
#include "study/model/demand.h"
#include "study/model/predict.h"
#include "study/plan/point.h"
#include "tests/assertions.h"
#include "tests/model/gpu_shape.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { WARPS = 64 };

/* One pass over 2^20 elements of 4 bytes: sectors of a request, and bytes of memory for each
 * element. */
static const struct gpu_case {
    const char *pattern;
    int64_t value; /* of the first parameter; -1: the standard one */
    double load_sectors, store_sectors;
    double read_bytes, write_bytes, partial_bytes;
} gpu_cases[] = {
    {"copy", -1, 4, 4, 4, 4, 0},
    {"stride", 2, 8, 4, 8, 4, 0},
    {"stride", 8, 32, 4, 32, 4, 0},
    {"stride", 32, 32, 4, 32, 4, 0},
    {"stride_write", 8, 4, 32, 4, 32, 32},
    {"stride_write", 2, 4, 8, 4, 8, 8},
    {"vec3", -1, 12, 12, 12, 12, 0},
    {"vec3_clear", -1, 0, 12, 0, 12, 0},
    {"aos", 1, 32, 4, 32, 4, 0},
    {"aos", 8, 32, 4, 32, 32, 0},
    {"soa", 1, 4, 4, 4, 4, 0},
    {"order", 1, 4, 4, 4, 4, 0},
    {"lanes", 2, 4, 4, 4, 4, 0},
    {"lanes", 3, 4, 4, 4, 4, 0},
    {"lanes", 4, 5, 5, 4, 4, 0},
    {"lanes", 5, 4, 4, 4, 4, 4},
    {"gather_reversed", 1048576, 4, 4, 8, 4, 0},
    {"matrix_columns", 1024, 32, 4, 4, 4, 0},
    {"transpose_read_rows", 1024, 4, 32, 4, 4, 0},
    {"transpose_write_rows", 1024, 32, 4, 4, 4, 0},
    {"transpose_padded", 1024, 4, 4, 4, 4, 0},
    {"sum", -1, 4, 0, 4, 0, 0},
    {"compare", -1, 4, 0, 8, 0, 0},
};

static bool near(double value, double expected)
{
    return fabs(value - expected) <= 0.005 * fabs(expected) + 1e-3;
}

static double each(double sum, double count)
{
    return count > 0 ? sum / count : 0;
}

static void test_gpu(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof gpu_cases / sizeof *gpu_cases; i++) {
        const struct gpu_case *c = &gpu_cases[i];
        const struct pattern *pattern = pattern_find(c->pattern);
        const struct shape shape = gpu_shape(pattern, c->value, 1 << 20, WARPS);
        const double elements = (double)shape.elements;
        struct gpu_prediction p;
        assert_int_equal(predict_gpu(pattern, &shape, 4, &h200, &predict_thorough, &p), 0);
        if (!near(each(p.loads.sectors, p.loads.requests), c->load_sectors) ||
            !near(each(p.stores.sectors, p.stores.requests), c->store_sectors) ||
            !near(p.read_bytes / elements, c->read_bytes) ||
            !near(p.write_bytes / elements, c->write_bytes) ||
            !near(p.partial_bytes / elements, c->partial_bytes))
            fail_msg("%s %lld: %g and %g sectors, %g read, %g written, %g of it in part",
                     c->pattern, (long long)c->value, each(p.loads.sectors, p.loads.requests),
                     each(p.stores.sectors, p.stores.requests), p.read_bytes / elements,
                     p.write_bytes / elements, p.partial_bytes / elements);
    }
}

static const struct tile_case {
    const char *pattern;
    int64_t value;
    double turns; /* a request of the tile */
} tile_cases[] = {
    {"banks", 1, 1},
    {"banks", 2, 2},
    {"banks", 16, 16},
    {"banks", 32, 32},
    {"banks", 33, 1},
    {"banks", 0, 1},
    {"banks", 3, 1},
    {"transpose_padded", 1024, 1},
    {"transpose_tile", 1024, 16.5}, /* rows go in at 1, columns come out at 32 */
    {"bank_cases", 8, 32},
};

static void test_tile(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof tile_cases / sizeof *tile_cases; i++) {
        const struct tile_case *c = &tile_cases[i];
        const struct pattern *pattern = pattern_find(c->pattern);
        const struct shape shape = gpu_shape(pattern, c->value, 1 << 20, WARPS);
        struct gpu_prediction p;
        assert_int_equal(predict_gpu(pattern, &shape, 4, &h200, &predict_thorough, &p), 0);
        if (!near(each(p.tile_turns, p.tile_requests), c->turns))
            fail_msg("%s %lld: conflict degree %g", c->pattern, (long long)c->value,
                     each(p.tile_turns, p.tile_requests));
    }
}

/* Walking a part of the blocks must say what walking all does. */
static void test_sampling(void **state)
{
    static const char *const names[] = {"copy", "stride", "gather", "transpose_tile",
                                        "jacobi_rows"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct pattern *pattern = pattern_find(names[i]);
        const bool square = pattern->elements != NULL;
        const struct shape small = gpu_shape(pattern, square ? 256 : -1, 1 << 17, WARPS);
        const struct shape large = gpu_shape(pattern, square ? 8192 : -1, 1 << 26, WARPS);
        struct gpu_prediction all, part;
        assert_int_equal(predict_gpu(pattern, &small, 4, &h200, &predict_thorough, &all), 0);
        assert_int_equal(predict_gpu(pattern, &large, 4, &h200, &predict_thorough, &part), 0);
        assert_int_equal(all.walked, all.blocks);
        assert_true(part.walked < part.blocks);
        assert_true(fabs(part.loads.sectors / part.loads.requests -
                         all.loads.sectors / all.loads.requests) <
                    0.01 * all.loads.sectors / all.loads.requests);
        assert_true(part.error < 0.01);
    }
}

extern const struct pattern pattern_band;

/* Where only a part of the steps make accesses, and not the same part everywhere. */
static void test_uneven(void **state)
{
    (void)state;
    for (int64_t edge = 2048; edge <= 32768; edge *= 2) {
        const struct shape shape = gpu_shape(&pattern_band, edge, 0, WARPS);
        const double bytes = 4.0 * 511 * (double)edge; /* less its two corners */
        struct gpu_prediction p;
        assert_int_equal(predict_gpu(&pattern_band, &shape, 4, &h200, &predict_brief, &p), 0);
        assert_true(p.walked < p.blocks);
        if (fabs(p.read_bytes - bytes) > 0.25 * bytes || fabs(p.write_bytes - bytes) > 0.25 * bytes)
            fail_msg("edge %lld: %g and %g bytes, not %g", (long long)edge, p.read_bytes,
                     p.write_bytes, bytes);
    }
}

/* An array that stays in the L2 comes from memory once, however often the pass reads it. */
static void test_read_once(void **state)
{
    (void)state;
    const struct pattern *table = pattern_find("table");
    const struct shape shape = gpu_shape(table, 1 << 22, 1 << 26, WARPS);
    struct gpu_prediction p;
    assert_int_equal(predict_gpu(table, &shape, 4, &h200, &predict_brief, &p), 0);
    assert_true(p.walked < p.blocks);
    const double index = 4.0 * (1 << 26), entries = 4.0 * (1 << 22);
    assert_true(fabs(p.read_bytes - index - entries) < 0.01 * index);
    assert_true(p.read_units_bytes <= p.read_bytes * 1.001);
}

/* The part of the loads that find the last pass in an L1, as ncu counted it on an H200. */
static void test_last_pass(void **state)
{
    static const struct {
        const char *pattern;
        int64_t elements, warps;
        double found;
    } cases[] = {{"sum", 1 << 20, 1584, 1},         {"sum", 1 << 22, 1584, 0.98},
                 {"sum", 1 << 23, 1584, 0.61},      {"sum", 11847168, 1584, 0.21},
                 {"compare", 1 << 20, 1584, 0.97},  {"compare", 1 << 22, 1584, 0.6},
                 {"copy", 1 << 20, 1056, 1},        {"copy", 1 << 22, 1056, 0.65},
                 {"sum", INT64_C(1) << 28, 1584, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct pattern *pattern = pattern_find(cases[i].pattern);
        const struct shape shape = gpu_shape(pattern, -1, cases[i].elements, cases[i].warps);
        struct gpu_prediction p;
        assert_int_equal(predict_gpu(pattern, &shape, 4, &h200, &predict_brief, &p), 0);
        const double found = 1 - p.l2_read_sectors / p.loads.sectors;
        if (fabs(found - cases[i].found) > 0.11)
            fail_msg("%s of %lld elements: %g is found, not %g", cases[i].pattern,
                     (long long)cases[i].elements, found, cases[i].found);
    }
}

static const struct cache_hierarchy one_core = {
    .workers = 1,
    .level_count = 2,
    .levels = {{"L1", 32768, 8, 64, 1}, {"L2", 1048576, 16, 64, 1}},
    .tlb = {64, 0, 4096},
};

/* A pass over arrays of that number of elements of 4 bytes: misses of the L1 and memory's lines,
 * each for 16 elements, a line's worth. */
static const struct cpu_case {
    const char *pattern;
    int64_t value, elements;
    double load_misses, store_misses, read, allocated, written_back;
} cpu_cases[] = {
    {"copy", -1, 2048, 0, 0, 0, 0, 0},        /* both arrays in the L1 */
    {"copy", -1, 32768, 1, 1, 0, 0, 0},       /* in the L2 */
    {"copy", -1, 1 << 22, 1, 1, 1, 1, 1},     /* in memory */
    {"stride", 16, 1 << 18, 16, 1, 16, 1, 1}, /* a line for each load */
    {"stride_write", 16, 1 << 18, 1, 16, 1, 16, 16},
    {"sum", -1, 1 << 22, 1, 0, 1, 0, 0},
    {"clear", -1, 1 << 22, 0, 1, 0, 1, 1},
    /* at random in 64 KiB at a time, of which the L2 has all */
    {"scatter", 1 << 14, 1 << 22, 2, 9.6, 2, 1.02, 1.02},
};

static void check_cpu(const struct cpu_case *c)
{
    const struct pattern *pattern = pattern_find(c->pattern);
    struct shape shape = shape_standard(pattern, c->elements, 1);
    struct cpu_prediction p;
    shape.workers = 1;
    if (c->value >= 0)
        shape.value[0] = c->value;
    assert_int_equal(predict_cpu(pattern, &shape, 4, &one_core, &predict_thorough, &p), 0);
    const double lines = (double)c->elements / 16 / p.scale;
    const double got[] = {(double)p.counts.levels[0].load_misses / lines,
                          (double)p.counts.levels[0].store_misses / lines,
                          (double)p.counts.lines_read / lines,
                          (double)p.counts.lines_write_allocated / lines,
                          (double)p.counts.lines_written_back / lines};
    const double expected[] = {c->load_misses, c->store_misses, c->read, c->allocated,
                               c->written_back};
    for (int i = 0; i < 5; i++)
        if (fabs(got[i] - expected[i]) > 0.02 * expected[i] + 0.01)
            fail_msg("%s %lld: number %d is %g, not %g", c->pattern, (long long)c->elements, i,
                     got[i], expected[i]);
}

/* Data that a walk of a part cannot warm up, but all passes together can. */
static void test_settled(void **state)
{
    const struct pattern *copy = pattern_find("copy");
    struct shape shape = shape_standard(copy, 98304, 1);
    struct cpu_prediction p;
    (void)state;
    shape.workers = 1;
    const struct predict_effort little = {.requests = 1 << 11, .accesses = 1 << 16};
    assert_int_equal(predict_cpu(copy, &shape, 4, &one_core, &little, &p), 0);
    assert_true(p.walked < p.blocks);
    assert_int_equal(p.counts.levels[1].load_misses + p.counts.levels[1].store_misses, 0);
    assert_int_equal(p.counts.lines_read + p.counts.lines_written_back, 0);
    assert_true(near(p.scale * (double)p.counts.levels[0].load_misses, 98304 / 16.0));
}

/* What a pass leaves in the last cache of three, and uses in order, may be gone in the next one:
 * then all lines that miss the L2 come from memory, a pass that is walked wholly or in part. */
static void test_left(void **state)
{
    static const struct cache_hierarchy cores = {.workers = 1,
                                                 .level_count = 3,
                                                 .levels = {{"L1", 32 << 10, 8, 64, 1},
                                                            {"L2", 256 << 10, 8, 64, 1},
                                                            {"L3", 64 << 20, 16, 64, 1}}};
    static const struct {
        const char *pattern;
        int64_t elements, value;
        bool may_leave;
        double read, written_back; /* lines of 16 elements, if it has */
    } cases[] = {{"copy", 98304, 0, true, 1, 1},          {"copy", 1 << 22, 0, true, 1, 1},
                 {"copy", 1 << 14, 0, false, 0, 0}, /* in the L2 */
                 {"copy", 1 << 24, 0, false, 0, 0}, /* in memory anyway */
                 {"sum", 1 << 22, 0, true, 1, 0},         {"gather", 1 << 20, 1 << 20, false, 0, 0},
                 {"table", 1 << 20, 1 << 18, false, 0, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct pattern *pattern = pattern_find(cases[i].pattern);
        struct shape shape = shape_standard(pattern, cases[i].elements, 1);
        struct cpu_prediction p;
        shape.workers = 1;
        shape.value[0] = cases[i].value ? cases[i].value : shape.value[0];
        assert_int_equal(predict_cpu(pattern, &shape, 4, &cores, &predict_brief, &p), 0);
        if (p.may_leave != cases[i].may_leave)
            fail_msg("%s of %lld", cases[i].pattern, (long long)cases[i].elements);
        const double lines = (double)cases[i].elements / 16;
        if (p.may_leave) {
            assert_int_equal(p.counts.lines_read + p.counts.lines_written_back, 0);
            assert_true(near(p.scale * (double)p.left.lines_read / lines, cases[i].read));
            assert_true(fabs(p.scale * (double)p.left.lines_written_back / lines -
                             cases[i].written_back) < 0.05);
            /* What is left of 64 MiB by what is read and, as often, written. */
            const double bytes = 64 * lines * (1 + cases[i].written_back);
            assert_true(fabs(p.left_lines.part_free - (1 - bytes / (64 << 20))) < 0.01);
            assert_true(p.left_lines.rounds == 1);
        }
    }
}

/* A chase of that footprint, by one core. */
static struct shape chase_of(const struct pattern *pattern, int64_t footprint)
{
    const struct shape any = {0};
    struct shape shape = shape_standard(pattern, pattern->elements(&any), 1);
    shape.workers = 1;
    shape.value[0] = footprint;
    return shape;
}

/* Of a chase in random order, all lines of the last cache may be gone, and page walks miss the L2
 * for their entries: of 64 MiB, 2048 lines of entries are used at random, where the L2 has half of
 * its 4096 lines for them. */
static void test_entries(void **state)
{
    static const struct cache_hierarchy core = {.workers = 1,
                                                .level_count = 3,
                                                .levels = {{"L1", 32 << 10, 8, 64, 1},
                                                           {"L2", 256 << 10, 8, 64, 1},
                                                           {"L3", 64 << 20, 16, 64, 1}},
                                                .tlb = {1536, 0, 4096, 64}};
    static const struct {
        const char *pattern;
        int64_t footprint;
        bool may_leave;
        double entries; /* of an access */
    } cases[] = {{"chase", 128 << 10, false, 0},
                 {"chase", 4 << 20, true, 0},
                 {"chase", 8 << 20, true, 0.25 * 0.000335}, /* fewer than 1 of 100 walks: none */
                 {"chase", 16 << 20, true, 0.625 * 0.0183},
                 {"chase", 64 << 20, true, 0.90625 * 0.3679},
                 /* entries in 8 of 512 sets, each of which has 8 of 512 + 8 lines */
                 {"pages_far", 4096, true, 0.625},
                 {"pages_far", 2048, false, 0.25},
                 {"pages_far", 1024, false, 0}, /* the TLB has them all */
                 /* in half of the sets, which have 16 of the entries and 8 of the data */
                 {"pages_64k", 4096, true, 0.625},
                 {"chase_in_order", 16 << 20, true, NAN}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct pattern *pattern = pattern_find(cases[i].pattern);
        const struct shape shape = chase_of(pattern, cases[i].footprint);
        struct cpu_prediction p;
        assert_int_equal(predict_cpu(pattern, &shape, 4, &core, &predict_brief, &p), 0);
        const double accesses = (double)p.counts.levels[0].accesses,
                     entries = p.entries_far / accesses;
        if (p.may_leave != cases[i].may_leave || isnan(entries) != isnan(cases[i].entries) ||
            fabs(entries - cases[i].entries) > 1e-3)
            fail_msg("%s %lld: %g entries", pattern->name, (long long)cases[i].footprint, entries);
        if (p.may_leave) { /* nodes are two lines apart; those in the L2 do not count */
            assert_int_equal(p.left.levels[2].load_misses, p.counts.levels[1].load_misses);
            assert_true(p.left_lines.rounds == fmax(1, (double)cases[i].footprint / 128 / 16384));
            assert_true(
                fabs(p.left_lines.part_free - 1 + (double)cases[i].footprint / (128 << 20)) < 0.02);
        }
    }
}

/* Nodes in each 4 KiB of large pages meet in 32 of 2048 sets of an L2 with 16 ways, and in 32 of 64
 * of an L1 with 12; nodes at every second line fill half of the sets. In frames of 4 KiB at random,
 * the L2 has them all. An L3 keeps as many as it has room for, whatever its frames. */
static void test_sets_of_cycles(void **state)
{
    static const struct {
        const char *pattern;
        int64_t value, frame_bytes;
        double l1, l2, l3; /* misses of an access */
    } cases[] = {{"pages_large", 256, 2 << 20, 0, 0, 0},  {"pages_large", 512, 2 << 20, 1, 0, 0},
                 {"pages_large", 1024, 2 << 20, 1, 1, 0}, {"pages_large", 1024, 4096, 1, 0, 0},
                 {"chase", 1 << 20, 2 << 20, 1, 0, 0},    {"chase", 2 << 20, 2 << 20, 1, 0, 0},
                 {"chase", 4 << 20, 2 << 20, 1, 1, 0},    {"pages_64k", 4096, 2 << 20, 1, 0, 0},
                 {"pages_64k", 8192, 2 << 20, 1, 0, 0},   {"pages_64k", 16384, 2 << 20, 1, 1, 0},
                 {"chase", 128 << 20, 1 << 30, 1, 1, 0.5}};
    struct cache_hierarchy core = {.workers = 1,
                                   .level_count = 3,
                                   .levels = {{"L1", 48 << 10, 12, 64, 1},
                                              {"L2", 2 << 20, 16, 64, 1},
                                              {"L3", 64 << 20, 16, 64, 1}}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct pattern *pattern = pattern_find(cases[i].pattern);
        const struct shape shape = chase_of(pattern, cases[i].value);
        struct cpu_prediction p;
        core.frame_bytes = cases[i].frame_bytes;
        core.tlb = (struct cache_model_tlb){1536, 0, cases[i].frame_bytes, 64};
        assert_int_equal(predict_cpu(pattern, &shape, 4, &core, &predict_brief, &p), 0);
        const double accesses = (double)p.counts.levels[0].accesses;
        const double l1 = (double)p.counts.levels[0].load_misses / accesses,
                     l2 = (double)p.counts.levels[1].load_misses / accesses,
                     l3 = (double)p.counts.levels[2].load_misses / accesses;
        if (fabs(l1 - cases[i].l1) > 0.001 || fabs(l2 - cases[i].l2) > 0.001 ||
            fabs(l3 - cases[i].l3) > 0.01)
            fail_msg("%s %lld: %g of L1, %g of L2, %g of L3", pattern->name,
                     (long long)cases[i].value, l1, l2, l3);
    }
}

/* 16 cores read columns: 64 of 1024 rows each. The lines of a column are 4 KiB apart, in 32 sets of
 * the L2: 512 stay of 1024, so each element misses. Rows that are a line longer use all sets. */
static void test_columns(void **state)
{
    static const struct cache_hierarchy cores = {
        .workers = 16,
        .level_count = 3,
        .levels = {{"L1", 48 << 10, 12, 64, 1},
                   {"L2", 2 << 20, 16, 64, 1},
                   {"L3", INT64_C(300) << 20, 20, 64, 16}}};
    static const struct {
        const char *pattern;
        double misses; /* of an element, in the L2 */
    } cases[] = {{"matrix_columns", 1}, {"matrix_columns_padded", 0}, {"matrix_rows", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct pattern *pattern = pattern_find(cases[i].pattern);
        struct shape shape = shape_standard(pattern, 1 << 20, 16);
        struct cpu_prediction p;
        shape.workers = 16;
        shape.value[0] = 1024;
        assert_int_equal(predict_cpu(pattern, &shape, 4, &cores, &predict_brief, &p), 0);
        const double each = p.scale * (double)p.counts.levels[1].load_misses / (1 << 20);
        if (fabs(each - cases[i].misses) > 0.02)
            fail_msg("%s: %g misses in the L2, not %g", pattern->name, each, cases[i].misses);
        assert_int_equal(p.counts.lines_read, 0);
    }
}

/* Parts of the lines of `in` that are read next to another one, apart from it, and at random. */
static void test_apart(void **state)
{
    static const struct {
        int64_t stride;
        double apart, random;
    } cases[] = {{1, 0, 0},  {16, 0, 0},  {24, 0.5, 0}, {32, 1, 0},
                 {48, 1, 0}, {128, 1, 0}, {144, 0, 1},  {1024, 0, 1}};
    static const char *const names[] = {"stride", "stride_write"};
    (void)state;
    for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
        const struct pattern *pattern = pattern_find(names[i % 2]);
        struct shape shape = shape_standard(pattern, 1 << 20, 1);
        struct cpu_prediction p;
        shape.workers = 1;
        shape.value[0] = cases[i / 2].stride;
        assert_int_equal(predict_cpu(pattern, &shape, 4, &one_core, &predict_brief, &p), 0);
        const struct cache_model_level_counts *last = &p.counts.levels[p.shape.level_count - 1];
        const double lines = (double)(i % 2 ? last->store_misses : last->load_misses);
        const double got[] = {(double)last->apart / lines, (double)last->unforeseen / lines};
        if (fabs(got[0] - cases[i / 2].apart) > 0.02 || fabs(got[1] - cases[i / 2].random) > 0.02)
            fail_msg("%s %lld: %g apart, %g at random", pattern->name,
                     (long long)cases[i / 2].stride, got[0], got[1]);
        assert_int_equal(last->apart_stores, i % 2 ? last->apart : 0);
    }
}

/* Parts of the accesses of a chase that miss: the nodes, and pages, that there is no room for. */
static void test_cycle(void **state)
{
    struct cache_hierarchy caches = one_core;
    static const struct {
        int64_t footprint;
        double l1, l2, tlb, far;
    } cases[] = {{16 << 10, 0, 0, 0, 0},        {64 << 10, 1, 0, 0, 0},
                 {512 << 10, 1, 0, 0.5, 0},     {1 << 20, 1, 0, 0.75, 0},
                 {2 << 20, 1, 1, 0.875, 0.875}, {64 << 20, 1, 1, 255 / 256.0, 255 / 256.0}};
    const struct pattern *chase = pattern_find("chase");
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct shape shape = chase_of(chase, cases[i].footprint);
        struct cpu_prediction p;
        assert_int_equal(predict_cpu(chase, &shape, 4, &caches, &predict_brief, &p), 0);
        const double all = (double)p.counts.levels[0].accesses;
        const double got[] = {(double)p.counts.levels[0].unforeseen / all,
                              (double)p.counts.levels[1].unforeseen / all,
                              (double)p.counts.tlb_misses / all,
                              (double)p.counts.tlb_misses_far / all};
        const double expected[] = {cases[i].l1, cases[i].l2, cases[i].tlb, cases[i].far};
        for (int k = 0; k < 4; k++)
            if (fabs(got[k] - expected[k]) > 0.003)
                fail_msg("chase %lld: number %d is %g, not %g", (long long)cases[i].footprint, k,
                         got[k], expected[k]);
        /* With frames some sets are full before the cache is: at its size 0.55 of the lines are in
         * those with more than 16, of 16 in the mean. */
        caches.frame_bytes = 4096;
        assert_int_equal(predict_cpu(chase, &shape, 4, &caches, &predict_brief, &p), 0);
        const double framed = (double)p.counts.levels[1].unforeseen / all;
        assert_true(fabs(framed - (cases[i].footprint == 1 << 20 ? 0.55 : cases[i].l2)) < 0.005);
        caches.frame_bytes = 0;
    }
}

static void test_cpu(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cpu_cases / sizeof *cpu_cases; i++)
        check_cpu(&cpu_cases[i]);
}

/* A worker of many has the part of a cache that was found, one that is alone all of it, and the
 * readers of one table, too. A page is what --pages says, or the pattern, if the machine has it. */
static void test_caches_of(void **state)
{
    static const struct {
        const char *pattern;
        int64_t value, l2_bytes, page_bytes;
        const char *pages;
        enum large_pages large_pages;
    } cases[] = {{"copy", -1, 1 << 20, 4096, NULL, LARGE_UNKNOWN},
                 {"chase", -1, 2 << 20, 4096, "4k", LARGE_WHOLE},
                 {"table", 1 << 12, 2 << 20, 4096, NULL, LARGE_WHOLE},
                 {"copy", -1, 1 << 20, 1 << 21, "2m", LARGE_UNKNOWN},
                 {"copy", -1, 1 << 20, 1 << 30, "1g", LARGE_WHOLE},
                 {"copy", -1, 1 << 20, 4096, "2m", LARGE_SPLIT},
                 {"pages_large", -1, 2 << 20, 4096, NULL, LARGE_UNKNOWN},
                 {"pages_large", -1, 2 << 20, 1 << 21, NULL, LARGE_WHOLE},
                 {"pages_large", -1, 2 << 20, 4096, "4k", LARGE_WHOLE},
                 {"pages_large", -1, 2 << 20, 4096, NULL, LARGE_SPLIT}};
    struct target_facts facts = {.launch.workers = 4,
                                 .cache_levels = 2,
                                 .caches = {{"L1", 4 * 48 << 10, 48 << 10, 64, 12, 0},
                                            {"L2", 8 << 20, 2 << 20, 64, 16, 0.5}}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct pattern *pattern = pattern_find(cases[i].pattern);
        struct shape shape = shape_standard(pattern, 1 << 22, 4);
        if (cases[i].value >= 0)
            shape.value[0] = cases[i].value;
        facts.large_pages = cases[i].large_pages;
        const struct cache_hierarchy caches =
            cpu_caches_of(&facts, pattern, &shape, 4, cases[i].pages);
        print_message("%s\n", cases[i].pattern);
        assert_int_equal(caches.levels[0].size_bytes, 48 << 10);
        assert_int_equal(caches.levels[1].size_bytes, cases[i].l2_bytes);
        assert_int_equal(caches.tlb.page_bytes, cases[i].page_bytes);
        assert_int_equal(caches.frame_bytes, cases[i].page_bytes);
    }
}

/* What an element moves to and from memory in a pass over 2^22: bytes of copies, of what is only
 * loaded or stored, lines that no prefetcher foresees, and bytes that go around the caches. A pass
 * over a table that two workers share has only its streams in memory; its 2 MiB do not fit the L2
 * of 1 MiB. */
static void test_kinds_of_lines(void **state)
{
    static const struct {
        const char *pattern;
        int64_t value;
        double copied, loaded, stored, random, streamed;
    } cases[] = {{"copy", -1, 12, 0, 0, 0, 0},        {"sum", -1, 0, 4, 0, 0, 0},
                 {"clear", -1, 0, 0, 8, 0, 0},        {"triad", -1, 12, 4, 0, 0, 0},
                 {"copy_stream", -1, 0, 4, 0, 0, 4},  {"stride", 16, 12, 60, 0, 0, 0},
                 {"gather", 1 << 22, 12, 0, 0, 1, 0}, {"table", 1 << 19, 12, 0, 0, 0, 0}};
    static const struct target_facts facts = {0};
    struct cache_hierarchy cores = one_core;
    (void)state;
    cores.workers = 2;
    cores.level_count = 3;
    cores.levels[2] = (struct cache_model_level){"L3", 8 << 20, 16, 64, 2};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct pattern *pattern = pattern_find(cases[i].pattern);
        const double elements = 1 << 22;
        struct shape shape = shape_standard(pattern, 1 << 22, 2);
        struct cpu_prediction p;
        shape.workers = 2;
        if (cases[i].value >= 0)
            shape.value[0] = cases[i].value;
        shape.elements = point_elements(pattern, &shape, 1 << 22);
        assert_int_equal(predict_cpu(pattern, &shape, 4, &cores, &predict_brief, &p), 0);
        const struct demand d = demand_on_cpu(&facts, pattern, &shape, 4, &p);
        const double got[] = {d.amount[CPU_MEMORY], d.amount[CPU_MEMORY_READS],
                              d.amount[CPU_MEMORY_WRITES], d.amount[CPU_MEMORY_RANDOM],
                              d.amount[CPU_STREAMED]},
                     expected[] = {cases[i].copied, cases[i].loaded, cases[i].stored,
                                   cases[i].random, cases[i].streamed};
        for (int k = 0; k < 5; k++)
            if (fabs(got[k] / elements - expected[k]) > 0.15 * expected[k] + (k != 3 ? 0.6 : 0.1))
                fail_msg("%s: number %d is %g, not %g", pattern->name, k, got[k] / elements,
                         expected[k]);
        /* one core's memory bounds these two workers only where the target has more */
        const struct target_facts more = {.launch.workers = 4}, all = {.launch.workers = 2};
        const struct demand few = demand_on_cpu(&more, pattern, &shape, 4, &p),
                            full = demand_on_cpu(&all, pattern, &shape, 4, &p);
        assert_near(few.amount[CPU_CORE_MEMORY], predict_memory_bytes(&p) / 2, 1);
        assert_near(few.amount[CPU_CORE_L3], predict_level_bytes(&p, 1) / 2, 1);
        assert_near(few.lone, 2 / 3.0, 1e-9); /* of 4 CPUs that may be 2 cores */
        assert_near(full.amount[CPU_CORE_MEMORY], 0, 0);
        assert_near(full.lone, 0, 0);
        if (strcmp(pattern->name, "table") == 0) /* a line of 64 bytes for half of the elements */
            assert_true(d.amount[CPU_L3_READS] > 16 * elements);
    }
}

/* Permutations in windows that are much longer than the part that is simulated: what misses the
 * outer levels, as where all of the pass is. */
static void test_windows(void **state)
{
    static const struct {
        const char *pattern;
        int window_bits, level;
    } cases[] = {{"gather", 14, 1},          {"gather", 14, 2},  {"gather", 18, 1},
                 {"gather", 18, 2},          {"scatter", 18, 1}, {"scatter", 18, 2},
                 {"scatter_reversed", 18, 2}};
    static const struct predict_effort little = {.accesses = 1 << 15},
                                       all = {.accesses = INT64_C(1) << 28};
    struct cache_hierarchy cores = one_core;
    (void)state;
    cores.workers = 2;
    cores.level_count = 3;
    cores.levels[1] = (struct cache_model_level){"L2", 256 << 10, 16, 64, 1};
    cores.levels[2] = (struct cache_model_level){"L3", 4 << 20, 16, 64, 2};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct pattern *pattern = pattern_find(cases[i].pattern);
        struct shape shape = shape_standard(pattern, 1 << 22, 2);
        struct cpu_prediction part, whole;
        shape.workers = 2;
        shape.value[0] = INT64_C(1) << cases[i].window_bits;
        assert_int_equal(predict_cpu(pattern, &shape, 4, &cores, &little, &part), 0);
        assert_int_equal(predict_cpu(pattern, &shape, 4, &cores, &all, &whole), 0);
        const struct cache_model_level_counts *got = &part.counts.levels[cases[i].level],
                                              *wanted = &whole.counts.levels[cases[i].level];
        print_message("%s %d, level %d\n", cases[i].pattern, cases[i].window_bits, cases[i].level);
        assert_true(part.walked < whole.walked / 16);
        assert_near(part.scale * (double)got->lines_in, whole.scale * (double)wanted->lines_in,
                    0.1 * (double)wanted->lines_in * whole.scale);
        assert_near(part.scale * (double)got->unforeseen, whole.scale * (double)wanted->unforeseen,
                    0.15 * (double)wanted->lines_in * whole.scale);
        assert_near(predict_memory_bytes(&part), predict_memory_bytes(&whole),
                    0.15 * predict_memory_bytes(&whole));
    }
}

/* 16 workers make 1024 atomic additions each: the most to one line that several of them add to. */
static void test_additions(void **state)
{
    static const struct {
        const char *pattern;
        int64_t value;
        double shared;
    } cases[] = {
        {"contention", 1, 16384},        {"contention", 16, 16384},
        {"contention_padded", 1, 16384}, {"contention_padded", 4, 4096},
        {"contention_padded", 8, 2048},  {"contention_padded", 4096, 0},
        {"false_sharing", 0, 16384},     {"false_sharing", 4, 8192},
        {"false_sharing", 28, 2048},     {"false_sharing", 60, 0},
    };
    static const struct target_facts facts = {0};
    struct cache_hierarchy cores = one_core;
    (void)state;
    cores.workers = 16;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct pattern *pattern = pattern_find(cases[i].pattern);
        struct shape shape = shape_standard(pattern, 16384, 16);
        struct cpu_prediction p;
        shape.workers = 16;
        shape.value[0] = cases[i].value;
        assert_int_equal(predict_cpu(pattern, &shape, 4, &cores, &predict_brief, &p), 0);
        const struct demand d = demand_on_cpu(&facts, pattern, &shape, 4, &p);
        assert_near(d.amount[CPU_SHARED_ADDITIONS], cases[i].shared, 0);
        assert_near(d.amount[CPU_ADDITIONS], 1024, 0);
        assert_near(p.moved_additions, 0, 0);
    }
}

static void test_without_accesses(void **state)
{
    struct gpu_prediction gpu;
    struct cpu_prediction cpu;
    const struct pattern *launch = pattern_find("launch");
    const struct shape shape = shape_standard(launch, 32, 32);
    (void)state;
    assert_int_equal(predict_gpu(launch, &shape, 4, &h200, &predict_thorough, &gpu), -ENOENT);
    assert_int_not_equal(predict_cpu(launch, &shape, 4, &one_core, &predict_thorough, &cpu), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gpu),       cmocka_unit_test(test_tile),
        cmocka_unit_test(test_sampling),  cmocka_unit_test(test_cpu),
        cmocka_unit_test(test_apart),     cmocka_unit_test(test_cycle),
        cmocka_unit_test(test_settled),   cmocka_unit_test(test_left),
        cmocka_unit_test(test_entries),   cmocka_unit_test(test_sets_of_cycles),
        cmocka_unit_test(test_columns),   cmocka_unit_test(test_without_accesses),
        cmocka_unit_test(test_uneven),    cmocka_unit_test(test_read_once),
        cmocka_unit_test(test_additions), cmocka_unit_test(test_last_pass),
        cmocka_unit_test(test_caches_of), cmocka_unit_test(test_kinds_of_lines),
        cmocka_unit_test(test_windows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
