/* Members that several documents have: what is known of a target, what a claim's test asks for. */
#ifndef WARPLINE_MEMBERS_H
#define WARPLINE_MEMBERS_H

#include "study/json/document.h"

struct claim_test;
struct target_facts;

/* Members with what is known of a target; a cache of which each worker has its own has null for the
 * size of all. */
void put_facts(json_t *object, const struct target_facts *facts);

/* Its caches alone. */
void put_cache_levels(json_t *object, const struct target_facts *facts);

/* Members with what is measured and what it must be. */
void put_claim_test(json_t *object, const struct claim_test *test);

#endif
