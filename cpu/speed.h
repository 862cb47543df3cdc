/* How fast the cores and the memory are at the moment: the time of a fixed piece of work.
 *
 * A core's speed depends on its clock and on what its other hardware threads run, which on a
 * virtual machine may belong to somebody else; memory's depends on the other load. Neither shows in
 * the process's own clocks. On a virtual machine of two cores, points of 2 MiB took 3.2 times as
 * long while a loop in the L1 took 1.85 times as long, for seconds to minutes; other points went up
 * and down by a factor of two with a read from memory (correlation 0.9). */
#ifndef WARPLINE_SPEED_H
#define WARPLINE_SPEED_H

#include "patterns/target.h"

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
