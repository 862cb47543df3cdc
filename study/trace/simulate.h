/* The misses of a trace in caches of a given shape. It is the cache model of the predictions, fed
 * with one access after another. */
#ifndef WARPLINE_SIMULATE_H
#define WARPLINE_SIMULATE_H

#include "study/model/cache_model.h"
#include "study/trace/trace.h"

/* The caches that the `count` texts of --cache describe, "SIZE,LINE,WAYS" from the nearest level
 * on; with no text, those of one core of this machine. 0, or an exit status after a message. */
int simulate_caches(const char *const *texts, int count, struct cache_hierarchy *caches);

/* Runs the trace (its visit and with are set here) through these caches, which are empty at its
 * start, and prints the misses. Returns the exit status. */
int simulate_print(const struct trace *trace, const struct cache_hierarchy *caches);

#endif
