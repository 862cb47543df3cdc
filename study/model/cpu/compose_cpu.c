#include "study/model/cpu/compose_cpu.h"

#include "study/model/gpu/compose_gpu.h"

#include <math.h>

double compose_cpu_ns(const struct demand *demand, const struct ceilings *ceilings, double core_ns,
                      const char **bound)
{
    static const enum resource in_core[] = {CPU_ROWS, CPU_ROW_STORES, CPU_SINGLES, ARITHMETIC};
    struct demand rest = *demand;
    bool core_alone = true;
    for (size_t i = 0; i < sizeof in_core / sizeof *in_core; i++)
        rest.amount[in_core[i]] = 0;
    for (int i = 0; i < RESOURCES; i++)
        core_alone = core_alone && !(rest.amount[i] > 0);
    const double rest_ns = core_alone ? 0 : demand_time_ns(&rest, ceilings, bound);
    if (core_ns > rest_ns)
        *bound = core_bound;
    return compose_gpu(core_ns, rest_ns);
}
