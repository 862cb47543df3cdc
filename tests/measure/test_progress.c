/* The time left that a run prints: planned times, corrected by what the last points took. */
#include "study/measure/progress.h"
#include "tests/assertions.h"

#include <math.h>
#include <stdlib.h>

enum { POINTS = 200 };
static const double second_ns = 1e9;

/* A run of 200 points, planned at one second each, of which `measured` are done. They took `first`
 * times as long as planned, from point `change` on `then` times. The time left must be `wanted`
 * times what is planned for the points to come. */
static const struct {
    const char *what;
    int had, measured, change;
    double first, then, wanted, within;
} rows[] = {
    {"no point yet", 0, 0, 0, 1, 1, 1, 1.001},
    {"as planned", 0, 50, 0, 1, 1, 1, 1.001},
    {"the first point alone decides little against the plan", 0, 1, POINTS, 3, 3, 2.8, 1.05},
    {"three times slower", 0, 50, POINTS, 3, 3, 3, 1.02},
    {"ten times faster", 0, 50, POINTS, 0.1, 0.1, 0.1, 1.1},
    {"slower since a hundred points", 0, 150, 50, 1, 3, 3, 1.1},
    {"points of an earlier run take no time", 100, 50, POINTS, 2, 2, 2, 1.02},
    {"nothing is left", 0, POINTS, POINTS, 2, 2, 2, 1},
};

static void test_left(void **state)
{
    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct progress progress = {.terminal = false};
        double *planned_ns = calloc(POINTS, sizeof *planned_ns);
        assert_non_null(planned_ns);
        for (int i = rows[r].had; i < POINTS; i++)
            planned_ns[i] = second_ns;
        progress_expect(&progress, planned_ns, POINTS);
        for (int i = 0; i < rows[r].measured; i++)
            progress_took(&progress, rows[r].had + i,
                          second_ns * (i < rows[r].change ? rows[r].first : rows[r].then));
        const double wanted_ns =
            rows[r].wanted * second_ns * (POINTS - rows[r].had - rows[r].measured);
        const double left_ns = progress_left_ns(&progress);
        print_message("%s: %.1f s left\n", rows[r].what, left_ns / 1e9);
        if (wanted_ns > 0)
            assert_true(fabs(log(left_ns / wanted_ns)) <= log(rows[r].within));
        else
            assert_true(left_ns == 0);
        free(planned_ns);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
