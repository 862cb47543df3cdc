/* Explains in terms of its file why a result of a user's own pattern is wrong. */
#ifndef WARPLINE_EXPLAIN_H
#define WARPLINE_EXPLAIN_H

#include "patterns/pattern.h"

#include <stdbool.h>
#include <stddef.h>

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
