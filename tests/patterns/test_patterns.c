/* Address expressions against the lists in tests/data/addresses.table, written by hand. */
#include "patterns/pattern.h"
#include "tests/assertions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 8, NONE = -1, LINE_MAX_CHARS = 512 };

/* A line of the table. */
struct address_case {
    const struct pattern *pattern;
    struct shape shape;
    char walk[16];
    struct step first;
    int element_bytes;
    int64_t loads[STEPS], stores[STEPS];
    int64_t lengths[3]; /* of the arrays read and written; useful bytes */
};

/* Patterns whose rows of indices are mixed: test_windows and test_row_pointers. Those that keep
 * what they find to themselves instead of storing elements have no addresses to list: see
 * test_expectations.c. */
static const char *const tested_elsewhere[] = {
    "matrix_pointers", "sum",           "banks",       "bank_cases",    "chase",
    "chase_in_order",  "pages_small",   "pages_large", "pages_64k",     "pages_far",
    "compare",         "block_compare", "stride_sum",  "handover",      "loaded_reads",
    "loaded_3to1",     "loaded_2to1",   "loaded_1to1", "loaded_stream", NULL};

/* Reads up to `most` numbers with blanks between, `-` for NONE; returns how many there are. */
static int read_numbers(const char *text, int64_t *numbers, int most)
{
    int count = 0;
    char *rest;
    for (text += strspn(text, " \n"); *text && count < most; text += strspn(text, " \n")) {
        const bool none = text[0] == '-' && strchr(" \n", text[1]);
        numbers[count++] = none ? NONE : strtoll(text, &rest, 10);
        text = none ? text + 1 : rest;
    }
    assert_int_equal(*text, '\0');
    return count;
}

/* What a walk says after `name`, which ends in `=`. */
static int64_t said(const char *walk, const char *name, int64_t otherwise)
{
    const char *at = strstr(walk, name);
    return at ? atoll(at + strlen(name)) : otherwise;
}

static void read_walk(struct address_case *c, const char *text)
{
    assert_int_equal(sscanf(text, " %15s", c->walk), 1);
    c->element_bytes = (int)said(text, " bytes=", 4);
    c->first = (struct step){.index = said(text, " index=", 0),
                             .thread = said(text, " thread=", 0),
                             .iteration = said(text, " iteration=", 0),
                             .tile = said(text, " tile=", 0),
                             .rows = (int)said(text, " rows=", 1),
                             .row = (int)said(text, " row=", 0),
                             .load = (int)said(text, " load=", 0),
                             .variant = (int)c->pattern->variant(&c->shape)};
}

static void read_case(struct address_case *c, char *line)
{
    char name[64];
    int64_t shape[3];
    *c = (struct address_case){.pattern = NULL};
    const char *point = strsep(&line, "|"), *numbers = strsep(&line, "|");
    assert_int_equal(sscanf(point, "%63s", name), 1);
    c->pattern = pattern_find(name);
    if (!c->pattern)
        fail_msg("there is no pattern %s", name);
    read_numbers(point + strlen(name), c->shape.value, PARAMETERS_MAX);
    assert_int_equal(read_numbers(numbers, shape, 3), 3);
    c->shape.elements = shape[0];
    c->shape.threads = shape[1];
    c->shape.workers = shape[2];
    read_walk(c, strsep(&line, "|"));
    assert_int_equal(read_numbers(strsep(&line, "|"), c->loads, STEPS), STEPS);
    assert_int_equal(read_numbers(strsep(&line, "|"), c->stores, STEPS), STEPS);
    assert_int_equal(read_numbers(line, c->lengths, 3), 3);
}

/* Step `i` of a case's walk. */
static struct step step_of(const struct address_case *c, int i)
{
    struct step e = c->first;
    if (c->walk[0] == 'i') { /* iterations */
        e.thread += i / 4;
        e.iteration += i % 4;
    } else if (c->walk[0] == 'l') { /* lanes */
        e.index = (e.tile * e.rows + e.row) * WARP_LANES + i;
    } else if (c->walk[0] == 'f') { /* fields */
        e.index += i / 3;
        e.field = i % 3;
    } else {
        e.index += i;
    }
    e.row_iteration = e.iteration;
    e.lane = (int)(e.index % WARP_LANES);
    e.row_index = e.index - e.lane;
    return e;
}

