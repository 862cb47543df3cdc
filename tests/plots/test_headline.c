/* The lines of text that sum up results: for eleven rows, their answers worked out by hand. */
#include "plots/caption/headlines.h"
#include "plots/report.h"
#include "tests/assertions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PROBLEM_MAX = 4096 };

/* 3866.16 / 4211.06, 508.434 / 4211.06; 89.8006 / 84.5273, 4.54343 / 84.5273. Left out are
 * transfers without a copy of theirs and what is in the L2. */
static const char expected[] =
    "gpu0: copy baseline 4211 GB/s\n"
    "  most  0.92 of it: order, chunk 2\n"
    "  least 0.12 of it: order, chunk 64\n"
    "cpu: copy baseline 84.53 GB/s\n"
    "  most  1.1 of it: order, chunk 64 (1 more ties)\n"
    "  least 0.054 of it: order, chunk 2\n"
    "they disagree most on order, chunk 2: cpu keeps 0.054 of its copy, gpu0 0.92\n";

static void test_lines(void **state)
{
    char *text, problem[PROBLEM_MAX];
    size_t size;
    struct dataset set;
    FILE *out = open_memstream(&text, &size);
    (void)state;
    assert_non_null(out);
    assert_int_equal(dataset_read(&set, TEST_DATA "/headline", NULL, problem, sizeof problem), 0);
    extremes_write(out, &set);
    dataset_free(&set);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static bool is_of_memory(const struct row *row)
{
    return row->usable && !row->hollow && strcmp(row->level, "memory") == 0 &&
           strcmp(row->value, "-") != 0;
}

/* Each pair of points of the recorded run: none differs more. */
static void test_disagreement(void **state)
{
    struct dataset set;
    char problem[PROBLEM_MAX];
    double largest = 0;
    (void)state;
    assert_int_equal(
        dataset_read(&set, TEST_DATA "/../../plots/recorded/h200", NULL, problem, sizeof problem),
        0);
    const struct disagreement most = headline_disagreement(&set);
    for (int i = 0; i < set.count; i++)
        for (int j = 0; j < set.count; j++) {
            const struct row *a = &set.points[i], *b = &set.points[j];
            if (a->gpu || !b->gpu || !is_of_memory(a) || !is_of_memory(b) || a->study != b->study ||
                a->pattern != b->pattern || a->parameter != b->parameter || a->value != b->value ||
                a->element_bytes != b->element_bytes || !(row_fraction(a) > 0) ||
                !(row_fraction(b) > 0))
                continue;
            largest = fmax(largest, fabs(log(row_fraction(a) / row_fraction(b))));
        }
    assert_non_null(most.cpu);
    assert_false(most.cpu->gpu);
    assert_true(most.gpu->gpu);
    assert_true(largest > 1);
    assert_true(most.factor == largest);
    dataset_free(&set);
}

/* The numbers of the page, in lines of at most 80 columns. */
static void test_summary(void **state)
{
    char *text, problem[PROBLEM_MAX];
    size_t size;
    FILE *out = open_memstream(&text, &size);
    (void)state;
    assert_non_null(out);
    assert_int_equal(
        summary_write(out, TEST_DATA "/../../plots/recorded/h200", NULL, problem, sizeof problem),
        0);
    fclose(out);
    assert_non_null(strstr(text, "Copy baseline         CPU 75.7 (68.1"));
    assert_non_null(strstr(text, "\n                      GPU 4238 (4229"));
    assert_non_null(strstr(text, "Layout                soa is 4.29 times"));
    assert_non_null(strstr(text, "\nthey disagree most on "));
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        int columns = 0;
        for (const char *at = line; *at != '\n'; at++)
            columns += ((unsigned char)*at & 0xc0) != 0x80;
        assert_in_range(columns, 1,
                        line[0] == ' ' || (line[0] >= 'A' && line[0] <= 'Z') ? 80 : 120);
    }
    free(text);
    assert_true(summary_write(stdout, TEST_DATA "/nowhere", NULL, problem, sizeof problem) < 0);
    assert_non_null(strstr(problem, "nowhere"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines),
                                       cmocka_unit_test(test_disagreement),
                                       cmocka_unit_test(test_summary)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
