/* The expected outputs of patterns, compared with the textbook's formula. (Pointer chases need
 * an index array in memory: see test_arrays.c.) */
#include "patterns/pattern.h"
#include "patterns/random.h"
#include "tests/assertions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_WRITTEN = -1, TILE_ROOM = 33 * 32 * 4, LINES = 32, STORED = 256 };

#define SHAPE(n, of_threads, of_workers, v)                                         \
    {                                                                               \
        .elements = n, .threads = of_threads, .workers = of_workers, .value = { v } \
    }
#define THREAD(n, v) SHAPE(n, 1, 1, v)
#define MATRIX(edge) SHAPE((edge) * (edge), 1, 1, edge)
#define CORES(n, v)  SHAPE(n, 2, 2, v)
#define WARPS(n, v)  SHAPE(n, 64, 2, v)

static const struct input words = {.bits = {.keep = UINT64_MAX, .set = 0}};

/* Element `i` of a pass's output, poison if the pass must not write it; whether it may. */
static bool expected_of(const struct pattern *pattern, const struct shape *shape,
                        const struct input *input, int64_t i, int bytes, void *element)
{
    unsigned char expected[ELEMENT_BYTES_MAX] __attribute__((aligned(ELEMENT_BYTES_MAX)));
    bool written;
    pattern->expect(shape, input, i, 1, bytes, expected, &written);
    if (written)
        memcpy(element, expected, (size_t)bytes);
    else
        poison_element(i, bytes, element);
    return written;
}

/* Patterns that pass elements on: which element of the input ends up in element `i`. */
static int64_t transposed(const struct shape *shape, int64_t i)
{
    const int64_t edge = shape->value[0], row = i / edge, column = i % edge;
    return column * edge + row;
}

/* Rows that are 16 elements longer than their columns are many. */
static int64_t transposed_padded(const struct shape *shape, int64_t i)
{
    const int64_t edge = shape->value[0];
    return i % edge * (edge + 16) + i / edge;
}

static int64_t reversed(const struct shape *shape, int64_t i)
{
    return shape->elements - 1 - i;
}

/* Turn k of a thread goes to its place k % 256 and reads line k % 32. A warp's lanes lie side by
 * side. */
static int64_t line_of(const struct shape *shape, int64_t i, int64_t distance)
{
    const int64_t lanes = shape->threads / shape->workers;
    return i / lanes % STORED % LINES * distance;
}

static int64_t set_line(const struct shape *shape, int64_t i)
{
    return line_of(shape, i, shape->value[0] / 4);
}

static int64_t padded_line(const struct shape *shape, int64_t i)
{
    return line_of(shape, i, shape->value[0] / 4 + 16);
}

static int64_t same_place(const struct shape *shape, int64_t i)
{
    (void)shape;
    return i;
}

static const struct moved_case {
    const char *pattern;
    struct shape shape;
    int64_t (*source)(const struct shape *shape, int64_t i);
} moved_cases[] = {
    {.pattern = "transpose_read_rows", .shape = MATRIX(32), .source = transposed},
    {.pattern = "transpose_read_rows", .shape = MATRIX(128), .source = transposed},
    {.pattern = "transpose_write_rows", .shape = MATRIX(64), .source = transposed},
    {.pattern = "matrix_columns", .shape = MATRIX(64), .source = transposed},
    {.pattern = "matrix_columns_padded", .shape = MATRIX(64), .source = transposed_padded},
    {.pattern = "transpose_tile", .shape = MATRIX(64), .source = transposed},
    {.pattern = "transpose_padded", .shape = MATRIX(64), .source = transposed},
    {.pattern = "reverse_tile", .shape = THREAD(3072, 1), .source = reversed},
    {.pattern = "sets", .shape = CORES(512, 4096), .source = set_line},
    {.pattern = "sets", .shape = WARPS(16384, 64), .source = set_line},
    {.pattern = "sets_padded", .shape = CORES(512, 4096), .source = padded_line},
    {.pattern = "launch", .shape = WARPS(64, 0), .source = same_place},
};

static void check_moved(const struct moved_case *c, int bytes)
{
    const struct pattern *pattern = pattern_find(c->pattern);
    unsigned char expected[ELEMENT_BYTES_MAX], element[ELEMENT_BYTES_MAX];
    for (int64_t i = 0; i < pattern->out_length(&c->shape); i++) {
        assert_true(expected_of(pattern, &c->shape, &words, i, bytes, element));
        input_element(&words, c->source(&c->shape, i), bytes, expected);
        assert_memory_equal(element, expected, (size_t)bytes);
    }
}

