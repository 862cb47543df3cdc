/* Descriptions of patterns, studies and parameters, the same in all documents. */
#ifndef WARPLINE_DESCRIBE_H
#define WARPLINE_DESCRIBE_H

#include "study/json/document.h"
#include "study/plan/study.h"

struct pattern;
struct shape;

/* Adds members that describe a pattern; with the parameter values of `shape`, unless it is NULL. */
void describe_pattern(json_t *object, const struct pattern *pattern, const struct shape *shape);

/* Adds members that describe a study. */
void describe_study(json_t *object, const struct study *study);

#endif
