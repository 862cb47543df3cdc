/* The check of every run must be able to fail: kernels run on the CPU, one element of what they
 * wrote is changed, and the check has to find that one. And index arrays that chases go through. */
#include "study/measure/arrays.h"
#include "study/plan/point.h"
#include "tests/assertions.h"
#include "tests/cpu_targets.h"

#include <stdlib.h>
#include <string.h>

enum { CHASED = 16384 /* steps of a pass of a chase */ };

/* A pattern's kernel with its arrays. */
struct trial {
    const struct pattern *pattern;
    const struct kernel *kernel;
    struct shape shape;
    struct arrays arrays;
    int bytes;
    char problem[TEXT_MAX];
};

/* The values of parameters that are not given are the pattern's standard ones. */
static struct trial trial_of(const char *name, const int64_t *values, int count, int64_t elements,
                             int bytes)
{
    struct trial t = {.pattern = pattern_find(name), .bytes = bytes};
    assert_non_null(t.pattern);
    t.shape = shape_standard(t.pattern, elements, 1);
    for (int i = 0; i < count; i++)
        t.shape.value[i] = values[i];
    t.kernel = point_kernel(&list.targets[0], t.pattern, bytes, t.problem, sizeof t.problem);
    assert_string_equal(t.problem, "");
    assert_int_equal(point_workers(&list.targets[0], t.pattern, t.kernel, &t.shape), 0);
    t.shape.elements = point_elements(t.pattern, &t.shape, elements);
    return t;
}

static void make_ready(struct trial *t)
{
    assert_int_equal(arrays_ready(&t->arrays, &list.targets[0], t->pattern, &t->shape, t->bytes,
                                  t->problem, sizeof t->problem),
                     0);
}

static void run_once(struct trial *t)
{
    double ns;
    const struct kernel_args args = arrays_args(&t->arrays, t->pattern, &t->shape);
    assert_int_equal(list.targets[0].ops->run(&list.targets[0], t->kernel->run, &args, &ns, NULL),
                     0);
}

static int64_t wrong_elements(struct trial *t)
{
    t->problem[0] = '\0';
    return arrays_check(&t->arrays, t->pattern, &t->shape, t->bytes, t->problem, sizeof t->problem);
}

/* Changes an element of the output in a leading digit, or in its last one. */
static void spoil(struct trial *t, int64_t place, bool last_digit)
{
    unsigned char *element = (unsigned char *)t->arrays.out.memory + place * t->bytes;
    assert_in_range(place, 0, t->pattern->out_length(&t->shape) - 1);
    if (last_digit)
        element[0] ^= 1;
    else
        element[t->bytes > 1 ? t->bytes - 2 : 0] ^= 0x40;
}

/* The kernel to run, and the element to spoil. Rows of the jacobi grid are 64 longer than its edge.
 */
