/* Members that several documents have: those of a target, of a claim's test, of a pattern, of a
 * study. */
#ifndef WARPLINE_MEMBERS_H
#define WARPLINE_MEMBERS_H

#include "study/json/document.h"
#include "study/plan/study.h"

struct claim_test;
struct pattern;
struct shape;
struct target_facts;

/* Adds the facts of a target. For a cache that each worker has for itself, the total size is
 * null. */
void put_facts(json_t *object, const struct target_facts *facts);

/* Adds its caches only. */
void put_cache_levels(json_t *object, const struct target_facts *facts);

/* Adds the measured quantity and its limits. */
void put_claim_test(json_t *object, const struct claim_test *test);

/* With the parameter values of `shape`, unless it is NULL. */
void describe_pattern(json_t *object, const struct pattern *pattern, const struct shape *shape);

void describe_study(json_t *object, const struct study *study);

#endif