static void test_moved(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof moved_cases / sizeof *moved_cases; i++)
        for (int bytes = 1; bytes <= ELEMENT_BYTES_MAX; bytes *= 2)
            if (pattern_find(moved_cases[i].pattern)->sizes & bytes)
                check_moved(&moved_cases[i], bytes);
}

/* Patterns of numbers: element `i` of the output, NAN if it must not be written. */
static double number_at(const struct input *input, int64_t i, int bytes)
{
    float number = 0;
    double wide = 0;
    if (bytes == sizeof number)
        input_element(input, i, sizeof number, &number);
    else
        input_element(input, i, sizeof wide, &wide);
    return bytes == sizeof number ? (double)number : wide;
}

/* Half the sum of the four neighbours, inside a border of a row above and below and 32 columns on
 * either side. */
static double relaxed(const struct shape *shape, const struct input *input, int64_t i, int bytes)
{
    const int64_t edge = shape->value[0], pitch = edge + 64;
    const int64_t row = i / pitch, column = i % pitch;
    if (row == 0 || row == edge + 1 || column < 32 || column >= edge + 32)
        return NAN;
    return 0.5 * (number_at(input, (row - 1) * pitch + column, bytes) +
                  number_at(input, (row + 1) * pitch + column, bytes) +
                  number_at(input, row * pitch + column - 1, bytes) +
                  number_at(input, row * pitch + column + 1, bytes));
}

static double scaled_sum(const struct shape *shape, const struct input *input, int64_t i, int bytes)
{
    return number_at(input, i, bytes) + 3 * number_at(input, shape->elements + i, bytes);
}

static double iterated(double first, int64_t times)
{
    double s = first;
    for (int64_t n = 0; n < times; n++)
        s = s * s + first;
    return s;
}

static double computed(const struct shape *shape, const struct input *input, int64_t i, int bytes)
{
    return iterated(number_at(input, i, bytes), shape->value[0]);
}

static double computed_strided(const struct shape *shape, const struct input *input, int64_t i,
                               int bytes)
{
    return iterated(number_at(input, 2 * i, bytes), shape->value[0]);
}

static const struct number_case {
    const char *pattern;
    struct shape shape;
    double (*number)(const struct shape *shape, const struct input *input, int64_t i, int bytes);
} number_cases[] = {
    {.pattern = "jacobi_rows", .shape = MATRIX(32), .number = relaxed},
    {.pattern = "jacobi_rows", .shape = MATRIX(64), .number = relaxed},
    {.pattern = "jacobi_columns", .shape = MATRIX(64), .number = relaxed},
    {.pattern = "jacobi_tile", .shape = MATRIX(64), .number = relaxed},
    {.pattern = "jacobi_readonly", .shape = MATRIX(64), .number = relaxed},
    {.pattern = "triad", .shape = THREAD(1000, 1), .number = scaled_sum},
    {.pattern = "intensity", .shape = THREAD(1000, 0), .number = computed},
    {.pattern = "intensity", .shape = THREAD(1000, 17), .number = computed},
    {.pattern = "intensity_strided", .shape = THREAD(1000, 17), .number = computed_strided},
};

/* An array in memory, so that what is read is seen to come from there. */
static unsigned char *numbers_of(const struct pattern *pattern, const struct shape *shape,
                                 int bytes)
{
    const int64_t length = pattern->in_length(shape);
    const struct input made = {.bits = number_bits(bytes)};
    unsigned char *numbers = malloc((size_t)(length * bytes));
    assert_non_null(numbers);
    for (int64_t i = 0; i < length; i++)
        input_element(&made, length - 1 - i, bytes, numbers + i * bytes);
    return numbers;
}

static void check_number(const struct number_case *c, int bytes)
{
    const struct pattern *pattern = pattern_find(c->pattern);
    unsigned char *numbers = numbers_of(pattern, &c->shape, bytes);
    const struct input input = {.elements = numbers};
    for (int64_t i = 0; i < pattern->out_length(&c->shape); i++) {
        unsigned char element[sizeof(double)];
        const double expected = c->number(&c->shape, &input, i, bytes);
        assert_int_equal(expected_of(pattern, &c->shape, &input, i, bytes, element),
                         !isnan(expected));
        const struct input output = {.elements = element};
        if (!isnan(expected))
            assert_true(fabs(number_at(&output, 0, bytes) - expected) <=
                        (bytes == 4 ? 1e-6 : 1e-15) * expected);
    }
    free(numbers);
}