static const struct spoiled {
    const char *pattern;
    int64_t value; /* of the first parameter */
    int64_t elements;
    int bytes;
    int64_t place;
    const char *what;
} spoiled[] = {
    {"copy", 0, 1000, 4, 7, "an element"},
    {"copy", 0, 1000, 1, 999, "the last byte"},
    {"copy", 0, 1000, 2, 0, "the first"},
    {"copy_stream", 0, 4096, 8, 100, "an element"},
    {"clear", 0, 1000, 16, 500, "an element"},
    {"stride_write", 4, 1000, 4, 8, "a written element"},
    {"stride_write", 4, 1000, 4, 9, "a gap"},
    {"lanes", 5, 1000, 4, 32, "an active lane's"},
    {"lanes", 5, 1000, 4, 33, "an idle lane's"},
    {"lanes", 4, 1000, 4, 0, "what lies before the start"},
    {"stride_write", 3, 1000, 1, 1, "a gap of bytes"},
    {"stride_write", 3, 1000, 16, 1, "the first gap of wide elements"},
    {"stride_write", 3, 1000, 8, 2, "a gap of words"},
    {"vec3", 0, 1000, 4, 2999, "the last field"},
    {"vec3_padded", 0, 1000, 16, 10, "a struct"},
    {"aos_write", 2, 1000, 8, 9, "a used field"},
    {"aos_write", 2, 1000, 8, 10, "an unused field"},
    {"soa_write", 2, 1000, 4, 2000, "the first unused array"},
    {"aosoa_write", 2, 1000, 4, 64, "an unused row of a block"},
    {"order", 4, 1024, 4, 1023, "an element"},
    {"cyclic_clear", 4, 1024, 4, 3, "an element"},
    {"gather", 64, 4096, 4, 4095, "an element"},
    {"scatter", 64, 4096, 4, 1, "an element"},
    {"table", 64, 1000, 2, 1, "an element"},
    {"reverse", 0, 1000, 4, 1, "an element"},
    {"block_move", 0, 1000, 4, 1, "an element"},
    {"transpose_read_rows", 64, 0, 4, 65, "an element"},
    {"transpose_write_rows", 64, 0, 16, 65, "an element"},
    {"sets", 64, 1000, 4, 33, "an element"},
    {"launch", 0, 0, 4, 0, "the first worker's"},
    {"sum", 0, 4096, 8, 5, "a lane's sum"},
    {"banks", 3, 1000, 4, 31, "a lane's sum"},
    {"bank_cases", 5, 1000, 4, 1, "a lane's sum"},
    {"contention", 1, 1000, 8, 0, "the only cell"},
    {"contention_padded", 2, 1000, 4, 64, "the second cell"},
    {"contention_padded", 2, 1000, 4, 65, "the padding"},
    {"compare", 0, 1000, 4, 0, "the answer"},
    {"block_compare", 0, 1000, 4, 0, "the answer"},
    {"chase", 4096, 0, 4, 0, "the last place"},
    {"triad", 0, 1000, 4, 1, "a number"},
    {"triad", 0, 1000, 8, 999, "a number"},
    {"intensity", 17, 1000, 4, 1, "a number"},
    {"jacobi_rows", 32, 0, 4, 96 + 32, "the first inner element"},
    {"jacobi_rows", 32, 0, 4, 96 + 31, "the border next to it"},
    {"jacobi_columns", 32, 0, 8, 32 * 96 + 63, "the last inner element"},
    {"jacobi_columns", 32, 0, 8, 33 * 96 + 63, "the border below it"},
    {"transpose_tile", 64, 0, 1, 4095, "an element"},
    {"transpose_padded", 64, 0, 2, 4095, "an element"},
    {"reverse_tile", 0, 4096, 4, 1024, "an element"},
    {"jacobi_tile", 32, 0, 4, 17 * 96 + 32, "the second tile's first"},
    {"jacobi_tile", 32, 0, 4, 0, "the corner of the border"},
};

static struct trial trial_of_row(const struct spoiled *row)
{
    const bool has_value = pattern_parameter_count(pattern_find(row->pattern)) > 0;
    return trial_of(row->pattern, &row->value, has_value, row->elements, row->bytes);
}

static void check_spoiled(const struct spoiled *row)
{
    char first[64];
    struct trial t = trial_of_row(row);
    print_message("%s, %d bytes: %s\n", row->pattern, row->bytes, row->what);
    make_ready(&t);
    run_once(&t);
    assert_int_equal(wrong_elements(&t), 0);
    assert_string_equal(t.problem, "");
    make_ready(&t);
    run_once(&t);
    spoil(&t, row->place, false);
    assert_int_equal(wrong_elements(&t), 1);
    snprintf(first, sizeof first, "element %lld of the output is wrong", (long long)row->place);
    assert_non_null(strstr(t.problem, first));
    arrays_release(&t.arrays);
}

static void test_one_wrong_element_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof spoiled / sizeof *spoiled; i++)
        check_spoiled(&spoiled[i]);
}