static void check_steps(const struct address_case *c)
{
    for (int i = 0; i < STEPS; i++) {
        const struct step e = step_of(c, i);
        if (c->loads[i] != NONE)
            assert_int_equal(c->pattern->load(&c->shape, e), c->loads[i]);
        if (c->stores[i] != NONE)
            assert_int_equal(c->pattern->store(&c->shape, e), c->stores[i]);
    }
}

/* All steps at once, or a thread's four iterations, as the check of every run needs them. */
static void check_list(const struct address_case *c)
{
    const int count = c->walk[0] == 'i' ? 4 : STEPS;
    int64_t loads[STEPS], stores[STEPS];
    if (c->walk[0] == 'f' || c->walk[0] == 'l')
        return;
    for (int i = 0; i < STEPS; i += count)
        c->pattern->addresses(&c->shape, step_of(c, i), count, loads + i, stores + i);
    assert_memory_equal(loads, c->loads, sizeof loads);
    assert_memory_equal(stores, c->stores, sizeof stores);
}

static void check_case(const struct address_case *c)
{
    check_steps(c);
    check_list(c);
    assert_int_equal(c->pattern->in_length(&c->shape), c->lengths[0]);
    assert_int_equal(c->pattern->out_length(&c->shape), c->lengths[1]);
    assert_int_equal(pattern_useful_bytes(c->pattern, &c->shape, c->element_bytes), c->lengths[2]);
    assert_true(c->pattern->sizes & c->element_bytes);
}

/* Whether a NULL-ended list holds it. */
static bool is_among(const struct pattern *pattern, const char *const *names)
{
    while (*names && strcmp(*names, pattern->name) != 0)
        names++;
    return *names;
}

/* Checks every line of the table; each pattern has one, or a separate test. */
static void test_addresses(void **state)
{
    FILE *table = fopen(TEST_DATA "/addresses.table", "r");
    char line[LINE_MAX_CHARS];
    bool seen[256] = {false};
    struct address_case c;
    (void)state;
    assert_non_null(table);
    while (fgets(line, sizeof line, table)) {
        if (line[0] == '#')
            continue;
        print_message("%.*s\n", (int)strcspn(line, "|"), line);
        read_case(&c, line);
        check_case(&c);
        for (int i = 0; pattern_catalogue[i]; i++)
            seen[i] |= pattern_catalogue[i] == c.pattern;
    }
    fclose(table);
    for (int i = 0; pattern_catalogue[i]; i++)
        if (!seen[i] && !is_among(pattern_catalogue[i], tested_elsewhere))
            fail_msg("%s has no list of addresses", pattern_catalogue[i]->name);
}

static void check_parameters(const struct pattern *pattern)
{
    for (int i = 0; i < pattern_parameter_count(pattern); i++) {
        const struct parameter *p = &pattern->parameters[i];
        assert_non_null(p->help);
        assert_true(p->low <= p->standard && p->standard <= p->high);
        assert_false(p->power_of_two && (p->standard & (p->standard - 1)));
    }
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
        assert_true((*p)->sizes > 0 && (*p)->sizes < 2 * ELEMENT_BYTES_MAX);
        assert_false((*p)->no_cpu && (*p)->no_gpu);
        assert_ptr_equal(pattern_find((*p)->name), *p); /* no two of one name */
        check_parameters(*p);
    }
}

/* Runs of 64 elements to two threads with the third body, where a whole row of turns shares its
 * run. */
static void test_long_runs(void **state)
{
    const char *const names[] = {"order", "order_clear"};
    const struct shape shape = {.elements = 256, .threads = 2, .workers = 2, .value = {64}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        const struct pattern *order = pattern_find(names[i]);
        assert_int_equal(order->variant(&shape), 3);
        for (int64_t turn = 0; turn < 128; turn++) {
            struct step e = {
                .thread = 1, .iteration = turn, .row_iteration = turn / 32 * 32, .variant = 3};
            assert_int_equal(order->store(&shape, e), turn / 64 * 128 + 64 + turn % 64);
        }
    }
}

enum { MIXED = 1024 };

/* The loads or stores of all steps through a pattern's index array. The other side is in
 * order. */
