/* The one comparison: its verdicts by hand, and that they agree with each other. */
#include "plots/compare/verdict.h"
#include "tests/assertions.h"

#include <math.h>

/* Intervals of a ratio, with a threshold of 5 %: 0.95 to 1.0526. */
static const struct {
    double low, high, drift;
    enum verdict verdict, by_samples;
    bool beyond, apart;
} cases[] = {
    {1.2, 1.4, 1, VERDICT_FASTER, VERDICT_FASTER, true, true},
    {0.7, 0.8, 1, VERDICT_SLOWER, VERDICT_SLOWER, true, true},
    {0.99, 1.01, 1, VERDICT_SAME, VERDICT_SAME, false, false},
    {1.01, 1.03, 1, VERDICT_SAME, VERDICT_SAME, false, false},
    {0.9, 1.01, 1, VERDICT_INCONCLUSIVE, VERDICT_INCONCLUSIVE, false, false},
    {1.01, 1.2, 1, VERDICT_FASTER, VERDICT_FASTER, false, false},
    {0.8, 0.99, 1, VERDICT_SLOWER, VERDICT_SLOWER, false, false},
    /* A drift takes verdicts away, and gives none. */
    {1.2, 1.4, 1.1, VERDICT_FASTER, VERDICT_FASTER, true, true},
    {1.2, 1.4, 1.18, VERDICT_FASTER, VERDICT_FASTER, false, true},
    {1.2, 1.4, 1.3, VERDICT_INCONCLUSIVE, VERDICT_FASTER, false, true},
    {0.7, 0.8, 1.3, VERDICT_INCONCLUSIVE, VERDICT_SLOWER, false, true},
    {0.99, 1.01, 1.1, VERDICT_INCONCLUSIVE, VERDICT_SAME, false, false},
    {1.01, 1.05, 1.005, VERDICT_INCONCLUSIVE, VERDICT_SAME, false, false},
};

static void verdicts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct margin margin = {.threshold = 0.05, .drift = cases[i].drift};
        const struct estimate ratio = {sqrt(cases[i].low * cases[i].high), cases[i].low,
                                       cases[i].high};
        const struct comparison c = compare_ratio(ratio, margin);
        if (c.verdict != cases[i].verdict || c.by_samples != cases[i].by_samples ||
            c.beyond != cases[i].beyond || c.apart != cases[i].apart)
            fail_msg("case %zu: %s, by its samples %s", i, verdict_word(c.verdict),
                     verdict_word(c.by_samples));
    }
}

/* B over A is what A over B is, turned round: no two places can contradict each other. */
static void turned_round(void **state)
{
    static const enum verdict turned[] = {VERDICT_SLOWER, VERDICT_FASTER, VERDICT_SAME,
                                          VERDICT_INCONCLUSIVE};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct margin margin = {.threshold = 0.05, .drift = cases[i].drift};
        const struct estimate a = {1, cases[i].low, cases[i].high}, one = {1, 1, 1};
        const struct comparison there = compare_speeds(a, one, margin),
                                back = compare_speeds(one, a, margin);
        assert_int_equal(back.verdict, turned[there.verdict]);
        assert_int_equal(back.beyond, there.beyond);
    }
}

/* The median's interval of nine numbers reaches four standard deviations of 1.5 out, to the ends;
 * that of a hundred * 4 * 5 from the middle. */
static void medians(void **state)
{
    double few[9], many[101];
    (void)state;
    for (int i = 0; i < 9; i++)
        few[i] = 9 - i;
    for (int i = 0; i < 101; i++)
        many[i] = i;
    const struct estimate of_few = estimate_of_median(few, 9, 4),
                          of_many = estimate_of_median(many, 101, 4);
    assert_near(of_few.value, 5, 1e-12);
    assert_near(of_few.low, 1, 1e-12);
    assert_near(of_few.high, 9, 1e-12);
    assert_near(of_many.value, 50, 1e-12);
    assert_near(of_many.low, 29, 1e-12);
    assert_near(of_many.high, 71, 1e-12);
    assert_true(isnan(estimate_of_median(few, 0, 4).value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts), cmocka_unit_test(turned_round),
                                       cmocka_unit_test(medians)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
