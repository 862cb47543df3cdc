/* Verdicts on results made up for it: what the numbers are, what leaves a claim open, and why. */
#include "plots/claims/claims.h"
#include "tests/assertions.h"

#include "plots/data/dataset.h"
#include "plots/figure/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COLUMNS                                                                         \
    "study,pattern,target,element_bytes,parameter,value,elements,useful_bytes,samples," \
    "time_ns,ci_low_ns,ci_high_ns,fraction_of_copy,level,marks,valid,workers\n"
#define LINE(pattern, target, bytes, parameter, value, times, level, valid)                    \
    "s," pattern "," target "," bytes "," parameter "," value ",100,100,10," times ",-," level \
    ",-," valid ",1\n"
#define ROW(value, times)        LINE("p", "gpu0", "4", "x", value, times, "memory", "yes")
#define CACHED(value, times)     LINE("p", "gpu0", "4", "x", value, times, "L2", "yes")
#define ON(target, value, times) LINE("p", target, "4", "x", value, times, "memory", "yes")
#define BASE(times)              LINE("copy", "gpu0", "4", "-", "-", times, "memory", "yes")
#define INVALID(value)           LINE("p", "gpu0", "4", "x", value, "-,-,-", "memory", "no: wrong")

#define FIRST                                                         \
    {                                                                 \
        .study = "s", .pattern = "p", .parameter = "x", .values = "1" \
    }
#define SECOND                                                        \
    {                                                                 \
        .study = "s", .pattern = "p", .parameter = "x", .values = "2" \
    }

/* The last finding, with copies of what lives only during the call, and how many there were.
 */
struct heard {
    struct finding last;
    char why[REASON_MAX], target[32];
    int count;
};

static void hear(void *context, const struct finding *finding)
{
    struct heard *heard = context;
    heard->last = *finding;
    heard->count++;
    snprintf(heard->why, sizeof heard->why, "%s", finding->why);
    snprintf(heard->target, sizeof heard->target, "%s", finding->target);
}

static void write_results(char *folder, const char *rows)
{
    char path[256];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/results.csv", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, COLUMNS "%s", rows);
    assert_int_equal(fclose(file), 0);
}

static void remove_results(const char *folder)
{
    char path[256];
    snprintf(path, sizeof path, "%s/results.csv", folder);
    unlink(path);
    rmdir(folder);
}

/* The finding of the one test on these rows. */
static struct heard judge_rows(const struct claim_test *test, const char *rows)
{
    char folder[] = "/tmp/warpline-claims-XXXXXX", problem[256];
    const struct claim table[] = {{.id = "T1", .tests = {*test}}, {.id = NULL}};
    struct dataset set;
    struct heard heard = {.count = 0};
    write_results(folder, rows);
    assert_int_equal(dataset_read(&set, folder, NULL, problem, sizeof problem), 0);
    claims_evaluate(table, &set, 1, hear, &heard);
    dataset_free(&set);
    remove_results(folder);
    return heard;
}

static struct claim_test ratio_test(enum limit_kind comparison, double limit, double tolerance)
{
    return (struct claim_test){.gpu = true,
                               .measured = "time at 2 over that at 1",
                               .quantity = &launch_time,
                               .above = {SECOND},
                               .below = {FIRST},
                               .comparison = comparison,
                               .limit = limit,
                               .tolerance = tolerance,
                               .holds = "as claimed",
                               .lower = "less than claimed",
                               .higher = "more than claimed"};
}

static const char ones[] = ROW("1", "100,90,110") ROW("2", "200,190,210"); /* 2, 1.727 to 2.333 */

#define COPIES_APART BASE("100,99,101") BASE("120,119,121") BASE("150,149,151")

