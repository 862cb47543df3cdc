/* What else the CPUs are busy with: /proc/stat. */
#ifndef WARPLINE_LOAD_H
#define WARPLINE_LOAD_H

#include "cpu/topology.h"

/* Of one CPU since the system started, in ns; NaN where the file has nothing of it. */
struct cpu_times {
    double busy_ns;   /* of user, system and interrupts, and stolen */
    double stolen_ns; /* of that, what a hypervisor kept from it */
};

/* Reads them for CPUs 0 to count - 1 from <root>/proc/stat; `root` is "" but in tests. */
void load_read(const char *root, struct cpu_times *times, int count);

/* Keeps the `count` cores that were least busy between the two readings of `cpus` CPUs, in the
 * order they were: the first ones where they differ by less than a twentieth of the time. A core is
 * as busy as all its hardware threads together. */
void load_keep_quietest(struct topology *topology, int count, const struct cpu_times *before,
                        const struct cpu_times *after, int cpus, double interval_ns);

/* The same, from readings of its own that are a tenth of a second apart. */
void load_find_quietest(struct topology *topology, int count);

/* What a hypervisor has kept from all cores of the topology so far, in ns; 0 where nothing is
 * known. */
double load_stolen_ns(const struct topology *topology);

#endif
