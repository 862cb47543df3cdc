#include "study/json/members.h"

#include "patterns/target.h"
#include "plots/claims/claims.h"

#include <math.h>

static void put_cache(json_t *object, const struct cache_level *cache)
{
    put_text(object, "name", cache->name);
    if (cache->size_bytes > 0)
        put_count(object, "size_bytes", cache->size_bytes);
    else
        put_number(object, "size_bytes", NAN);
    put_count(object, "one_bytes", cache->one_bytes);
    put_count(object, "line_bytes", cache->line_bytes);
    put_count(object, "ways", cache->ways);
}

void put_cache_levels(json_t *object, const struct target_facts *facts)
{
    json_t *caches = put_array(object, "caches");
    for (int i = 0; i < facts->cache_levels; i++)
        put_cache(add_object(caches), &facts->caches[i]);
}

void put_facts(json_t *object, const struct target_facts *facts)
{
    put_text(object, "title", facts->title);
    put_text(object, "detail", facts->detail);
    put_count(object, "multiprocessors", facts->multiprocessors);
    put_count(object, "memory_bytes", facts->memory_bytes);
    put_count(object, "memory_nodes", facts->memory_nodes);
    put_number(object, "peak_gbps", facts->peak_gbps > 0 ? facts->peak_gbps : NAN);
    put_cache_levels(object, facts);
}

void put_claim_test(json_t *object, const struct claim_test *test)
{
    static const char *const comparisons[] = {
        [AT_LEAST] = "at least", [AT_MOST] = "at most", [ABOUT] = "about"};
    put_text(object, "measured", test->measured);
    put_text(object, "comparison", comparisons[test->comparison]);
    put_number(object, "limit", test->limit);
    put_number(object, "tolerance", test->tolerance);
    put_text(object, "source_value", test->source_value);
}