static const struct {
    const char *rows;
    enum limit_kind comparison;
    double limit, tolerance;
    enum claim_verdict verdict;
    const char *why;
} verdicts[] = {
    {ones, AT_LEAST, 1.5, 0, CLAIM_HOLDS, "as claimed"},
    {ones, AT_LEAST, 2.5, 0, CLAIM_LOWER, "less than claimed"},
    {ones, AT_LEAST, 2.5, 0.5, CLAIM_HOLDS, "as claimed"},
    {ones, AT_LEAST, 2, 0, CLAIM_INCONCLUSIVE, "too close to the limit: .* is 1.73 to 2.33"},
    {ones, AT_MOST, 2.5, 0, CLAIM_HOLDS, "as claimed"},
    {ones, AT_MOST, 1.5, 0, CLAIM_HIGHER, "more than claimed"},
    {ones, AT_MOST, 1.6, 0.5, CLAIM_HOLDS, "as claimed"},
    {ones, AT_MOST, 2, 0, CLAIM_INCONCLUSIVE, "too close"},
    {ones, ABOUT, 2, 0.25, CLAIM_HOLDS, "as claimed"},
    {ones, ABOUT, 2, 0.1, CLAIM_INCONCLUSIVE, "too close"},
    {ones, ABOUT, 3, 0.1, CLAIM_LOWER, "less than claimed"},
    {ones, ABOUT, 1, 0.25, CLAIM_HIGHER, "more than claimed"},
    {ones, ABOUT, 1.2, 0.25, CLAIM_MORE, "more than claimed"},
    {ROW("1", "100,90,110"), AT_LEAST, 1, 0, CLAIM_INCONCLUSIVE,
     "not in these results: p of study s on gpu0 by x, at 2"},
    {ROW("1", "100,90,110") INVALID("2"), AT_LEAST, 1, 0, CLAIM_INCONCLUSIVE,
     "at 2 is invalid: wrong"},
    {INVALID("1") ROW("2", "200,190,210"), AT_MOST, 9, 0, CLAIM_INCONCLUSIVE, "at 1 is invalid"},
    {ROW("1", "100,-,-") ROW("2", "200,190,210"), AT_LEAST, 1, 0, CLAIM_INCONCLUSIVE,
     "no 95 % interval"},
    {ROW("1", "100,90,110") CACHED("2", "200,190,210"), AT_LEAST, 1, 0, CLAIM_INCONCLUSIVE,
     "about memory, but measured in L2"},
    {ON("cpu", "1", "100,90,110") ON("cpu", "2", "200,190,210"), AT_LEAST, 1, 0, CLAIM_INCONCLUSIVE,
     "not measured: no GPU in these results"},
    {LINE("p", "gpu0", "8", "x", "1", "100,90,110", "memory", "yes") ROW("2", "200,190,210"),
     AT_LEAST, 1, 0, CLAIM_INCONCLUSIVE, "not in these results: .* with elements of 4 bytes"},
    /* Copies that lie 1.5 apart: what was clear no longer is, what was clearer still is. */
    {ROW("1", "100,90,110") ROW("2", "200,190,210") COPIES_APART, AT_LEAST, 1.5, 0,
     CLAIM_INCONCLUSIVE, "interval is 1.15 to 3.5"},
    {ROW("1", "100,90,110") ROW("2", "200,190,210") COPIES_APART, AT_LEAST, 1.1, 0, CLAIM_HOLDS,
     "as claimed"},
    /* Two copies show no spread. */
    {ROW("1", "100,90,110") ROW("2", "200,190,210") BASE("100,99,101") BASE("150,149,151"),
     AT_LEAST, 1.5, 0, CLAIM_HOLDS, "as claimed"},
};

/* Whether `text` holds the parts of `pattern` between its ".*" in their order. */
static bool holds_parts(const char *text, const char *pattern)
{
    const char *gap = strstr(pattern, ".*");
    char part[128];
    snprintf(part, sizeof part, "%.*s", gap ? (int)(gap - pattern) : (int)strlen(pattern), pattern);
    const char *at = strstr(text, part);
    return at && (!gap || holds_parts(at + strlen(part), gap + 2));
}

static void test_verdicts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        const struct claim_test test =
            ratio_test(verdicts[i].comparison, verdicts[i].limit, verdicts[i].tolerance);
        const struct heard heard = judge_rows(&test, verdicts[i].rows);
        assert_int_equal(heard.count, 1);
        if (heard.last.verdict != verdicts[i].verdict || !holds_parts(heard.why, verdicts[i].why))
            fail_msg("case %zu: verdict %d: %s", i, (int)heard.last.verdict, heard.why);
    }
}

static bool near(double number, double expected)
{
    return fabs(number - expected) < 1e-9;
}

