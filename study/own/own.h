/* Users' own patterns: a file like those in patterns/ is compiled when it is named, and loaded.
 *
 * The file is compiled by the compiler and with the flags that the program was built with
 * (WARPLINE_CC and WARPLINE_CFLAGS name others), into a cache by the hash of all its inputs:
 * compile.h. The model is loaded for predictions and checks; module.h loads the kernels when they
 * are needed. A loaded pattern is in the catalogue like any other (pattern_find), by its name.
 *
 * A problem is one sentence that names the file, and its line if known, without a final newline. If
 * the compiler refused the file, the compiler's own lines follow it. */
#ifndef WARPLINE_OWN_H
#define WARPLINE_OWN_H

#include "patterns/own_pattern.h"

#include <stdbool.h>
#include <stddef.h>

enum { OWN_PROBLEM_MAX = 16384 };

/* Whether a name is a path: it contains a slash, ends in ".c", or has a colon after ".c". */
bool own_is_path(const char *name);

/* Loads the pattern in that file and adds it to the catalogue; a file that is already loaded gives
 * the same pattern again. It is valid until the program ends. NULL with the reason in `problem`. */
const struct pattern *own_load(const char *path, char *problem, size_t problem_size);

/* The file of a pattern; NULL for a built-in one. */
const char *own_file(const struct pattern *pattern);

/* SHA-256 of that file's text, in 64 hexadecimal digits, as sha256sum prints it; NULL for a
 * built-in pattern. */
const char *own_digest(const struct pattern *pattern);

/* What its file contains besides the row; NULL for a built-in pattern. */
const struct own_pattern *own_description(const struct pattern *pattern);

#endif
