#include "study/model/gpu/compose_gpu.h"

#include <math.h>

const char core_bound[] = "core";

static const double throughputs = 4; /* the power of parts that overlap nearly fully */
enum { HUNDREDTHS_LEAST = 100, HUNDREDTHS_MOST = 800 }; /* of a measured power */
/* A core this many times longer than what the models count is more than what they count. */
static const double core_times = 1.5;

/* (whole^p - taken^p + put^p)^(1/p): one part of a time is put in the place of another. */
static double exchanged(double whole_ns, double taken_ns, double put_ns, double power)
{
    const double rest = pow(whole_ns, power) - pow(fmin(taken_ns, whole_ns), power);
    return pow(rest + pow(put_ns, power), 1 / power);
}

double compose_gpu(double a_ns, double b_ns)
{
    return exchanged(a_ns, 0, b_ns, throughputs);
}

/* A pass's time in memory, and the same of its other parts. The parts of a copy of as many bytes
 * are in its time in memory. */
struct parts {
    double memory_ns;
    double core_ns, copy_core_ns;
    double waits_ns, copy_waits_ns;
    enum resource waited; /* what the waits are for */
};

static double known_ns(const struct demand *demand, const struct ceilings *ceilings,
                       enum resource resource)
{
    const double ns = demand_alone_ns(demand, ceilings, resource);
    return isnan(ns) ? 0 : ns;
}

/* What the loads take in the L2. */
static double loads_ns(const struct demand *demand, const struct ceilings *ceilings)
{
    return fmax(known_ns(demand, ceilings, GPU_L2_READS), known_ns(demand, ceilings, GPU_L2_LINES));
}

/* In memory, warps that load wait in each round, and so does a chain of multiply-adds. */
static struct parts parts_of(const struct demand *demand, const struct ceilings *ceilings,
                             double core_ns)
{
    const double bytes = demand->amount[GPU_MEMORY];
    const double rounds = known_ns(demand, ceilings, GPU_ROUNDS);
    const double beyond = known_ns(demand, ceilings, GPU_MEMORY_ROUNDS);
    const double arithmetic = known_ns(demand, ceilings, ARITHMETIC);
    struct parts parts = {.memory_ns = demand_alone_ns(demand, ceilings, GPU_MEMORY),
                          .core_ns = core_ns,
                          .waited = arithmetic > rounds ? ARITHMETIC : GPU_ROUNDS};
    if (bytes > 0) {
        parts.copy_core_ns = bytes * ceilings->ns_each[GPU_COPIES];
        parts.copy_waits_ns = bytes * ceilings->ns_each[GPU_COPY_WAITS];
    }
    if (demand->amount[GPU_MEMORY_ROUNDS] > 0)
        parts.waits_ns = beyond + fmax(rounds, arithmetic);
    return parts;
}

static double with_waits(const struct parts *parts, double power)
{
    return exchanged(parts->memory_ns, parts->copy_waits_ns, parts->waits_ns, power);
}

bool compose_gpu_has(enum resource resource)
{
    return resource == GPU_COPIES || resource == GPU_COPY_WAITS || resource == GPU_OVERLAP;
}

static double overlap_of(const struct parts *parts, double ns)
{
    double best = NAN, least = INFINITY;
    for (int hundredths = HUNDREDTHS_LEAST; hundredths <= HUNDREDTHS_MOST; hundredths++) {
        const double power = hundredths / 100.0;
        const double off = fabs(with_waits(parts, power) - ns);
        if (off < least) {
            least = off;
            best = power;
        }
    }
    return 1 / best;
}

double compose_gpu_probe(enum resource resource, const struct demand *demand, double bytes,
                         const struct ceilings *ceilings, double ns)
{
    const struct parts parts = parts_of(demand, ceilings, 0);
    if (resource == GPU_COPIES)
        return ns / bytes;
    if (resource == GPU_COPY_WAITS)
        return (ns + demand->amount[GPU_ROUNDS] * ceilings->ns_each[GPU_MEMORY_ROUNDS]) / bytes;
    if (isnan(parts.copy_waits_ns) || isnan(parts.memory_ns) || !(parts.waits_ns > 0))
        return NAN;
    return overlap_of(&parts, ns);
}

/* The longest demand besides memory's, and its bound. */
static double longest_near(const struct demand *demand, const struct ceilings *ceilings,
                           const char **bound)
{
    struct demand near = *demand;
    near.amount[GPU_MEMORY] = 0;
    const double ns = demand_time_ns(&near, ceilings, bound);
    return isnan(ns) ? 0 : ns;
}

/* No warp waits for its stores: memory takes them while the L2 takes the next ones. */
static double with_core(const struct demand *demand, const struct parts *parts)
{
    if (!(demand->amount[GPU_MEMORY_ROUNDS] > 0))
        return fmax(parts->memory_ns, parts->core_ns);
    return exchanged(parts->memory_ns, parts->copy_core_ns, parts->core_ns, throughputs);
}

static double in_memory(const struct demand *demand, const struct parts *parts, double power,
                        const char **bound)
{
    const double core_ns = with_core(demand, parts), waits_ns = with_waits(parts, power);
    if (parts->waits_ns > parts->memory_ns && waits_ns > core_ns)
        *bound = resources[parts->waited].bound;
    else if (parts->core_ns < parts->memory_ns)
        *bound = resources[GPU_MEMORY].bound;
    return parts->waits_ns > 0 ? fmax(core_ns, waits_ns) : core_ns;
}

double compose_gpu_ns(const struct demand *demand, const struct ceilings *ceilings, double core_ns,
                      const char **bound)
{
    const struct parts parts =
        parts_of(demand, ceilings, fmax(core_ns, loads_ns(demand, ceilings)));
    const double power = 1 / ceilings->ns_each[GPU_OVERLAP];
    const bool has_memory = demand->amount[GPU_MEMORY] > 0;
    if (isnan(core_ns) || isnan(parts.memory_ns) || isnan(parts.copy_waits_ns) ||
        isnan(parts.copy_core_ns) || (has_memory && isnan(power)))
        return demand_time_ns(demand, ceilings, bound);
    const double counted_ns = longest_near(demand, ceilings, bound);
    if (!*bound || parts.core_ns > core_times * counted_ns)
        *bound = core_bound;
    return has_memory ? in_memory(demand, &parts, power, bound) : parts.core_ns;
}
