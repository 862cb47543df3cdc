/* How much of a cache its workers have, from made-up curves and from one that was measured. */
#include "study/ceilings/ceilings.h"
#include "tests/assertions.h"

#include <math.h>

static const struct {
    const char *what;
    double gbps[CAPACITY_SHARES], beyond_gbps, share;
} cases[] = {
    {"all of it", {100, 100, 100, 100, 100, 100, 98}, 40, 1},
    {"a little is lost near the end", {100, 100, 100, 99, 97, 80, 60}, 40, 1},
    {"a hidden sibling owns half", {100, 98, 95, 45, 42, 40, 40}, 40, 0.5},
    {"half, with the far half at one time of both levels", {100, 100, 90, 50, 45, 44, 40}, 40, 0.5},
    {"three eighths", {100, 100, 50, 45, 40, 40, 40}, 40, 0.375},
    {"next level as fast: no end to be seen", {100, 95, 90, 80, 80, 80, 80}, 75, 1},
    {"nothing fits: noise", {40, 40, 39, 38, 38, 38, 38}, 38, 1},
    {"the first point is disturbed", {50, 100, 98, 45, 42, 40, 40}, 40, 1},
    /* 16 CPUs of a virtual machine, L2 of 2 MiB each as it reports, in GB/s of a copy */
    {"measured: an L2", {590.4, 727.3, 748.6, 262.2, 193.9, 186.5, 185.5}, 229.4, 0.5},
};

static void shares(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double ns[CAPACITY_SHARES];
        for (int k = 0; k < CAPACITY_SHARES; k++)
            ns[k] = 1 / cases[i].gbps[k];
        const double share = capacity_share(ns, 1 / cases[i].beyond_gbps);
        if (share != cases[i].share)
            print_message("%s\n", cases[i].what);
        assert_near(share, cases[i].share, 1e-9);
    }
}

/* What cannot be measured says nothing against the report. */
static void unknown(void **state)
{
    double ns[CAPACITY_SHARES] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    (void)state;
    assert_near(capacity_share(ns, NAN), 1, 1e-9);
    assert_near(capacity_share(ns, 1), 1, 1e-9);
    ns[0] = ns[1] = 1;
    assert_near(capacity_share(ns, NAN), 1, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shares), cmocka_unit_test(unknown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
