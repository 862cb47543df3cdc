/* Writes the first file of a user's own pattern: a plain loop, or a copy of a built-in pattern with
 * a comment for each definition. */
#ifndef WARPLINE_FIRST_FILE_H
#define WARPLINE_FIRST_FILE_H

#include "patterns/pattern.h"

#include <stdbool.h>
#include <stddef.h>

/* Writes `path`, which must not exist yet, from the source of a built-in pattern, as a pattern with
 * another name. False with a sentence in `problem`. */
bool first_file_write(const char *path, const char *name, const struct pattern *like, char *problem,
                      size_t problem_size);

/* The same for a plain loop. */
bool first_file_write_loop(const char *path, const char *name, char *problem, size_t problem_size);

#endif
