/* A pattern of the student's own, beside their results. Its file is loaded and run by processes of
 * their own: what it does there, it does to nobody else's grade, and two students may give their
 * patterns one name. */
#ifndef WARPLINE_OWN_FILE_H
#define WARPLINE_OWN_FILE_H

#include "patterns/pattern.h"

#include <stdbool.h>
#include <stddef.h>

/* Compiles and loads `folder`/`file` into this process. NULL with a sentence in `problem`. */
const struct pattern *own_file_load(const char *folder, const char *file, char *problem,
                                    size_t problem_size);

/* Whether `warpline check` finds that it computes what it says, in several sizes, on that target. A
 * sentence in `problem` in both cases. */
bool own_file_passes(const char *folder, const char *file, const char *target, char *problem,
                     size_t problem_size);

/* Calls `work` in a process of its own, which has 30 s, and brings back the `size` bytes at
 * `result`. False with a sentence in `problem` where it did not come to its end. */
bool own_file_apart(void (*work)(void *context), void *context, void *result, size_t size,
                    char *problem, size_t problem_size);

#endif
