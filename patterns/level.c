#include "patterns/level.h"

#include <stdio.h>

void target_level(const struct target_facts *facts, int64_t footprint_bytes,
                  char level[LEVEL_TEXT_MAX])
{
    const struct cache_level *cache = facts->caches, *end = cache + facts->cache_levels;
    while (cache < end && cache->size_bytes < footprint_bytes)
        cache++;
    if (facts->cache_levels == 0)
        snprintf(level, LEVEL_TEXT_MAX, "unknown");
    else if (cache < end)
        snprintf(level, LEVEL_TEXT_MAX, "%s", cache->name);
    else if (footprint_bytes / MEMORY_TIMES_CACHE >= end[-1].size_bytes)
        snprintf(level, LEVEL_TEXT_MAX, "memory");
    else
        snprintf(level, LEVEL_TEXT_MAX, "%s/memory", end[-1].name);
}