/* Roundings may differ, digits of words may not. */
static void test_last_digit(void **state)
{
    const struct {
        struct spoiled run;
        int64_t wrong;
    } cases[] = {
        {{"triad", 0, 1000, 4, 3, NULL}, 0},       {{"triad", 0, 1000, 8, 3, NULL}, 0},
        {{"intensity", 17, 1000, 4, 3, NULL}, 0},  {{"jacobi_rows", 32, 0, 8, 128, NULL}, 0},
        {{"jacobi_rows", 32, 0, 8, 127, NULL}, 1}, /* of a border */
        {{"copy", 0, 1000, 4, 3, NULL}, 1},        {{"transpose_tile", 64, 0, 4, 3, NULL}, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trial t = trial_of_row(&cases[i].run);
        make_ready(&t);
        run_once(&t);
        spoil(&t, cases[i].run.place, true);
        assert_int_equal(wrong_elements(&t), cases[i].wrong);
        arrays_release(&t.arrays);
    }
}

/* All that are wrong are counted; the first is named whichever worker finds it. */
static void test_several_wrong(void **state)
{
    struct trial t = trial_of("copy", NULL, 0, 100000, 4);
    (void)state;
    make_ready(&t);
    run_once(&t);
    for (int64_t place = 99999; place > 40; place -= 1000)
        spoil(&t, place, false);
    assert_int_equal(wrong_elements(&t), 100);
    assert_non_null(strstr(t.problem, "the first is 999"));
    arrays_release(&t.arrays);
}

/* Arrays that go from point to point are filled only as far as each needs them, with words or with
 * numbers: each point must find all of its own data, and poison. */
static void test_arrays_are_kept(void **state)
{
    (void)state;
    static const struct {
        const char *pattern;
        int64_t elements;
        int bytes;
    } points[] = {
        {"copy", 100000, 4},  {"triad", 1000, 4},       {"copy", 60000, 4},
        {"triad", 80000, 8},  {"copy", 100000, 4},      {"stride_write", 20000, 4},
        {"copy", 200000, 16}, {"stride_write", 999, 8}, {"triad", 100000, 4},
        {"copy", 1000, 4},    {"copy", 90000, 4},       {"copy", 1000, 4},
    };
    struct arrays arrays = {0};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        struct trial t = trial_of(points[i].pattern, NULL, 0, points[i].elements, points[i].bytes);
        t.arrays = arrays;
        make_ready(&t);
        run_once(&t);
        if (wrong_elements(&t) != 0)
            fail_msg("point %zu: %s", i, t.problem);
        run_once(&t); /* leaves its result, as a measurement does */
        arrays = t.arrays;
    }
    arrays_release(&arrays);
}

/* A kernel that does nothing leaves poison, and each element is wrong. */
static void test_nothing_done(void **state)
{
    const char *const names[] = {"copy", "order", "transpose_tile", "triad", "banks", "contention"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct trial t = trial_of(names[i], NULL, 0, 1024, 4);
        if (t.pattern->elements) /* the smallest there is */
            t.shape.value[0] = t.pattern->parameters[0].low;
        t.shape.elements = point_elements(t.pattern, &t.shape, 1024);
        make_ready(&t);
        assert_int_equal(wrong_elements(&t), t.pattern->out_length(&t.shape));
        arrays_release(&t.arrays);
    }
}

/* Several sweeps of one grid, by another pattern's kernel. */
static const struct sweep_case {
    const char *pattern, *kernel;
    int bytes;
    bool right;
} sweep_cases[] = {
    {.pattern = "jacobi_rows", .kernel = "jacobi_rows", .bytes = 4, .right = true},
    {.pattern = "jacobi_rows", .kernel = "jacobi_rows", .bytes = 8, .right = true},
    {.pattern = "jacobi_columns", .kernel = "jacobi_columns", .bytes = 8, .right = true},
    {.pattern = "jacobi_readonly", .kernel = "jacobi_readonly", .bytes = 4, .right = true},
    {.pattern = "jacobi_tile", .kernel = "jacobi_tile", .bytes = 4, .right = true},
    {.pattern = "jacobi_rows", .kernel = "jacobi_columns", .bytes = 4, .right = true},
    {.pattern = "jacobi_rows", .kernel = "copy", .bytes = 4},
    {.pattern = "jacobi_tile", .kernel = "clear", .bytes = 4},
    {.pattern = "jacobi_columns", .kernel = "transpose_read_rows", .bytes = 8},
};

static void test_sweeps(void **state)
{
    const int64_t edge = 64;
    (void)state;
    for (size_t i = 0; i < sizeof sweep_cases / sizeof *sweep_cases; i++) {
        const struct sweep_case *c = &sweep_cases[i];
        struct trial t = trial_of(c->pattern, &edge, 1, 0, c->bytes);
        const struct kernel *kernel = point_kernel(&list.targets[0], pattern_find(c->kernel),
                                                   c->bytes, t.problem, sizeof t.problem);
        make_ready(&t);
        assert_true(t.pattern->relaxes);
        const int64_t wrong = arrays_check_sweeps(&t.arrays, t.pattern, kernel, &t.shape, t.problem,
                                                  sizeof t.problem);
        assert_int_equal(wrong == 0, c->right);
        assert_true(wrong >= 0);
        assert_int_equal(t.problem[0] == '\0', c->right);
        arrays_release(&t.arrays);
    }
}

