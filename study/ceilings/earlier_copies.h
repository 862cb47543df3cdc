/* The copies of this machine's earlier runs.
 *
 * A short run may lie whole in one state of its machine, fast or slow, and nothing in it shows
 * that. So each run adds the median of its copies, one line a kind, to a small file of the user's,
 * $XDG_STATE_HOME/warpline/copies.csv (~/.local/state/warpline/copies.csv), and writes into its
 * header how much the copies of earlier runs varied. `compare` reads it there, on any machine. A
 * file that is missing or cannot be written is no error: then the variation is unknown. */
#ifndef WARPLINE_EARLIER_COPIES_H
#define WARPLINE_EARLIER_COPIES_H

#include "study/plan/targets.h"

/* Writes "12 runs, deviation 0.031": how many earlier runs of this host, target, cores and version
 * have copies, and the standard deviation of their logarithms between runs; "" for fewer than two.
 * Returns text. */
const char *earlier_copies_text(const struct target *target, char *text, size_t size);

struct study;

/* A measured copy; 0 GB/s if it is not valid. */
struct measured_copy {
    const struct study *study;
    const struct target *target;
    int element_bytes;
    int64_t footprint_bytes;
    double gbps;
    bool disturbed; /* then nothing is compared with it */
};

/* Whether both are of the same target, element size and footprint. */
bool copies_alike(const struct measured_copy *a, const struct measured_copy *b);

/* Adds the copies of a run. */
void earlier_copies_add(const struct measured_copy *copies, int count);

#endif
