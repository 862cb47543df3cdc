/* Statistics against answers worked out by hand or by theory. */
#include "patterns/random.h"
#include "study/measure/measure.h"
#include "tests/assertions.h"

#include <math.h>

static void test_known_answers(void **state)
{
    const double odd[] = {5, 1, 4, 2, 3}, even[] = {4, 1, 3, 2}, one[] = {7};
    (void)state;
    struct summary s = summarise(odd, 5, 1);
    assert_int_equal(s.samples, 5);
    assert_true(s.median == 3 && s.minimum == 1 && s.maximum == 5);
    assert_true(s.low >= 1 && s.low <= 3 && s.high >= 3 && s.high <= 5);
    assert_true(summarise(even, 4, 1).median == 2.5);
    s = summarise(one, 1, 1);
    assert_true(s.median == 7 && s.low == 7 && s.high == 7);
    assert_true(odd[0] == 5); /* samples stay in the order taken */
}

static void test_equal_samples_have_no_width(void **state)
{
    const double same[] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    (void)state;
    struct summary s = summarise(same, 10, 3);
    assert_true(s.low == 2 && s.high == 2);
}

static void test_outlier_moves_only_the_maximum(void **state)
{
    const double samples[] = {10, 10, 10, 10, 10, 10, 10, 10, 10, 1000};
    (void)state;
    struct summary s = summarise(samples, 10, 3);
    assert_true(s.median == 10 && s.high == 10 && s.maximum == 1000);
}

static double uniform(uint64_t *state)
{
    return (double)(random_next(state) >> 11) / 9007199254740992.0;
}

/* Over many sets of uniform numbers the interval must hold the true median, 0.5, about 95 times in
 * 100; the bootstrap of a median of 21 samples is known to be a little off, not far. */
static void test_coverage(void **state)
{
    int held = 0;
    uint64_t seed = 77;
    (void)state;
    for (int set = 0; set < 400; set++) {
        double samples[21];
        for (int i = 0; i < 21; i++)
            samples[i] = uniform(&seed);
        struct summary s = summarise(samples, 21, (uint64_t)set);
        held += s.low <= 0.5 && 0.5 <= s.high;
    }
    assert_in_range(held, 356, 396);
}

static void test_same_seed_same_interval(void **state)
{
    const double samples[] = {1, 5, 2, 8, 3, 9, 4, 7, 6, 10};
    (void)state;
    struct summary a = summarise(samples, 10, 5), b = summarise(samples, 10, 5);
    assert_true(a.low == b.low && a.high == b.high && a.low < a.median && a.median < a.high);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_answers),
        cmocka_unit_test(test_equal_samples_have_no_width),
        cmocka_unit_test(test_outlier_moves_only_the_maximum),
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_same_seed_same_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
