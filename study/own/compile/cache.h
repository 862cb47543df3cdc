/* The folder that compiled patterns are kept in: $XDG_CACHE_HOME/warpline, or ~/.cache/warpline.
 *
 * It holds, by the digests of compile.h, a folder NAME for each pattern that was compiled, which
 * appears whole or not at all, and a file NAME.list of what the pattern was last made from. What is
 * being made is in a folder building-XXXXXX; such a folder that an interrupted process has left
 * goes after an hour. */
#ifndef WARPLINE_CACHE_H
#define WARPLINE_CACHE_H

#include "study/base/folders.h"

#include <stdbool.h>
#include <stddef.h>

/* The folder's name. False, with a sentence in `problem`, where the environment names none. */
bool cache_folder(char path[PATH_TEXT_MAX], char *problem, size_t problem_size);

/* A new folder in it to build in, for this user alone; makes the cache where it is not there, and
 * removes what others left long ago. False, with a sentence in `problem`, where that cannot be. */
bool cache_build_folder(const char *cache, char path[PATH_TEXT_MAX], char *problem,
                        size_t problem_size);

/* Whether nothing more can be written to it; then says so in `problem`. */
bool cache_is_full(const char *folder, char *problem, size_t problem_size);

/* Removes a folder and the files in it. */
void cache_remove(const char *folder);

#endif