static void test_numbers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof number_cases / sizeof *number_cases; i++)
        for (int bytes = 4; bytes <= 8; bytes *= 2)
            if (pattern_find(number_cases[i].pattern)->sizes & bytes)
                check_number(&number_cases[i], bytes);
}

/* The two places of the tile that lane `l` adds up in each case of bank_cases, by its help text. A
 * permutation is checked for being one. */
static int64_t bank_place(int which, int64_t l, int second)
{
    switch (which) {
    case 1: /* a group apart */
        return l + 32 * second;
    case 3: /* permuted */
        return (5 * l + 7) % 32 + 32 * second;
    case 4: /* broadcast */
        return second;
    case 5: /* the first two words of structs of three */
        return 3 * l + second;
    case 7: /* two words of a bank */
        return l % 2 * 32 + second;
    case 8: /* all of one bank */
        return 32 * l + second;
    default: /* pairs, structs of two words */
        return 2 * l + second;
    }
}

/* Adds word by word, as unsigned numbers of that size do. */
static void add_element(const struct input *input, int64_t place, int bytes, unsigned char *sum)
{
    unsigned char element[ELEMENT_BYTES_MAX];
    input_element(input, place, bytes, element);
    for (int word = 0; word < bytes; word += 8) {
        unsigned carry = 0;
        for (int i = word; i < word + 8 && i < bytes; i++) {
            carry += (unsigned)sum[i] + element[i];
            sum[i] = (unsigned char)carry;
            carry >>= 8;
        }
    }
}

static void check_banks(const struct shape *shape, int bytes)
{
    const struct pattern *banks = pattern_find("banks");
    const int64_t reads = shape->elements / (shape->workers * 32), room = TILE_ROOM / bytes;
    unsigned char element[ELEMENT_BYTES_MAX];
    assert_int_equal(banks->out_length(shape), shape->workers * 32);
    for (int64_t i = 0; i < banks->out_length(shape); i++) {
        unsigned char sum[ELEMENT_BYTES_MAX] = {0};
        for (int64_t read = 0; read < reads; read++)
            add_element(&words, i % 32 * shape->value[0] % room, bytes, sum);
        assert_true(expected_of(banks, shape, &words, i, bytes, element));
        assert_memory_equal(element, sum, (size_t)bytes);
    }
}

static void test_banks(void **state)
{
    (void)state;
    for (int64_t stride = 0; stride <= 64; stride += stride < 4 ? 1 : 15)
        for (int bytes = 1; bytes <= ELEMENT_BYTES_MAX; bytes *= 2) {
            check_banks(&(struct shape)CORES(512, stride), bytes);
            check_banks(&(struct shape)WARPS(16384, stride), bytes);
        }
}

static void test_bank_cases(void **state)
{
    const struct pattern *cases = pattern_find("bank_cases");
    unsigned char element[4];
    (void)state;
    for (int which = 1; which <= 8; which++) {
        const struct shape shape = WARPS(16384, which);
        for (int64_t i = 0; i < 64; i++) {
            unsigned char sum[4] = {0};
            for (int read = 0; read < 256; read++)
                add_element(&words, bank_place(which, i % 32, read % 2), 4, sum);
            assert_true(expected_of(cases, &shape, &words, i, 4, element));
            assert_memory_equal(element, sum, sizeof sum);
        }
    }
}

/* Each worker's lanes add up columns of its blocks of 32 rows of 32. Cores have a stretch of blocks
 * each, warps alternate. */
static int64_t reader_of(const struct shape *shape, int64_t block)
{
    const int64_t blocks = shape->elements / 1024;
    int64_t worker = 0;
    if (shape->threads > shape->workers)
        return block % shape->workers;
    while (block >= blocks * (worker + 1) / shape->workers)
        worker++;
    return worker;
}

static void check_sum(const struct shape *shape, int bytes)
{
    const struct pattern *sum = pattern_find("sum");
    unsigned char sums[64][ELEMENT_BYTES_MAX] = {{0}}, element[ELEMENT_BYTES_MAX];
    for (int64_t i = 0; i < shape->elements; i++)
        add_element(&words, i, bytes, sums[reader_of(shape, i / 1024) * 32 + i % 32]);
    assert_int_equal(sum->out_length(shape), 64);
    for (int64_t i = 0; i < 64; i++) {
        assert_true(expected_of(sum, shape, &words, i, bytes, element));
        assert_memory_equal(element, sums[i], (size_t)bytes);
    }
}

