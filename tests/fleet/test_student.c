/* Quantiles of Student's t against a published table and against the distribution's own formulas.
 */
#include "plots/compare/verdict.h"
#include "tests/assertions.h"

#include <math.h>

/* Abramowitz and Stegun, table 26.10, and the closed forms of 1 and 2 degrees of freedom. */
static void table_is_met(void **state)
{
    static const struct {
        double both, freedom, quantile;
    } rows[] = {
        {0.05, 1, 12.7062},   {0.05, 2, 4.30265},   {0.01, 3, 5.84091},
        {0.05, 4, 2.77645},   {0.05, 10, 2.22814},  {0.01, 9, 3.24984},
        {0.001, 18, 3.92165}, {0.05, 120, 1.97993}, {0.002, 30, 3.38518},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_near(student_quantile(rows[i].both, rows[i].freedom), rows[i].quantile,
                    (rows[i].freedom < 3 ? 5e-4 : 2e-5) * rows[i].quantile);
}

/* The share of the distribution beyond t, by Simpson's rule over its density. */
static double beyond(double t, double freedom)
{
    enum { STEPS = 200000 };
    const double scale =
                     exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(freedom * M_PI),
                 step = t / STEPS;
    double sum = 0;
    for (int i = 0; i <= STEPS; i++) {
        const double x = i * step, weight = i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2;
        sum += weight * scale * pow(1 + x * x / freedom, -(freedom + 1) / 2);
    }
    return 1 - 2 * sum * step / 3;
}

/* Quantiles that a comparison of 1,876 points needs, at degrees of freedom between whole numbers.
 */
static void far_tails(void **state)
{
    static const double freedoms[] = {8.3, 9.7, 18, 31.5, 240};
    (void)state;
    for (size_t i = 0; i < sizeof freedoms / sizeof *freedoms; i++) {
        const double t = student_quantile(5e-6, freedoms[i]);
        assert_near(beyond(t, freedoms[i]), 5e-6, 2e-8);
    }
    assert_true(isinf(student_quantile(0.01, 0.5)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(table_is_met), cmocka_unit_test(far_tails)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
