/* Patterns, studies and parameters as parts of documents: the same wherever they stand. */
#ifndef WARPLINE_DESCRIBE_H
#define WARPLINE_DESCRIBE_H

#include "study/json/document.h"
#include "study/plan/study.h"

struct pattern;
struct shape;

/* Members that say what a pattern is; with the parameters' values of `shape`, unless it is NULL. */
void describe_pattern(json_t *object, const struct pattern *pattern, const struct shape *shape);

/* Members that say what a study is. */
void describe_study(json_t *object, const struct study *study);

#endif
