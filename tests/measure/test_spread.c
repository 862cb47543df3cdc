/* Quartiles, outliers and histograms of samples whose answers are known. */
#include "study/time/timing.h"
#include "tests/assertions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_MOST = 16 };

static const struct row {
    const char *what;
    int count;
    double samples[SAMPLES_MOST];
    int disturbed; /* the number of the sample that was; -1: none */
    double quartile_low, quartile_high, mean, deviation, mad;
    int below, above, outliers_disturbed;
    int bins, counts[4]; /* the first ones */
} rows[] = {
    {"one sample", 1, {5}, -1, 5, 5, 5, 0, 0, 0, 0, 0, 1, {1}},
    {"two samples", 2, {3, 1}, -1, 1.5, 2.5, 2, 1.4142135623730951, 1, 0, 0, 0, 2, {1, 1}},
    {"all the same", 4, {2, 2, 2, 2}, -1, 2, 2, 2, 0, 0, 0, 0, 0, 1, {4}},
    /* numpy: percentile, mean, std(ddof=1), median(abs(x - median(x))) */
    {"in no order", 5, {9, 1, 4, 2, 3}, -1, 2, 4, 3.8, 3.1144823004794873, 1, 0, 1, 0, 2, {2, 2}},
    {"one far above, disturbed",
     8,
     {10, 11, 12, 13, 14, 15, 16, 90},
     7,
     11.75,
     15.25,
     22.625,
     27.296977854700327,
     2,
     0,
     1,
     1,
     2,
     {3, 4}},
    {"one far below, another disturbed",
     8,
     {-90, 10, 11, 12, 13, 14, 15, 16},
     3,
     10.75,
     14.25,
     0.125,
     36.47087879390898,
     2,
     1,
     0,
     0,
     2,
     {3, 4}},
};

static void check_row(const struct row *row)
{
    bool is_disturbed[SAMPLES_MOST] = {false};
    if (row->disturbed >= 0)
        is_disturbed[row->disturbed] = true;
    const struct spread s = spread_of(row->samples, is_disturbed, row->count);
    const struct histogram h = histogram_of(row->samples, row->count, &s);
    print_message("%s\n", row->what);
    assert_near(s.quartile_low, row->quartile_low, 1e-9);
    assert_near(s.quartile_high, row->quartile_high, 1e-9);
    assert_near(s.mean, row->mean, 1e-9);
    assert_near(s.deviation, row->deviation, 1e-9);
    assert_near(s.mad, row->mad, 1e-9);
    assert_int_equal(s.below, row->below);
    assert_int_equal(s.above, row->above);
    assert_int_equal(s.disturbed, row->outliers_disturbed);
    assert_int_equal(h.bins, row->bins);
    for (int i = 0; i < 4 && i < h.bins; i++)
        assert_int_equal(h.counts[i], row->counts[i]);
}

static void test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(&rows[i]);
}

/* Every sample that is no outlier is in a bin, however many there are and however they lie. */
static void test_bins_hold_all(void **state)
{
    double samples[1000];
    bool is_disturbed[1000] = {false};
    (void)state;
    for (int count = 1; count <= 1000; count += 37) {
        int held = 0;
        for (int i = 0; i < count; i++)
            samples[i] = 100 + (double)(i * 7919 % 1000) * (i % 50 == 0 ? 100 : 1);
        const struct spread s = spread_of(samples, is_disturbed, count);
        const struct histogram h = histogram_of(samples, count, &s);
        assert_true(h.bins >= 1 && h.bins <= HISTOGRAM_BINS_MAX);
        for (int i = 0; i < h.bins; i++)
            held += h.counts[i];
        assert_int_equal(held + s.below + s.above, count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows),
                                       cmocka_unit_test(test_bins_hold_all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
