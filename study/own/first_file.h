/* The first file of a pattern of one's own: another's, with a comment to each thing that it says.
 */
#ifndef WARPLINE_FIRST_FILE_H
#define WARPLINE_FIRST_FILE_H

#include "patterns/pattern.h"

#include <stdbool.h>
#include <stddef.h>

/* Writes `path`, which must not be there yet, from the source of a built-in pattern, as a pattern
 * of another name. False with a sentence in `problem`. */
bool first_file_write(const char *path, const char *name, const struct pattern *like, char *problem,
                      size_t problem_size);

#endif
