/* Address expressions against lists written by hand. */
#include "patterns/pattern.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { STEPS = 8 };

/* The addresses of the first steps of a pass: of thread 0..., turn by turn as given. */
struct address_case {
    const char *pattern;
    struct shape shape;
    struct step steps[STEPS];
    int64_t loads[STEPS], stores[STEPS];
    int64_t in_length, out_length, useful_bytes; /* with 4-byte elements */
};

#define INDEX_STEPS                                                                         \
    {                                                                                       \
        {.index = 0}, {.index = 1}, {.index = 2}, {.index = 3}, {.index = 4}, {.index = 5}, \
            {.index = 6},                                                                   \
        {                                                                                   \
            .index = 7                                                                      \
        }                                                                                   \
    }
/* Two steps with three fields each, then the third's first two. */
#define FIELD_STEPS                                                                       \
    {                                                                                     \
        {.index = 0, .field = 0}, {.index = 0, .field = 1}, {.index = 0, .field = 2},     \
            {.index = 1, .field = 0}, {.index = 1, .field = 1}, {.index = 1, .field = 2}, \
            {.index = 2, .field = 0},                                                     \
        {                                                                                 \
            .index = 2, .field = 1                                                        \
        }                                                                                 \
    }
/* Thread 0's four turns, then thread 1's. */
#define TURN_STEPS(v)                                              \
    {                                                              \
        {.thread = 0, .turn = 0, .row_turn = 0, .variant = v},     \
            {.thread = 0, .turn = 1, .row_turn = 1, .variant = v}, \
            {.thread = 0, .turn = 2, .row_turn = 2, .variant = v}, \
            {.thread = 0, .turn = 3, .row_turn = 3, .variant = v}, \
            {.thread = 1, .turn = 0, .row_turn = 0, .variant = v}, \
            {.thread = 1, .turn = 1, .row_turn = 1, .variant = v}, \
            {.thread = 1, .turn = 2, .row_turn = 2, .variant = v}, \
        {                                                          \
            .thread = 1, .turn = 3, .row_turn = 3, .variant = v    \
        }                                                          \
    }

static const struct address_case cases[] = {
    {"copy",
     {.elements = 8, .threads = 1, .value = {1}},
     INDEX_STEPS,
     {0, 1, 2, 3, 4, 5, 6, 7},
     {0, 1, 2, 3, 4, 5, 6, 7},
     8,
     8,
     64},
    {"copy_stream",
     {.elements = 8, .threads = 1, .value = {1}},
     INDEX_STEPS,
     {0, 1, 2, 3, 4, 5, 6, 7},
     {0, 1, 2, 3, 4, 5, 6, 7},
     8,
     8,
     64},
    {"stride",
     {.elements = 8, .threads = 1, .value = {3}},
     INDEX_STEPS,
     {0, 3, 6, 9, 12, 15, 18, 21},
     {0, 1, 2, 3, 4, 5, 6, 7},
     22,
     8,
     64},
    {"stride_write",
     {.elements = 8, .threads = 1, .value = {32}},
     INDEX_STEPS,
     {0, 1, 2, 3, 4, 5, 6, 7},
     {0, 32, 64, 96, 128, 160, 192, 224},
     8,
     225,
     64},
    {"offset",
     {.elements = 8, .threads = 1, .value = {5}},
     INDEX_STEPS,
     {5, 6, 7, 8, 9, 10, 11, 12},
     {0, 1, 2, 3, 4, 5, 6, 7},
     13,
     8,
     64},
    {"aos",
     {.elements = 10, .threads = 1, .value = {3, 4}},
     FIELD_STEPS,
     {0, 1, 2, 4, 5, 6, 8, 9},
     {0, 10, 20, 1, 11, 21, 2, 12},
     40,
     30,
     240},
    {"soa",
     {.elements = 10, .threads = 1, .value = {3, 4}},
     FIELD_STEPS,
     {0, 10, 20, 1, 11, 21, 2, 12},
     {0, 10, 20, 1, 11, 21, 2, 12},
     40,
     30,
     240},
    {"order",
     {.elements = 8, .threads = 2, .value = {1}},
     TURN_STEPS(1),
     {0, 2, 4, 6, 1, 3, 5, 7},
     {0, 2, 4, 6, 1, 3, 5, 7},
     8,
     8,
     64},
    {"order",
     {.elements = 8, .threads = 2, .value = {2}},
     TURN_STEPS(2),
     {0, 1, 4, 5, 2, 3, 6, 7},
     {0, 1, 4, 5, 2, 3, 6, 7},
     8,
     8,
     64},
    {"order",
     {.elements = 8, .threads = 2, .value = {4}},
     TURN_STEPS(2),
     {0, 1, 2, 3, 4, 5, 6, 7},
     {0, 1, 2, 3, 4, 5, 6, 7},
     8,
     8,
     64},
};

static void check_case(const struct address_case *c)
{
    const struct pattern *pattern = pattern_find(c->pattern);
    assert_non_null(pattern);
    for (int i = 0; i < STEPS; i++) {
        assert_int_equal(pattern->load(&c->shape, c->steps[i]), c->loads[i]);
        assert_int_equal(pattern->store(&c->shape, c->steps[i]), c->stores[i]);
    }
    assert_int_equal(pattern->in_length(&c->shape), c->in_length);
    assert_int_equal(pattern->out_length(&c->shape), c->out_length);
    assert_int_equal(pattern_useful_bytes(pattern, &c->shape, 4), c->useful_bytes);
}

static void test_addresses(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(&cases[i]);
}

static int cases_of(const char *name)
{
    int count = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        count += pattern_find(cases[i].pattern) == pattern_find(name);
    return count;
}

static void test_rows_are_complete(void **state)
{
    (void)state;
    for (const struct pattern *const *p = pattern_catalogue; *p; p++) {
        assert_non_null((*p)->help);
        assert_non_null((*p)->formula);
        assert_non_null((*p)->lesson);
        assert_non_null((*p)->source);
        assert_true((*p)->loads + (*p)->stores > 0);
        assert_true(cases_of((*p)->name) > 0); /* each has a list above */
        for (int i = 0; i < pattern_parameter_count(*p); i++) {
            const struct parameter *q = &(*p)->parameters[i];
            assert_non_null(q->help);
            assert_true(q->low <= q->standard && q->standard <= q->high);
        }
    }
}

/* The order of the 64-element, 2-thread copy with the third body, where a whole row of turns shares
 * its run. */
static void test_long_runs(void **state)
{
    const struct pattern *order = pattern_find("order");
    const struct shape shape = {.elements = 256, .threads = 2, .value = {64}};
    (void)state;
    assert_int_equal(order->variant(&shape), 3);
    for (int64_t turn = 0; turn < 128; turn++) {
        struct step step = {.thread = 1, .turn = turn, .row_turn = turn / 32 * 32, .variant = 3};
        int64_t expected = turn / 64 * 128 + 64 + turn % 64;
        assert_int_equal(order->load(&shape, step), expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_rows_are_complete),
        cmocka_unit_test(test_long_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
