/* Checks the row of a user's own pattern, and reports in sentences what the program misses. */
#ifndef WARPLINE_ROW_H
#define WARPLINE_ROW_H

#include "patterns/own_pattern.h"

#include <stdbool.h>
#include <stddef.h>

/* A row and further data of its pattern; messages use the name `file`. */
struct own_row {
    const char *file;
    const struct own_pattern *own;
};

/* Whether the row is complete and agrees with its file. If not, a sentence in `problem`. */
bool row_is_sound(const struct own_row *row, char *problem, size_t problem_size);

/* Whether no other pattern or study has the name of the loop on that line of `file`. */
bool row_name_is_free(const char *name, const char *file, int line, char *problem, size_t size);

/* The row with its missing parts filled in: texts, loads and stores, the expectation by MEANING. */
struct pattern row_completed(const struct own_row *row);

/* What a pattern's file may define, one line each, for the first file of a user's own pattern.
 * patterns/kernel/usual.h has the details; tests/patterns/knobs compares the names. */
struct knob {
    const char *name, *help;
};

/* Ended by a row without a name. */
extern const struct knob knobs[];

/* NULL if there is no such knob. */
const struct knob *knob_find(const char *name);

#endif
