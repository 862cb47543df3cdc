/* Checks the addresses of a point against the lengths of its arrays, before a kernel runs: of all
 * steps if there are few, else of the first and last ones and of a sample.
 *
 * A kernel that accesses memory outside its arrays crashes or, worse, silently corrupts data. */
#ifndef WARPLINE_BOUNDS_H
#define WARPLINE_BOUNDS_H

#include "study/plan/point.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether all checked addresses are in bounds. If not, one sentence in `problem`: file and line if
 * known, the step, the element that it accesses, and the length. The same if a length is negative,
 * an expression divides by zero, or two steps store to one element although only the steps define
 * its value. */
bool bounds_hold(const struct bounds_point *point, char *problem, size_t problem_size);

/* The beginning of a sentence about an expression: "./mine.c:5: LOAD: " or "pattern stride: LOAD:
 * ". Returns text. */
const char *bounds_place(const struct pattern *pattern, const char *macro, char *text, size_t size);

/* bounds_hold and explain_element (explain.h), for the arrays in which points are measured
 * (measure/arrays.h). */
extern const struct point_checks own_checks;

#endif