/* Chases: bytes from node to node, and whether their order is mixed. */
static const struct chase_case {
    const char *pattern;
    int64_t value;    /* of the first parameter */
    int64_t nodes;    /* that it makes */
    int64_t distance; /* entries of 4 bytes from one to the next, except for what spreads them */
    bool mixed;
} chase_cases[] = {
    {.pattern = "chase", .value = 4096, .nodes = 32, .distance = 32, .mixed = true},
    {.pattern = "chase", .value = 1 << 22, .nodes = 32768, .distance = 32, .mixed = true},
    {.pattern = "chase_in_order", .value = 1 << 22, .nodes = 32768, .distance = 32},
    {.pattern = "pages_small", .value = 1024, .nodes = 1024, .distance = 1024, .mixed = true},
    {.pattern = "pages_large", .value = 1024, .nodes = 1024, .distance = 1024, .mixed = true},
    {.pattern = "pages_64k", .value = 64, .nodes = 64, .distance = 16384, .mixed = true},
    {.pattern = "pages_far", .value = 16, .nodes = 16, .distance = 524288, .mixed = true},
};

static struct trial chase_trial(const struct chase_case *c, int64_t chains)
{
    const int64_t values[] = {c->value, chains};
    const int count = pattern_parameter_count(pattern_find(c->pattern));
    struct trial t = trial_of(c->pattern, values, count, 0, 4);
    make_ready(&t);
    return t;
}

static uint32_t walk(const struct trial *t, uint32_t at, int64_t steps)
{
    const uint32_t *first = t->arrays.index.memory;
    while (steps-- > 0)
        at = (uint32_t)(*(const uint32_t *const *)(const void *)&first[at] - first);
    return at;
}

/* The only chain of a chase starts at the first node of its order. */
static uint32_t start_of(const struct chase_case *c)
{
    const int bits = __builtin_ctzll((unsigned long long)c->nodes);
    const int64_t node = c->mixed ? (int64_t)permuted(0, bits) : 0;
    const int64_t lines = c->distance / 32;
    return (uint32_t)(node * c->distance + node % lines * 32);
}

/* The cycle visits every node once, each in a separate stretch, before it is back. */
static void check_cycle(const struct chase_case *c)
{
    struct trial t = chase_trial(c, 1);
    bool *seen = calloc((size_t)c->nodes, sizeof *seen);
    uint32_t at = start_of(c);
    assert_non_null(seen);
    assert_int_equal(t.pattern->index_length(&t.shape), c->nodes * c->distance);
    for (int64_t i = 0; i < c->nodes; i++) {
        assert_in_range(at, 0, c->nodes * c->distance - 1);
        assert_int_equal(at % 32, 0);
        assert_false(seen[at / c->distance]);
        seen[at / c->distance] = true;
        at = walk(&t, at, 1);
    }
    assert_int_equal(at, start_of(c));
    free(seen);
    arrays_release(&t.arrays);
}

static void test_cycles(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof chase_cases / sizeof *chase_cases; i++)
        check_cycle(&chase_cases[i]);
}

static uint32_t expected_place(const struct trial *t, int64_t chain)
{
    uint32_t place = 0;
    bool written;
    t->pattern->expect(&t->shape, NULL, chain, 1, 4, &place, &written);
    assert_true(written);
    return place;
}

/* A pass ends where a walk of as many steps does; chains start equally far apart on the cycle and
 * share the steps. The next pass continues there. */
static void check_ends(const struct chase_case *c, int64_t chains)
{
    struct trial t = chase_trial(c, chains);
    const uint32_t *out = t.arrays.out.memory;
    assert_int_equal(t.pattern->out_length(&t.shape), chains);
    run_once(&t);
    for (int64_t chain = 0; chain < chains; chain++) {
        const uint32_t start = walk(&t, start_of(c), chain * (c->nodes / chains));
        assert_int_equal(expected_place(&t, chain), walk(&t, start, CHASED / chains));
        assert_int_equal(out[chain], walk(&t, start, CHASED / chains));
    }
    run_once(&t);
    for (int64_t chain = 0; chain < chains; chain++)
        assert_int_equal(out[chain], walk(&t, expected_place(&t, chain), CHASED / chains));
    arrays_release(&t.arrays);
}