static void test_sum(void **state)
{
    (void)state;
    for (int bytes = 4; bytes <= 8; bytes *= 2) {
        check_sum(&(struct shape)CORES(1024, 0), bytes); /* nothing for the first worker */
        check_sum(&(struct shape)CORES(7168, 0), bytes);
        check_sum(&(struct shape)WARPS(7168, 0), bytes);
    }
}

/* The mountain's workers begin at evenly spaced rows and walk through the array in a circle: cores
 * by themselves, groups of eight warps together, row of tiles after row of tiles. */
static void check_mountain(struct shape shape, int64_t stride, int64_t footprint)
{
    const struct pattern *pattern = pattern_find("stride_sum");
    const bool warps = shape.threads > shape.workers;
    const int64_t group = warps ? 8 : 1, length = footprint / 4, rows = length / 32 / stride;
    uint32_t sums[64] = {0}, element;
    int64_t done[2] = {0, 0};
    shape.value[0] = stride;
    shape.value[1] = footprint;
    for (int64_t i = 0; i < shape.elements; i++) {
        const int64_t worker = reader_of(&shape, i / 1024), lane = i % 32;
        const int64_t own = done[worker] / 32, begin = worker / group * group * rows / 2;
        const int64_t row = begin + own / 32 * group * 32 + worker % group * 32 + own % 32;
        input_element(&words, (row * 32 * stride + lane * stride) % length, 4, &element);
        sums[worker * 32 + lane] += element;
        done[worker]++;
    }
    for (int64_t i = 0; i < 64; i++) {
        assert_true(expected_of(pattern, &shape, &words, i, 4, &element));
        assert_int_equal(element, sums[i]);
    }
}

static void test_mountain(void **state)
{
    (void)state;
    for (int64_t stride = 1; stride <= 32; stride *= 4)
        for (int64_t footprint = 4096; footprint <= 65536; footprint *= 4) {
            check_mountain((struct shape)CORES(7168, 0), stride, footprint);
            check_mountain((struct shape)WARPS(7168, 0), stride, footprint);
        }
}

/* Cells that threads add to: how many, and elements from one to the next. */
static const struct cell_case {
    const char *pattern;
    struct shape shape;
    int64_t cells, apart;
} cell_cases[] = {
    {.pattern = "contention", .shape = CORES(512, 1), .cells = 1, .apart = 1},
    {.pattern = "contention", .shape = WARPS(16384, 3), .cells = 3, .apart = 1},
    {.pattern = "contention",
     .shape = CORES(512, 7),
     .cells = 7,
     .apart = 1}, /* more cells than threads */
    {.pattern = "handover", .shape = CORES(2048, 0), .cells = 1, .apart = 1},
    {.pattern = "contention_padded", .shape = WARPS(16384, 3), .cells = 3, .apart = 64},
    {.pattern = "contention_padded", .shape = CORES(512, 2), .cells = 2, .apart = 64},
    {.pattern = "false_sharing", .shape = CORES(512, 0), .cells = 2, .apart = 1},
    {.pattern = "false_sharing", .shape = WARPS(16384, 60), .cells = 64, .apart = 16},
};

static uint64_t unsigned_of(const void *element, int bytes)
{
    uint64_t number = 0;
    memcpy(&number, element, (size_t)bytes); /* little-endian, as all targets are */
    return number;
}

/* What the cells gained on their poison, which is as many additions as there are steps; no cell
 * more than one round of all threads above another that threads have. */
static void check_cells(const struct cell_case *c, int bytes)
{
    const struct pattern *pattern = pattern_find(c->pattern);
    const int64_t turns = c->shape.elements / c->shape.threads;
    int64_t sum = 0;
    assert_int_equal(pattern->out_length(&c->shape), c->cells * c->apart);
    for (int64_t i = 0; i < c->cells * c->apart; i++) {
        unsigned char element[ELEMENT_BYTES_MAX], poison[ELEMENT_BYTES_MAX];
        const bool written = expected_of(pattern, &c->shape, &words, i, bytes, element);
        poison_element(i, bytes, poison);
        assert_int_equal(written, i % c->apart == 0);
        const int64_t gained = (int64_t)(unsigned_of(element, bytes) - unsigned_of(poison, bytes));
        assert_int_equal(gained % turns, 0);
        assert_in_range(gained / turns, c->shape.threads / c->cells * written,
                        c->shape.threads / c->cells + 1);
        sum += gained;
    }
    assert_int_equal(sum, c->shape.elements);
}

