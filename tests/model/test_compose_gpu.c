/* Times composed of memory, core and waits, from made-up ceilings: a copy of 10 bytes takes 10 ns
 * in memory, 6 ns in the L2, and 7 ns of waits. */
#include "study/ceilings/ceilings_file.h"
#include "study/model/gpu/compose_gpu.h"
#include "tests/assertions.h"

#include <string.h>

static struct ceilings made_up(double power)
{
    struct ceilings ceilings = ceilings_unknown();
    ceilings.ns_each[GPU_MEMORY] = 1;
    ceilings.ns_each[GPU_COPIES] = 0.6;
    ceilings.ns_each[GPU_COPY_WAITS] = 0.7;
    ceilings.ns_each[GPU_OVERLAP] = 1 / power;
    ceilings.ns_each[GPU_ROUNDS] = 2;
    ceilings.ns_each[GPU_MEMORY_ROUNDS] = 1.5;
    ceilings.ns_each[GPU_BANK_TURNS] = 1;
    return ceilings;
}

static double fourth(double ns)
{
    return ns * ns * ns * ns;
}

/* Bytes of memory, rounds of warps that load, bank accesses, the core, and what that makes. */
static const struct compose_case {
    double bytes, rounds, banks, core_ns;
    double ns;
    const char *bound;
} compose_cases[] = {
    {10, 2, 0, 6, 10, "sectors"},   /* a copy takes what it took */
    {10, 2, 0, NAN, 10, "sectors"}, /* no core: the longest demand */
    {10, 0, 0, 9, 10, "sectors"},   /* stores alone overlap fully */
    {10, 0, 0, 20, 20, "core"},     /* also where the core is longer */
    {0, 2, 0, 4.5, 4.5, "latency"}, /* in the L2 the core is all, and as counted */
    {0, 2, 0, 9, 9, "core"},        /* more than is counted */
    {0, 1, 8, 9, 9, "banks"},        {10, 2, 30, 30, 30.1, "banks"}, /* a long core hides memory */
    {100, 2, 0, 1, 96.6, "sectors"}, /* a core shorter than a copy's: less than a copy */
    {10, 8, 0, 6, 31, "latency"},    /* 28 ns of waits: (10 - 7 + 28) with p = 1 */
};

static void composes(void **state)
{
    (void)state;
    const struct ceilings ceilings = made_up(1);
    for (size_t i = 0; i < sizeof compose_cases / sizeof *compose_cases; i++) {
        const struct compose_case *c = &compose_cases[i];
        struct demand demand = {0};
        const char *bound;
        demand.amount[GPU_MEMORY] = c->bytes;
        demand.amount[GPU_ROUNDS] = c->rounds;
        demand.amount[GPU_MEMORY_ROUNDS] = c->bytes > 0 ? c->rounds : 0;
        demand.amount[GPU_BANK_TURNS] = c->banks;
        const double ns = compose_gpu_ns(&demand, &ceilings, c->core_ns, &bound);
        if (!(fabs(ns - c->ns) < 0.05) || strcmp(bound, c->bound) != 0)
            fail_msg("case %zu: %g ns bound by %s, not %g by %s", i, ns, bound, c->ns, c->bound);
    }
}

static void overlaps_throughputs(void **state)
{
    (void)state;
    assert_near(fourth(compose_gpu(1, 1)), 2, 1e-9);
    assert_near(compose_gpu(1, 100), 100, 1e-5);
    assert_near(compose_gpu(0, 3), 3, 1e-12);
}

/* The power that a probe's time shows is the one that it was made with. */
static void finds_the_power(void **state)
{
    static const double powers[] = {1, 1.5, 2.2, 4};
    (void)state;
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
        struct demand demand = {0};
        struct ceilings ceilings = made_up(1);
        demand.amount[GPU_MEMORY] = 10;
        demand.amount[GPU_ROUNDS] = demand.amount[GPU_MEMORY_ROUNDS] = 3;
        const double p = powers[i];
        const double ns = pow(pow(10, p) - pow(7, p) + pow(10.5, p), 1 / p);
        assert_near(1 / compose_gpu_probe(GPU_OVERLAP, &demand, 10, &ceilings, ns), p, 0.02);
        ceilings.ns_each[GPU_COPY_WAITS] = NAN;
        assert_true(isnan(compose_gpu_probe(GPU_OVERLAP, &demand, 10, &ceilings, ns)));
    }
}

static void takes_copies(void **state)
{
    struct demand demand = {0};
    const struct ceilings ceilings = made_up(2);
    (void)state;
    demand.amount[GPU_ROUNDS] = 4;
    assert_near(compose_gpu_probe(GPU_COPIES, &demand, 20, &ceilings, 10), 0.5, 1e-12);
    assert_near(compose_gpu_probe(GPU_COPY_WAITS, &demand, 20, &ceilings, 10), 0.8, 1e-12);
    assert_true(compose_gpu_has(GPU_COPIES) && compose_gpu_has(GPU_OVERLAP));
    assert_false(compose_gpu_has(GPU_MEMORY));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(composes),
        cmocka_unit_test(overlaps_throughputs),
        cmocka_unit_test(finds_the_power),
        cmocka_unit_test(takes_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
