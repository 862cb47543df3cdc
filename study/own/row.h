/* The row of a pattern of one's own: whether it says what the program needs, in sentences. */
#ifndef WARPLINE_ROW_H
#define WARPLINE_ROW_H

#include "patterns/own_pattern.h"

#include <stdbool.h>
#include <stddef.h>

/* A row and what else is known of its pattern; `file` is what messages call it. */
struct own_row {
    const char *file;
    const struct own_pattern *own;
};

/* Whether the row is complete and agrees with its file. A sentence in `problem` where not. */
bool row_is_sound(const struct own_row *row, char *problem, size_t problem_size);

/* The row with what it leaves out: texts, loads and stores, the expectation by MEANING. */
struct pattern row_completed(const struct own_row *row);

/* Whether the pattern has a MEANING. */
bool row_has_meaning(const struct own_pattern *own);

#endif
