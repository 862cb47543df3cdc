/* Which level of the memory hierarchy a footprint lives in. */
#ifndef WARPLINE_LEVEL_H
#define WARPLINE_LEVEL_H

#include "patterns/target.h"

enum { LEVEL_TEXT_MAX = 16, MEMORY_TIMES_CACHE = 3 };

/* Names the level that holds `footprint_bytes`, spread evenly over the target's workers, or all of
 * it one worker's where `alone`: the first cache of which they, or it, can use at least that;
 * "memory" from MEMORY_TIMES_CACHE times the last cache on; between the two, "L3/memory" (with the
 * last cache's name); "unknown" where no cache is known.
 */
void target_level(const struct target_facts *facts, int64_t footprint_bytes, bool alone,
                  char level[LEVEL_TEXT_MAX]);

/* The footprint of the plain copy, in bytes, at which it is sure to come from memory. */
int64_t memory_footprint(const struct target *target);

#endif