static void test_ends(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof chase_cases / sizeof *chase_cases; i++) {
        const struct chase_case *c = &chase_cases[i];
        const bool has_chains = pattern_parameter_count(pattern_find(c->pattern)) > 1;
        for (int64_t chains = 1; chains <= (has_chains ? 32 : 1); chains *= 2)
            check_ends(c, chains);
    }
}

/* A target with exactly this memory. */
enum { MEMORY = 10 << 20 };
static int64_t held;

static int64_t left_of_it(struct target *target, int node)
{
    (void)target, (void)node;
    return MEMORY - held;
}

static void *take_some(struct target *target, size_t bytes, enum pages pages, int node)
{
    held += (int64_t)bytes;
    assert_true(held <= MEMORY);
    return cpu_target_ops.allocate(target, bytes, pages, node);
}

static void give_some(struct target *target, void *memory, size_t bytes)
{
    held -= (int64_t)bytes;
    cpu_target_ops.release(target, memory, bytes);
}

/* An array that points on a node did not use is not on it: it is taken again for one that does. */
static void test_nodes(void **state)
{
    (void)state;
    static const char *const names[] = {"chase", "sum", "chase"};
    struct arrays arrays = {0};
    char problem[TEXT_MAX] = "";
    struct seen_memory seen;
    const uint64_t nodes = list.targets[0].host_nodes;
    for (int i = 0; i < 3; i++) {
        const struct pattern *pattern = pattern_find(names[i]);
        struct shape shape = shape_standard(pattern, 1 << 16, 1);
        (void)shape_set(&shape, pattern, "footprint", 1 << 20);
        const struct point point = {.pattern = pattern,
                                    .target = &list.targets[0],
                                    .memory_node = i && nodes ? 1 + __builtin_ctzll(nodes) : 0};
        arrays_place(&arrays, &point);
        assert_int_equal(
            arrays_ready(&arrays, &list.targets[0], pattern, &shape, 4, problem, sizeof problem),
            0);
        assert_int_equal(arrays_locate(&arrays, &seen, problem, sizeof problem), 0);
        if (!nodes)
            skip();
        assert_int_equal(strncmp(seen.policy, "bind ", 5) == 0, i > 0);
    }
    arrays_release(&arrays);
}

/* Room that a point needed in one array may be what the next lacks in the other. */
static void test_little_memory(void **state)
{
    (void)state;
    struct arrays arrays = {0};
    struct target_ops little = cpu_target_ops;
    struct target target = list.targets[0];
    char problem[TEXT_MAX] = "";
    little.free_bytes = left_of_it;
    little.allocate = take_some;
    little.release = give_some;
    target.ops = &little;
    static const char *const names[] = {"sum", "clear", "copy", "clear", "sum"};
    for (int i = 0; i < 5; i++) {
        const struct pattern *pattern = pattern_find(names[i]);
        const bool both = strcmp(names[i], "copy") == 0;
        const struct shape shape = shape_standard(pattern, (both ? 4 : 8) << 18, 1);
        assert_int_equal(
            arrays_ready(&arrays, &target, pattern, &shape, 4, problem, sizeof problem), 0);
    }
    /* The room of the last point, 8 MiB, is more than is free: a small point does not keep it. */
    const struct shape small = shape_standard(pattern_find("copy"), 1 << 18, 1);
    assert_int_equal(
        arrays_ready(&arrays, &target, pattern_find("copy"), &small, 4, problem, sizeof problem),
        0);
    assert_in_range(held, 2 << 20, 3 << 20);
    const struct shape large = shape_standard(pattern_find("copy"), 8 << 18, 1);
    assert_int_equal(
        arrays_ready(&arrays, &target, pattern_find("copy"), &large, 4, problem, sizeof problem),
        -1);
    assert_non_null(strstr(problem, "needs 16 MiB"));
    arrays_release(&arrays);
    assert_int_equal(held, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_wrong_element_is_found),
        cmocka_unit_test(test_last_digit),
        cmocka_unit_test(test_several_wrong),
        cmocka_unit_test(test_arrays_are_kept),
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_little_memory),
        cmocka_unit_test(test_nothing_done),
        cmocka_unit_test(test_sweeps),
        cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests(tests, open_cpu, close_cpu);
}
