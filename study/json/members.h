/* Members that several documents have: the facts of a target, the test of a claim. */
#ifndef WARPLINE_MEMBERS_H
#define WARPLINE_MEMBERS_H

#include "study/json/document.h"

struct claim_test;
struct target_facts;

/* Adds the facts of a target. For a cache that each worker has for itself, the total size is
 * null. */
void put_facts(json_t *object, const struct target_facts *facts);

/* Adds its caches only. */
void put_cache_levels(json_t *object, const struct target_facts *facts);

/* Adds the measured quantity and its limits. */
void put_claim_test(json_t *object, const struct claim_test *test);

#endif
