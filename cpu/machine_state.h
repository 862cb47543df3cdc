/* Machine state that times depend on, for the results' header: other load, clocks, and what the
 * kernel does to memory by itself. */
#ifndef WARPLINE_CONDITIONS_H
#define WARPLINE_CONDITIONS_H

#include <stdio.h>

/* Writes a line `# machine_KEY: value` for each:
 *
 *   machine_load            mean number of running processes over the last minute, and how many run
 *                           now, this one included ("0.53, 2 now")
 *   machine_governor        who chooses the cores' clocks, each with how many cores it has
 *   machine_turbo           whether clocks may exceed the nominal one: on or off
 *   machine_numa_balancing  whether the kernel moves pages between nodes: 0 or 1
 *   machine_large_pages     the policy on large pages: always, madvise or never
 *
 * "-" if the machine does not say, as most virtual ones. Files are read below `root`, "" for the
 * machine itself. */
void conditions_write(FILE *out, const char *root);

#endif
