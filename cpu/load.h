/* Other load on the CPUs, from /proc/stat. */
#ifndef WARPLINE_LOAD_H
#define WARPLINE_LOAD_H

#include "cpu/topology.h"

/* Of one CPU since the system started, in ns; NaN if the file does not list it. */
struct cpu_times {
    double busy_ns;   /* user, system, interrupts and stolen time */
    double stolen_ns; /* of that, time that a hypervisor took */
};

/* Reads them for CPUs 0 to count - 1 from <root>/proc/stat; `root` is "" except in tests. */
void load_read(const char *root, struct cpu_times *times, int count);

/* Keeps the `count` cores that were least busy between the two readings of `cpus` CPUs, in their
 * order; the first ones where they differ by less than a twentieth of the time. The load of a core
 * is the sum over its hardware threads. */
void load_keep_quietest(struct topology *topology, int count, const struct cpu_times *before,
                        const struct cpu_times *after, int cpus, double interval_ns);

/* The same, from two separate readings, a tenth of a second apart. */
void load_find_quietest(struct topology *topology, int count);

/* The time that a hypervisor has taken from all cores of the topology so far, in ns; 0 if it is
 * unknown. */
double load_stolen_ns(const struct topology *topology);

#endif
