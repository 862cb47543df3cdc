/* Why a result of one's own pattern is wrong, in terms of its file. */
#ifndef WARPLINE_EXPLAIN_H
#define WARPLINE_EXPLAIN_H

#include "patterns/pattern.h"

#include <stdbool.h>
#include <stddef.h>

/* Says what element `element` of the output must be, by MEANING, and what the steps make of it.
 * Writes nothing, and returns false, where that is not known: the pattern is built in, or has no
 * MEANING. */
bool explain_element(const struct pattern *pattern, const struct shape *shape, int64_t element,
                     char *text, size_t text_size);

/* Whether the EXAMPLES of a pattern's file are what its expressions say; a sentence in `problem`
 * where one is not. True where there are none. */
bool examples_hold(const struct pattern *pattern, char *problem, size_t problem_size);

/* Says in one line what proves the pattern: MEANING, EXAMPLES, both, or nothing. Returns text; ""
 * for one that is built in. */
const char *explain_proof(const struct pattern *pattern, char *text, size_t text_size);

#endif