static void test_interval_of_a_ratio(void **state)
{
    const struct claim_test test = ratio_test(AT_LEAST, 1, 0);
    char text[64];
    (void)state;
    const struct heard heard = judge_rows(&test, ones);
    assert_true(near(heard.last.measured.value, 2));
    assert_true(near(heard.last.measured.low, 190.0 / 110));
    assert_true(near(heard.last.measured.high, 210.0 / 90));
    assert_string_equal(claim_measured(&heard.last, text, sizeof text), "2.00 (1.73 to 2.33)");
    assert_true(isnan(judge_rows(&test, ROW("1", "100,90,110")).last.measured.value));
}

/* A bandwidth's interval turns round: the longest time is the least of it. */
static void test_interval_of_a_bandwidth(void **state)
{
    struct claim_test test = ratio_test(AT_LEAST, 0.1, 0);
    (void)state;
    test.quantity = &useful_bandwidth;
    const struct heard heard = judge_rows(&test, ones);
    assert_true(near(heard.last.measured.value, 0.5));
    assert_true(near(heard.last.measured.low, 90.0 / 210));
    assert_true(near(heard.last.measured.high, 110.0 / 190));
}

static void test_ratio_of_ratios(void **state)
{
    struct claim_test test = ratio_test(AT_LEAST, 1, 0);
    (void)state;
    test.above[1] = (struct claim_points)SECOND;
    test.below[1] = (struct claim_points)FIRST;
    const struct heard heard = judge_rows(&test, ones);
    assert_true(near(heard.last.measured.value, 4));
    assert_true(near(heard.last.measured.low, 190.0 / 110 * 190 / 110));
}

/* The copy that points are compared with is the median of those nearest in time, not the row. */
static void test_copies_are_the_yardstick(void **state)
{
    const char *rows = BASE("100,99,101") BASE("50,40,60") BASE("25,24,26") ROW("1", "100,100,100")
        BASE("400,400,400") BASE("400,400,400");
    struct claim_test test = ratio_test(AT_LEAST, 0, 0);
    (void)state;
    test.above[0] = (struct claim_points)FIRST;
    test.below[0] = (struct claim_points){.study = "s", .pattern = "copy", .parameter = "-"};
    const struct heard heard = judge_rows(&test, rows);
    assert_true(near(heard.last.measured.value, 1)); /* 100 ns of 25, 50, 100, 400 and 400 */
    assert_true(near(heard.last.measured.low, 100.0 / 400));
    assert_true(near(heard.last.measured.high, 100.0 / 24));
}

/* However many points a sweep has, its end is its end. */
static void test_long_sweeps(void **state)
{
    struct claim_test test = ratio_test(AT_LEAST, 0, 0);
    char rows[200 * 80] = "";
    size_t length = 0;
    (void)state;
    for (int i = 1; i <= 200; i++)
        length +=
            (size_t)snprintf(rows + length, sizeof rows - length,
                             "s,p,gpu0,4,x,%d,100,100,10,%d,%d,%d,-,memory,-,yes,1\n", i, i, i, i);
    test.above[0] =
        (struct claim_points){.study = "s", .pattern = "p", .parameter = "x", .pick = PICK_LARGEST};
    assert_true(near(judge_rows(&test, rows).last.measured.value, 200));
}

static const char sweep[] =
    ROW("1", "100,99,101") ROW("8", "400,399,401") ROW("16", "300,299,301") ROW("4", "50,49,51");

static const struct {
    enum pick pick;
    const char *values;
    double expected; /* time, in units of that at 1 */
} picks[] = {
    {PICK_ONLY, "16", 3},       {PICK_SMALLEST, NULL, 1}, {PICK_LARGEST, NULL, 3},
    {PICK_SMALLEST, "8 16", 4}, {PICK_LEAST, NULL, 0.5},  {PICK_MOST, NULL, 4},
    {PICK_MOST, "16 4", 3},
};

static void test_levels(void **state)
{
    struct claim_test test = ratio_test(AT_LEAST, 1, 0);
    const char *mixed = ROW("1", "100,90,110") CACHED("2", "200,190,210");
    const char *cached = CACHED("1", "100,90,110") CACHED("2", "200,190,210");
    (void)state;
    assert_int_equal(judge_rows(&test, cached).last.verdict, CLAIM_INCONCLUSIVE);
    test.levels = LEVELS_SAME;
    assert_int_equal(judge_rows(&test, cached).last.verdict, CLAIM_HOLDS);
    assert_string_equal(judge_rows(&test, mixed).why,
                        "its points lie in different levels: L2 and memory");
    test.levels = LEVELS_ANY;
    assert_int_equal(judge_rows(&test, mixed).last.verdict, CLAIM_HOLDS);
}

