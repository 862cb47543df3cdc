/* The cache of compiled patterns: $XDG_CACHE_HOME/warpline, or ~/.cache/warpline.
 *
 * Its names are the digests of compile.h. Each compiled pattern has a folder NAME, which appears
 * complete or not at all, and a file NAME.list of the files from which the pattern was last built.
 * A pattern is built in a folder building-XXXXXX; one that an interrupted process has left is
 * removed after an hour. */
#ifndef WARPLINE_CACHE_H
#define WARPLINE_CACHE_H

#include "study/base/folders.h"

#include <stdbool.h>
#include <stddef.h>

/* The cache's path, without links. False, with a sentence in `problem`, if the environment names
 * none, or one that somebody else may write: what is in the cache is loaded and run. */
bool cache_folder(char path[PATH_TEXT_MAX], char *problem, size_t problem_size);

/* Makes a new folder in the cache to build in, for this user alone. Makes the cache if it does not
 * exist, and removes old folders of other processes. False, with a sentence in `problem`, if that
 * fails. */
bool cache_build_folder(const char *cache, char path[PATH_TEXT_MAX], char *problem,
                        size_t problem_size);

/* Removes such a folder, and the one in it. */
void cache_remove_build(const char *folder);

/* Whether nothing more can be written to it; if so, `problem` says why. */
bool cache_is_full(const char *folder, char *problem, size_t problem_size);

#endif
