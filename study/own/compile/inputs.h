/* The files from which a pattern is compiled: its own, and every header that it includes. */
#ifndef WARPLINE_INPUTS_H
#define WARPLINE_INPUTS_H

#include "study/base/digest.h"
#include "study/base/folders.h"

#include <stdbool.h>
#include <time.h>

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

#endif