static void test_picks(void **state)
{
    struct claim_test test = ratio_test(AT_LEAST, 0, 0);
    (void)state;
    for (size_t i = 0; i < sizeof picks / sizeof *picks; i++) {
        test.above[0].pick = picks[i].pick;
        test.above[0].values = picks[i].values;
        const struct heard heard = judge_rows(&test, sweep);
        if (!near(heard.last.measured.value, picks[i].expected))
            fail_msg("pick %zu: %g, not %g", i, heard.last.measured.value, picks[i].expected);
    }
}

/* An end of a sweep, or any part of an extreme, that is invalid is not passed over. */
static void test_invalid_points_are_not_passed_over(void **state)
{
    struct claim_test test = ratio_test(AT_LEAST, 0, 0);
    const char *rows = ROW("1", "100,99,101") ROW("8", "400,399,401") INVALID("16");
    (void)state;
    test.above[0] =
        (struct claim_points){.study = "s", .pattern = "p", .parameter = "x", .pick = PICK_LARGEST};
    assert_int_equal(judge_rows(&test, rows).last.verdict, CLAIM_INCONCLUSIVE);
    test.above[0].pick = PICK_MOST;
    assert_int_equal(judge_rows(&test, rows).last.verdict, CLAIM_INCONCLUSIVE);
    test.above[0].pick = PICK_SMALLEST;
    assert_int_equal(judge_rows(&test, rows).last.verdict, CLAIM_HOLDS);
}

static void test_targets(void **state)
{
    const char *rows = ON("cpu", "1", "100,99,101") ON("gpu0", "1", "100,99,101")
        ON("gpu0", "2", "200,199,201") ON("gpu1", "1", "100,99,101") ON("gpu1", "2", "300,299,301")
            ON("null", "1", "1,1,1") ON("null", "2", "1,1,1");
    struct claim_test test = ratio_test(AT_LEAST, 1, 0);
    (void)state;
    struct heard heard = judge_rows(&test, rows);
    assert_int_equal(heard.count, 2);
    assert_string_equal(heard.target, "gpu1");
    assert_true(near(heard.last.measured.value, 3));
    test.below[0].of_cpu = true;
    assert_true(near(judge_rows(&test, rows).last.measured.value, 3));
    test.gpu = false;
    heard = judge_rows(&test, rows); /* the null target is no CPU */
    assert_int_equal(heard.count, 1);
    assert_string_equal(heard.target, "cpu");
    assert_int_equal(heard.last.verdict, CLAIM_INCONCLUSIVE);
}

static void test_claim_without_a_test(void **state)
{
    const struct claim table[] = {{.id = "T1", .unmeasured = "no number"}, {.id = NULL}};
    struct heard heard = {.count = 0};
    (void)state;
    claims_evaluate(table, NULL, 0, hear, &heard);
    assert_int_equal(heard.count, 1);
    assert_int_equal(heard.last.verdict, CLAIM_INCONCLUSIVE);
    assert_string_equal(heard.why, "no number");
    assert_string_equal(claim_verdict_word(heard.last.verdict), "inconclusive");
}

static void test_limits_in_words(void **state)
{
    const struct claim_test most = ratio_test(AT_MOST, 1, 0.05), about = ratio_test(ABOUT, 2, 0.25);
    char text[64];
    (void)state;
    assert_string_equal(claim_limit(&most, text, sizeof text), "at most 1.05 (1 within 5 %)");
    assert_string_equal(claim_limit(&about, text, sizeof text), "1.6 to 2.5 (2 within 25 %)");
    const int counts[CLAIM_VERDICTS] = {[CLAIM_HOLDS] = 1, [CLAIM_MORE] = 2, [CLAIM_LOWER] = 1};
    assert_string_equal(claim_counts(counts, text, sizeof text),
                        "1 holds, 2 more so, 1 does not hold, 0 inconclusive");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_interval_of_a_ratio),
        cmocka_unit_test(test_interval_of_a_bandwidth),
        cmocka_unit_test(test_ratio_of_ratios),
        cmocka_unit_test(test_copies_are_the_yardstick),
        cmocka_unit_test(test_long_sweeps),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_picks),
        cmocka_unit_test(test_invalid_points_are_not_passed_over),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_claim_without_a_test),
        cmocka_unit_test(test_limits_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
