/* A point as the programs that run single ones take it: PATTERN:ELEMENT_BYTES:SIZE[:VALUE]. A file
 * is a pattern, too: ./mine.c. */
#ifndef TESTS_NAMED_POINT_H
#define TESTS_NAMED_POINT_H

#include "study/base/message.h"
#include "study/own/own.h"
#include "study/plan/point.h"

#include <stdio.h>

struct named_point {
    const struct pattern *pattern;
    int element_bytes;
    long long size;  /* elements or bytes, as the program says */
    long long value; /* of the first parameter; -1: its standard value */
};

/* False if that is no point, or there is no such pattern. */
static inline bool named_point_read(const char *text, struct named_point *point)
{
    char name[256], problem[OWN_PROBLEM_MAX] = "";
    point->value = -1;
    if (sscanf(text, "%255[^:]:%d:%lld:%lld", name, &point->element_bytes, &point->size,
               &point->value) < 3)
        return false;
    point->pattern =
        own_is_path(name) ? own_load(name, problem, sizeof problem) : pattern_find(name);
    if (!point->pattern && problem[0])
        complain(EXIT_WRONG, "%s", problem);
    return point->pattern != NULL;
}

/* The shape of that number of elements with the point's value. */
static inline struct shape named_point_shape(const struct named_point *point, int64_t elements)
{
    struct shape shape = shape_standard(point->pattern, elements, 1);
    if (point->value >= 0)
        shape.value[0] = point->value;
    return shape;
}

#endif
