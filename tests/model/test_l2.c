/* The demand of requests on a GPU's L2 and memory, counted by hand: the L1's misses, stores that
 * merge, different sectors of a stretch and the units that memory reads. */
#include "study/model/gpu/l1_model.h"
#include "study/model/gpu/sector_set.h"
#include "tests/assertions.h"

#include <math.h>

enum { WORD = 4, LINE_WORDS = 32 };

/* The sectors of lanes `first`, `first + stride` and so on, of 4-byte elements. */
static struct sectors sectors_of(int64_t first, int64_t stride)
{
    struct sectors sectors;
    struct request request = {.array = ARRAY_IN, .access = ACCESS_LOAD, .element_bytes = WORD};
    for (int lane = 0; lane < WARP_LANES; lane++)
        request.element[lane] = first + stride * lane;
    traffic_sectors(&request, 0, &sectors);
    return sectors;
}

static const struct set_case {
    int64_t stride, second; /* of the load, and where the store begins; -1: none */
    int64_t store_stride;
    double read, written, partial, units;
} set_cases[] = {
    {1, -1, 0, 128, 0, 0, 128},
    {8, -1, 0, 1024, 0, 0, 1024},  /* every sector of a kilobyte: whole units */
    {16, -1, 0, 1024, 0, 0, 2048}, /* one sector of every unit */
    {32, -1, 0, 1024, 0, 0, 2048},
    {1, 4096, 1, 128, 128, 0, 128}, /* whole sectors are not read to be written */
    {1, 4096, 8, 128, 1024, 1024, 128 + 1024},
    {1, 4096, 16, 128, 1024, 1024, 128 + 2048},
    {1, 0, 1, 128, 128, 0, 128}, /* the same sectors, read and written */
};

static void counts_different_sectors(void **state)
{
    (void)state;
    struct sector_set set;
    sector_set_open(&set, 16);
    for (size_t i = 0; i < sizeof set_cases / sizeof *set_cases; i++) {
        const struct set_case *c = &set_cases[i];
        struct sector_bytes bytes = {0};
        const struct sectors loaded = sectors_of(0, c->stride);
        sector_set_add(&set, &loaded, false);
        sector_set_add(&set, &loaded, false);
        if (c->second >= 0) {
            const struct sectors stored = sectors_of(c->second, c->store_stride);
            sector_set_add(&set, &stored, true);
        }
        sector_set_count(&set, &bytes);
        assert_near(bytes.read, c->read, 0);
        assert_near(bytes.written, c->written, 0);
        assert_near(bytes.partial, c->partial, 0);
        assert_near(bytes.units, c->units, 0);
    }
    sector_set_close(&set);
}

/* Later iterations of a loop may make more requests than the first ones. */
static void grows_with_its_sectors(void **state)
{
    (void)state;
    enum { REQUESTS = 1000 };
    struct sector_set set;
    struct sector_bytes bytes = {0};
    sector_set_open(&set, 1);
    for (int i = 0; i < 2 * REQUESTS; i++) { /* each twice */
        const struct sectors stored =
            sectors_of((int64_t)WARP_LANES * LINE_WORDS * (i % REQUESTS), LINE_WORDS);
        sector_set_add(&set, &stored, true);
    }
    sector_set_count(&set, &bytes);
    assert_near(bytes.written, (double)REQUESTS * WARP_LANES * SECTOR_BYTES, 0);
    sector_set_close(&set);
}

static void keeps_lines_in_the_l1(void **state)
{
    (void)state;
    struct l1_model *l1 = l1_model_create(INT64_C(64) * 128);
    double sectors = 0, lines = 0;
    const struct sectors wide = sectors_of(0, LINE_WORDS), next = sectors_of(8, LINE_WORDS);
    const struct sectors far = sectors_of(64 * LINE_WORDS, LINE_WORDS);
    assert_non_null(l1);
    l1_model_load(l1, &wide, &sectors, &lines);
    assert_near(sectors, 32, 0);
    assert_near(lines, 32, 0);
    l1_model_load(l1, &wide, &sectors, &lines);
    assert_near(sectors, 32, 0); /* all there */
    l1_model_load(l1, &next, &sectors, &lines);
    assert_near(sectors, 64, 0); /* the lines are, their second sectors are not */
    assert_near(lines, 64, 0);
    l1_model_load(l1, &far, &sectors, &lines);
    l1_model_load(l1, &wide, &sectors, &lines);
    assert_near(sectors, 96, 0); /* 64 lines are as many as there is room for */
    const struct sectors farther = sectors_of(128 * LINE_WORDS, LINE_WORDS);
    l1_model_load(l1, &farther, &sectors, &lines);
    l1_model_load(l1, &far, &sectors, &lines);
    assert_near(sectors, 160, 0); /* the ones used longest ago have gone, all sectors */
    l1_model_free(l1);
}

static void counts_a_line_of_several_sectors_once(void **state)
{
    (void)state;
    struct l1_model *l1 = l1_model_create(1 << 17);
    double sectors = 0, lines = 0;
    const struct sectors every_second = sectors_of(0, 2); /* 8 sectors of 2 lines */
    assert_non_null(l1);
    l1_model_load(l1, &every_second, &sectors, &lines);
    assert_near(sectors, 8, 0);
    assert_near(lines, 2, 0);
    l1_model_free(l1);
}

/* Stores of runs of `run` words a lane, one word after another, with room for some lines. */
static const struct merge_case {
    int run, room;
    double whole, parts;
} merge_cases[] = {
    {1, 1, 4, 0},    /* neighbours: whole at once */
    {8, 8, 32, 0},   /* 8 lines a request, all of them held until they are full */
    {8, 4, 0, 256},  /* none of them */
    {2, 2, 8, 0},    /* 2 lines of 4 sectors, two requests */
    {16, 8, 0, 512}, /* 16 lines a request */
    {16, 16, 64, 0},
};

static void merges_stores(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof merge_cases / sizeof *merge_cases; i++) {
        const struct merge_case *c = &merge_cases[i];
        struct store_merge merge = {.room = c->room};
        for (int word = 0; word < c->run; word++) {
            const struct sectors sectors = sectors_of(word, c->run);
            store_merge_add(&merge, &sectors);
        }
        store_merge_flush(&merge);
        assert_near(merge.whole, c->whole, 0);
        assert_near(merge.parts, c->parts, 0);
        assert_int_equal(merge.held, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_different_sectors),
        cmocka_unit_test(grows_with_its_sectors),
        cmocka_unit_test(keeps_lines_in_the_l1),
        cmocka_unit_test(counts_a_line_of_several_sectors_once),
        cmocka_unit_test(merges_stores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
