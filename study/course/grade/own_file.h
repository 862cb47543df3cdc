/* A pattern of the student's own, beside their results. */
#ifndef WARPLINE_OWN_FILE_H
#define WARPLINE_OWN_FILE_H

#include "patterns/pattern.h"

#include <stdbool.h>
#include <stddef.h>

/* Compiles and loads `folder`/`file`. NULL with a sentence in `problem`. */
const struct pattern *own_file_load(const char *folder, const char *file, char *problem,
                                    size_t problem_size);

/* Whether the pattern computes what it says, in several sizes, on the CPU. A sentence in `problem`
 * in both cases. */
bool own_file_passes(const struct pattern *pattern, char *problem, size_t problem_size);

#endif
