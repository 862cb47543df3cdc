/* How much of a cache its workers have, and how long, from made-up curves and from some that were
 * measured. */
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

/* A run after 0, 1, 2, 4 and 8 ms, in ms: lines stay so long after a run. */
static void stays(void **state)
{
    static const double pauses_ns[] = {0, 1e6, 2e6, 4e6, 8e6};
    static const struct {
        double run_ms[5], again_ms, stays_ms;
    } made_up[] = {
        {{1, 1, 1, 1, 1.2}, 1, 8},        /* nothing is gone */
        {{1, 1, 1, 1, 3}, 1, 5.3},        /* 1 in 20 after a twentieth of the way from 5 to 11 ms */
        {{1, 3, 3, 3, 3}, 3, 1.15},       /* all is gone after the first pause: from 1 to 4 ms */
        {{1, 3, 3, 3, 3}, 1.1, 3},        /* but a run finds what one of 3 ms used */
        {{1, 1, 2.5, 1, 3}, 1, 5.3},      /* others used the cache for a moment */
        {{1, 0.9, 0.9, 0.9, 3}, 1, 5.48}, /* faster once more */
    };
    (void)state;
    for (size_t i = 0; i < sizeof made_up / sizeof *made_up; i++) {
        double run_ns[5];
        for (int k = 0; k < 5; k++)
            run_ns[k] = made_up[i].run_ms[k] * 1e6;
        assert_near(stay_of(run_ns, pauses_ns, 5, made_up[i].again_ms * 1e6) / 1e6,
                    made_up[i].stays_ms, 0.01);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shares), cmocka_unit_test(unknown),
                                       cmocka_unit_test(stays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
