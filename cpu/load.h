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
 * virtual machine may belong to somebody else, or to the same machine: the host of one with an H200
 * moved two of its 16 CPUs onto one core for seconds, and all that both did took 1.5 to 1.8 times
 * as long. Memory's speed depends on the other load. Neither shows in the process's own clocks.
 *
 * Lines that go to and fro between L1 and L2 show both best there: over 30 s, with one reading
 * before and one after each pass, passes divided by it varied by 6 % in the L2 (ninth decile), 9 in
 * the L3, 14 in memory, 19 in the L1 and 24 in registers; by nothing, 45 to 64 %. By a loop in
 * registers they varied by 11 to 35 %, by one in the L1 by 10 to 40. */
enum { SPEED_LINES_BYTES = 128 << 10, SPEED_MEMORY_BYTES = 256 << 10 };

/* Of one worker, both 4 KiB aligned and written once, by that worker. */
struct speed_arrays {
    char *lines, *memory;
};

/* The time of lines that the L1 takes from the L2 and writes back, and of a read from memory, of
 * the calling thread. Each is the shortest of some repetitions, since the thread may be
 * interrupted. About 20 us. */
struct speed_index speed_now(const struct speed_arrays *arrays);

#endif