static void mixed_places(const char *name, bool stored, int64_t value, int64_t places[MIXED])
{
    const struct pattern *pattern = pattern_find(name);
    const struct shape shape = {.elements = MIXED, .threads = 1, .workers = 1, .value = {value}};
    int64_t others[MIXED];
    pattern->addresses(&shape, (struct step){.variant = 1}, MIXED, stored ? others : places,
                       stored ? places : others);
    assert_non_null(pattern->index_length);
    for (int64_t i = 0; i < MIXED; i++)
        assert_int_equal(others[i], i);
}

/* Whether `count` places are each of first to first + count - 1, once. */
static bool is_permutation(const int64_t *places, int64_t first, int64_t count)
{
    bool seen[MIXED] = {false};
    for (int64_t i = 0; i < count; i++) {
        if (places[i] < first || places[i] >= first + count || seen[places[i] - first])
            return false;
        seen[places[i] - first] = true;
    }
    return true;
}

static const struct window_case {
    const char *pattern;
    bool stored, once, backwards;
} window_cases[] = {
    {.pattern = "gather", .once = true},
    {.pattern = "gather_reversed", .once = true, .backwards = true},
    {.pattern = "gather_repeated"},
    {.pattern = "scatter", .stored = true, .once = true},
    {.pattern = "scatter_reversed", .stored = true, .once = true, .backwards = true},
};

static void check_window(const struct window_case *c, const int64_t *places, int64_t first,
                         int64_t window)
{
    assert_int_equal(c->once || window == 1, is_permutation(places, first, window));
    for (int64_t i = 0; i < window; i++) {
        assert_in_range(places[i], first, first + window - 1);
        if (c->backwards)
            assert_int_equal(places[i], first + window - 1 - i);
    }
}

/* From 64 on a window of random indices is sure to repeat some. */
static void test_windows(void **state)
{
    int64_t places[MIXED];
    (void)state;
    for (size_t i = 0; i < sizeof window_cases / sizeof *window_cases; i++)
        for (int64_t window = 1; window <= MIXED; window = window == 1 ? 64 : 2 * window) {
            const struct window_case *c = &window_cases[i];
            mixed_places(c->pattern, c->stored, window, places);
            for (int64_t first = 0; first < MIXED; first += window)
                check_window(c, places + first, first, window);
        }
}

/* A mixed window is neither in order nor backwards. */
static void test_windows_are_mixed(void **state)
{
    const char *const names[] = {"gather", "scatter"};
    int64_t places[MIXED];
    (void)state;
    for (int i = 0; i < 2; i++) {
        int neighbours = 0;
        mixed_places(names[i], i == 1, MIXED, places);
        for (int j = 1; j < MIXED; j++)
            neighbours += labs(places[j] - places[j - 1]) == 1;
        assert_true(neighbours < MIXED / 32);
    }
}

/* With as many entries as look-ups 63 % are found, with fewer entries more. */
static void test_table_entries(void **state)
{
    int64_t places[MIXED];
    (void)state;
    for (int64_t entries = 1; entries <= MIXED; entries *= 4) {
        bool seen[MIXED] = {false};
        int64_t used = 0;
        mixed_places("table", false, entries, places);
        for (int i = 0; i < MIXED; i++) {
            assert_in_range(places[i], 0, entries - 1);
            used += !seen[places[i]];
            seen[places[i]] = true;
        }
        assert_true(2 * used > entries);
    }
}

/* Rows in any order, each in one piece. */
static void test_row_pointers(void **state)
{
    int64_t places[MIXED], rows[32];
    (void)state;
    mixed_places("matrix_pointers", false, 32, places);
    for (int row = 0; row < 32; row++) {
        rows[row] = places[32 * row] / 32;
        for (int column = 0; column < 32; column++)
            assert_int_equal(places[32 * row + column], rows[row] * 32 + column);
    }
    assert_true(is_permutation(rows, 0, 32));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),         cmocka_unit_test(test_rows_are_complete),
        cmocka_unit_test(test_long_runs),         cmocka_unit_test(test_windows),
        cmocka_unit_test(test_windows_are_mixed), cmocka_unit_test(test_table_entries),
        cmocka_unit_test(test_row_pointers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
