#include "study/plan/level.h"

#include <stdio.h>

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
