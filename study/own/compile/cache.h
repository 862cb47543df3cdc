/* The cache of compiled patterns: $XDG_CACHE_HOME/warpline, or ~/.cache/warpline.
 *
 * Its names are the digests of compile.h. Each compiled pattern has a folder NAME, which appears
 * complete or not at all, and a file NAME.list of the files from which the pattern was last built.
 * A pattern is built in a folder building-XXXXXX; one that an interrupted process has left is
 * removed after an hour. */
#ifndef WARPLINE_CACHE_H
#define WARPLINE_CACHE_H

#include "study/base/digest.h"
#include "study/base/folders.h"

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

/* The files from which a pattern is compiled: its own, and every header that it includes. */
enum { INPUT_FOLDERS = 3, INPUT_NAME_MAX = PATH_TEXT_MAX + 8, INPUT_MOST = 64 << 20 };

/* The pattern's file, and the folders relative to which headers are named: so a pattern's digest
 * does not depend on where its own folder and the program's are. */
struct input_places {
    const char *file;
    const char *folders[INPUT_FOLDERS];
};

struct inputs {
    const struct input_places *places;
    char **paths;
    int count, room;
};

void inputs_end(struct inputs *inputs);

/* Adds the files of a compiler's list (-MD) that are still missing; false if it cannot be read. */
bool inputs_read(struct inputs *inputs, const char *list);

/* The same for a file of inputs_write. */
bool inputs_open(struct inputs *inputs, const char *path);

/* Writes the names of all files except the pattern's, one a line, each relative to its folder.
 * False if that failed. */
bool inputs_write(const struct inputs *inputs, const char *path);

/* Adds every such name and the file's contents to a digest. False if a file cannot be read. */
bool inputs_digest(const struct inputs *inputs, struct sha256 *digest);

/* Whether one of them was changed at that time or later. */
bool inputs_newer(const struct inputs *inputs, const struct timespec *time);

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
