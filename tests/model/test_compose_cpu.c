/* The time of a CPU's pass from its core time and what its caches and memory take. */
#include "study/ceilings/ceilings_file.h"
#include "study/model/gpu/compose_gpu.h"
#include "study/model/model.h"
#include "tests/assertions.h"

#include <math.h>
#include <string.h>

/* Demands of 1 ns a unit; a ceiling of NaN is not known. */
static const struct {
    const char *what;
    double memory, rows, arithmetic, core_ns, memory_ns_each, ns;
    const char *bound;
} cases[] = {
    {"the core takes the place of accesses and arithmetic", 0, 100, 300, 50, 1, 50, "core"},
    {"memory far longer than the core", 1000, 100, 0, 10, 1, 1000, "lines"},
    {"both as long", 100, 100, 0, 100, 1, 118.921, "lines"},
    {"the core a little longer", 100, 100, 0, 120, 1, 132.407, "core"},
    {"memory unknown: no time", 100, 100, 0, 50, NAN, NAN, NULL},
};

static void composes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct demand demand = {.amount = {[CPU_MEMORY] = cases[i].memory,
                                           [CPU_ROWS] = cases[i].rows,
                                           [ARITHMETIC] = cases[i].arithmetic}};
        struct ceilings ceilings = ceilings_unknown();
        const char *bound = NULL;
        ceilings.ns_each[CPU_MEMORY] = cases[i].memory_ns_each;
        ceilings.ns_each[CPU_ROWS] = ceilings.ns_each[ARITHMETIC] = 1;
        const double ns = compose_cpu_ns(&demand, &ceilings, cases[i].core_ns, &bound);
        if (isnan(cases[i].ns)) {
            assert_true(isnan(ns));
            continue;
        }
        assert_near(ns, cases[i].ns, 1e-3);
        assert_string_equal(bound, cases[i].bound);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(composes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
