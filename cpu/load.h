/* Other load on the CPUs, from /proc/stat. */
#ifndef WARPLINE_LOAD_H
#define WARPLINE_LOAD_H

#include "cpu/topology.h"
#include "patterns/target.h"

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

/* How fast the cores and the memory are at the moment: the time of a fixed piece of work.
 *
 * A core's speed depends on its clock and on what its other hardware threads run, which on a
 * virtual machine may belong to somebody else; memory's depends on the other load. Neither shows in
 * the process's own clocks. On a virtual machine of two cores, points of 2 MiB took 3.2 times as
 * long while a loop in the L1 took 1.85 times as long, for seconds to minutes; other points went up
 * and down by a factor of two with a read from memory (correlation 0.9). */
enum { SPEED_L1_BYTES = 4096, SPEED_MEMORY_BYTES = 256 << 10 };

/* Of one worker, both 4 KiB aligned and written once, by that worker. */
struct speed_arrays {
    float *l1;
    char *memory;
};

/* The time of a loop in the L1, and of a read from memory, of the calling thread. Each is the
 * shorter of two repetitions, since the thread may be interrupted. About 20 us. */
struct speed_index speed_now(const struct speed_arrays *arrays);

#endif
