/* The addresses of a point against the lengths of its arrays, before a kernel runs: of all steps
 * where there are few, else of the first and the last ones and of a sample.
 *
 * A kernel that reads or writes outside its arrays ends the program, or worse, does not. */
#ifndef WARPLINE_BOUNDS_H
#define WARPLINE_BOUNDS_H

#include "study/plan/point.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether all addresses that were looked at are in bounds. If not, one sentence in `problem`: the
 * file and line where there are, the step, the element that it asks for, and the length. The same
 * where a length is negative, an expression divides by zero, or two steps store to one element
 * though nothing but the steps themselves says what it must become. */
bool bounds_hold(const struct bounds_point *point, char *problem, size_t problem_size);

/* The beginning of a sentence about an expression: "./mine.c:5: LOAD: " or "pattern stride: LOAD:
 * ". Returns text. */
const char *bounds_place(const struct pattern *pattern, const char *macro, char *text, size_t size);

/* bounds_hold and explain_element (explain.h), for arrays that points are measured in
 * (measure/arrays.h). */
extern const struct point_checks own_checks;

#endif
