/* Checks the addresses of a point against the lengths of its arrays, before a kernel runs: of all
 * steps if there are few, else of the first and last ones and of a sample.
 *
 * A kernel that accesses memory outside its arrays crashes or, worse, silently corrupts data. */
#ifndef WARPLINE_BOUNDS_H
#define WARPLINE_BOUNDS_H

#include "patterns/pattern.h"
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

/* bounds_hold and explain_element (below), for the arrays in which points are measured
 * (measure/arrays.h). */
extern const struct point_checks own_checks;

/* Writes what element `element` of the output must be, by MEANING, and what the steps make of it.
 * If that is unknown (the pattern is built in, or has no MEANING), it writes nothing and returns
 * false. */
bool explain_element(const struct pattern *pattern, const struct shape *shape, int64_t element,
                     char *text, size_t text_size);

/* Whether the EXAMPLES of a pattern's file agree with its expressions; a sentence in `problem`
 * about the first that does not. True if there are none. */
bool examples_hold(const struct pattern *pattern, char *problem, size_t problem_size);

/* Writes one line: what verifies the pattern (MEANING, EXAMPLES, both, or nothing). Returns text;
 * "" for a built-in pattern. */
const char *explain_proof(const struct pattern *pattern, char *text, size_t text_size);

#endif