static void test_cells(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cell_cases / sizeof *cell_cases; i++)
        for (int bytes = 4; bytes <= 8; bytes *= 2)
            check_cells(&cell_cases[i], bytes);
}

/* Each worker finds its stretch of two equal arrays equal: each of its lanes no different bit, or
 * all of it the same. */
static void test_comparisons(void **state)
{
    static const struct {
        const char *pattern;
        int64_t results;
        uint32_t expected;
    } comparisons[] = {{"compare", 3 * WARP_LANES, 0}, {"block_compare", 3, 1}};
    const struct shape shape = {.elements = 1000, .threads = 3, .workers = 3};
    (void)state;
    for (int n = 0; n < 2; n++) {
        const struct pattern *pattern = pattern_find(comparisons[n].pattern);
        assert_int_equal(pattern->out_length(&shape), comparisons[n].results);
        assert_int_equal(pattern->index_length(&shape), 1000); /* the second array */
        for (int64_t i = 0; i < comparisons[n].results; i++) {
            uint32_t result = 77;
            assert_true(expected_of(pattern, &shape, &words, i, 4, &result));
            assert_int_equal(result, comparisons[n].expected);
        }
    }
}

/* The places that a pattern's steps store to hold what these steps load: address expressions and
 * expectation say the same. */
static void check_step(const struct pattern *pattern, const struct shape *shape, struct step e)
{
    unsigned char expected[4], element[4];
    e.variant = (int)pattern->variant(shape);
    input_element(&words, pattern->load(shape, e), 4, expected);
    assert_true(expected_of(pattern, shape, &words, pattern->store(shape, e), 4, element));
    assert_memory_equal(element, expected, sizeof expected);
}

static void test_steps_agree(void **state)
{
    const char *const in_tiles[] = {"transpose_read_rows", "transpose_write_rows"};
    const char *const by_threads[] = {"sets", "sets_padded", "launch"};
    const struct shape matrix = MATRIX(64), warps = WARPS(16384, 4096);
    (void)state;
    for (int n = 0; n < 2; n++)
        for (int i = 0; i < 4096; i++)
            check_step(pattern_find(in_tiles[n]), &matrix,
                       (struct step){.index = i,
                                     .row_index = i / 32 * 32,
                                     .tile = i / 128,
                                     .rows = 4,
                                     .row = i / 32 % 4,
                                     .lane = i % 32});
    for (int n = 0; n < 3; n++)
        for (int i = 0; i < 16384; i++)
            check_step(
                pattern_find(by_threads[n]), &warps,
                (struct step){.thread = i % 64, .iteration = i / 64, .row_iteration = i / 64});
}

/* Chases have no input; all others with an expectation are in this file. */
static void test_all_are_here(void **state)
{
    const char *const others[] = {"sum",        "stride_sum", "banks",
                                  "bank_cases", "compare",    "block_compare"};
    (void)state;
    for (const struct pattern *const *p = pattern_catalogue; *p; p++) {
        bool here = !(*p)->expect || ((*p)->index_length && (*p)->elements);
        for (size_t i = 0; i < sizeof moved_cases / sizeof *moved_cases; i++)
            here |= strcmp(moved_cases[i].pattern, (*p)->name) == 0;
        for (size_t i = 0; i < sizeof number_cases / sizeof *number_cases; i++)
            here |= strcmp(number_cases[i].pattern, (*p)->name) == 0;
        for (size_t i = 0; i < sizeof cell_cases / sizeof *cell_cases; i++)
            here |= strcmp(cell_cases[i].pattern, (*p)->name) == 0;
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            here |= strcmp(others[i], (*p)->name) == 0;
        if (!here)
            fail_msg("nothing tests what %s expects", (*p)->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moved),       cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_banks),       cmocka_unit_test(test_bank_cases),
        cmocka_unit_test(test_sum),         cmocka_unit_test(test_mountain),
        cmocka_unit_test(test_cells),       cmocka_unit_test(test_comparisons),
        cmocka_unit_test(test_steps_agree), cmocka_unit_test(test_all_are_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
