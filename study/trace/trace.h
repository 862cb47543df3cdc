/* The accesses of one pass of a pattern, one after another, as a CPU's threads make them.
 *
 * They are those of the cache model (study/plan/walks.h): block by block; in each block, as in the
 * kernel, the loads of a row of WARP_LANES steps come before its stores. Several threads alternate,
 * one block each; each thread has a share of consecutive blocks. The arrays begin at the
 * addresses that the model uses: in at 2^40, out at 2^41, index at 3 * 2^40. Accesses to a
 * pattern's shared-memory tile are not included, and the model does not count them. */
#ifndef WARPLINE_TRACE_H
#define WARPLINE_TRACE_H

#include "patterns/pattern.h"
#include "study/model/cache_model.h"

/* One access. */
struct trace_access {
    uint64_t address;
    int bytes;
    enum access access;
};

/* Receives an access; false ends the trace. */
typedef bool trace_visit(void *with, const struct trace_access *access);

struct trace {
    const struct pattern *pattern;
    const struct shape *shape; /* with its elements, workers and threads */
    int element_bytes;
    int64_t limit; /* accesses at most; 0: all */
    trace_visit *visit;
    void *with;
};

/* Visits the accesses. Returns 0; 1 if the limit cut off more; -ENOENT if the pattern makes
 * none. */
int trace_walk(const struct trace *trace);

/* The misses of a trace in caches of a given shape. It is the cache model of the
 * predictions, fed with one access after another. */

/* The caches that the `count` texts of --cache describe, "SIZE,LINE,WAYS" from the nearest level
 * on; with no text, those of one core of this machine. 0, or an exit status after a message. */
int simulate_caches(const char *const *texts, int count, struct cache_hierarchy *caches);

/* Runs the trace (its visit and with are set here) through these caches, which are empty at its
 * start, and prints the misses. Returns the exit status. */
int simulate_print(const struct trace *trace, const struct cache_hierarchy *caches);
/* The last steps of the pass, too few for a whole tile, whose accesses a trace leaves out. */
int64_t trace_left_out(const struct trace *trace);

#endif
