/* The accesses of one pass of a pattern, one after another, as a CPU's threads make them.
 *
 * They are those that the model of the caches reads (study/plan/walks.h): block by block, of each
 * block the loads of a row of WARP_LANES steps before its stores, as the kernel makes them. Several
 * threads take turns, a block each; each thread has a share of successive blocks. Arrays begin
 * where the model has them begin: in at 2^40, out at 2^41, index at 3 * 2^40. What a pattern keeps
 * in its tile is not among them, and the model counts none of it. */
#ifndef WARPLINE_TRACE_H
#define WARPLINE_TRACE_H

#include "patterns/pattern.h"

/* One access. */
struct trace_access {
    uint64_t address;
    int bytes;
    enum access access;
};

/* Takes an access; false ends the trace. */
typedef bool trace_visit(void *with, const struct trace_access *access);

struct trace {
    const struct pattern *pattern;
    const struct shape *shape; /* with its elements, workers and threads */
    int element_bytes;
    int64_t limit; /* accesses at most; 0: all */
    trace_visit *visit;
    void *with;
};

/* Visits the accesses. 0; 1 where the limit cut off more; -ENOENT where the pattern makes none of
 * its own. */
int trace_walk(const struct trace *trace);

#endif
