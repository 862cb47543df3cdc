#include "study/plan/level.h"

#include <stdio.h>

enum { FOOTPRINT_TIMES_CACHE = 4 }; /* so that three quarters of it are in memory still */
/* Where no cache is known: larger than most that are built. */
static const int64_t unknown_cache_bytes = INT64_C(256) << 20;

static int64_t room(const struct cache_level *cache, bool alone)
{
    return alone ? cache->one_bytes : cache->size_bytes;
}

void target_level(const struct target_facts *facts, int64_t footprint_bytes, bool alone,
                  char level[LEVEL_TEXT_MAX])
{
    const struct cache_level *cache = facts->caches, *end = cache + facts->cache_levels;
    while (cache < end && room(cache, alone) < footprint_bytes)
        cache++;
    if (facts->cache_levels == 0)
        snprintf(level, LEVEL_TEXT_MAX, "unknown");
    else if (cache < end)
        snprintf(level, LEVEL_TEXT_MAX, "%s", cache->name);
    else if (footprint_bytes / MEMORY_TIMES_CACHE >= room(&end[-1], alone))
        snprintf(level, LEVEL_TEXT_MAX, "memory");
    else
        snprintf(level, LEVEL_TEXT_MAX, "%s/memory", end[-1].name);
}

static int64_t last_cache_bytes(const struct target_facts *facts)
{
    return facts->cache_levels ? facts->caches[facts->cache_levels - 1].size_bytes
                               : unknown_cache_bytes;
}

/* On a GPU each array is so many times the L2: what a pass leaves in it is a larger part of what
 * the next one needs. */
int64_t memory_footprint(const struct target *target)
{
    int64_t bytes = FOOTPRINT_TIMES_CACHE * last_cache_bytes(&target->facts);
    return target->ops->side == SIDE_GPU ? 2 * bytes : bytes;
}
