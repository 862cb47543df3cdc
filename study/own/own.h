/* Patterns of one's own: a file like those in patterns/, compiled when it is named, and loaded.
 *
 * The file is compiled by the compiler and with the flags that the program was built with
 * (WARPLINE_CC and WARPLINE_CFLAGS name others), into a cache by the hash of all that goes into it:
 * compile.h. What is loaded is for the models and the check; module.h asks for the kernels when
 * they are needed. Once loaded, a pattern is in the catalogue like any other (pattern_find), by its
 * name.
 *
 * A problem is one sentence that names the file, and its line where there is one, without a newline
 * at its end; where the compiler refused the file, the compiler's own lines follow it. */
#ifndef WARPLINE_OWN_H
#define WARPLINE_OWN_H

#include "patterns/own_pattern.h"

#include <stdbool.h>
#include <stddef.h>

enum { OWN_PROBLEM_MAX = 16384 };

/* Whether a name is a path: it has a slash, or ends in ".c" or goes on with a colon behind that. */
bool own_is_path(const char *name);

/* Loads the pattern in that file and adds it to the catalogue; a file that is loaded already gives
 * the same pattern again. It is good until the program ends. NULL with the reason in `problem`. */
const struct pattern *own_load(const char *path, char *problem, size_t problem_size);

/* The file that a pattern comes from; NULL of one that is built in. */
const char *own_file(const struct pattern *pattern);

/* SHA-256 of that file's text, in 64 hexadecimal digits, as sha256sum prints it; NULL of a pattern
 * that is built in. */
const char *own_digest(const struct pattern *pattern);

/* What its file says beside its row; NULL of a pattern that is built in. */
const struct own_pattern *own_description(const struct pattern *pattern);

#endif
