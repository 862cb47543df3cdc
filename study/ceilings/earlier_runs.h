/* How much this machine's earlier runs varied.
 *
 * A short run may lie whole in one state of its machine, fast or slow, and nothing in it shows
 * that. So each run adds the speeds of some of its points to a small file of the user's,
 * $XDG_STATE_HOME/warpline/earlier_runs.csv (~/.local/state/warpline/earlier_runs.csv). Two runs
 * are as far apart as the median of the log ratios of their common points, if cores and memory had
 * the same speed (plots/data/fast_third.h); the next run writes into its header how far apart the
 * earlier ones were in its points. `compare` reads it there, on any machine. A file that is missing
 * or cannot be written is no error: then the variation is unknown.
 *
 * All runs select alike: at most RUN_POINTS points of a target, those whose digests are smallest,
 * copies first (a bottom-k sketch; Cohen and Kaplan, PODC 2007). So two runs have many points in
 * common if their plans do, and at least their copies if their footprints agree. */
#ifndef WARPLINE_EARLIER_RUNS_H
#define WARPLINE_EARLIER_RUNS_H

#include "plots/data/fast_third.h"
#include "study/plan/plan.h"

enum { RUN_POINTS = 48 };

struct run_speed {
    const struct target *target;
    uint64_t point;                /* a digest; of copies, independent of their study */
    double log_ns;                 /* of a pass */
    struct sample_speed log_speed; /* of the target meanwhile */
};

/* The speeds of a run's points. One that is zeroed is empty. */
struct run_speeds {
    struct run_speed *of;
    int count, room;
};

/* Adds a measured point. Without memory it is left out. */
void run_speeds_add(struct run_speeds *speeds, const struct point *point,
                    const struct fast_third *third);

/* Writes "12 runs of 11 points, deviation 0.031": how many earlier runs of this host, target, cores
 * and version have points of the plan on that target, the median number of points by which two of
 * them were compared, and the standard deviation of a run's logarithms from another's; "" for fewer
 * than two runs. Runs with less than half as many points of the plan as the one with the most do
 * not count, nor do pairs of runs at another speed of cores or memory. Returns text. */
const char *earlier_runs_text(const struct target *target, const struct plan *plan, char *text,
                              size_t size);

/* Adds a run to the file, and empties it. */
void earlier_runs_add(struct run_speeds *speeds);

#endif
