/* The time of a CPU's pass from its core time, which is measured (study/ceilings/core.h), and
 * what its caches and memory take: they overlap as two throughputs do (compose_gpu). */
#ifndef WARPLINE_COMPOSE_CPU_H
#define WARPLINE_COMPOSE_CPU_H

#include "study/model/demand.h"

/* The time of a pass and its bound, as demand_time_ns; the core time takes the place of the
 * accesses and the arithmetic. */
double compose_cpu_ns(const struct demand *demand, const struct ceilings *ceilings, double core_ns,
                      const char **bound);

#endif
