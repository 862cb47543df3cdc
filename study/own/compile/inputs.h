/* The files that a pattern is made from: its own, and every header that it includes. */
#ifndef WARPLINE_INPUTS_H
#define WARPLINE_INPUTS_H

#include "study/own/compile/digest.h"

#include <stdbool.h>
#include <time.h>

struct inputs {
    char **paths;
    int count, room;
};

void inputs_end(struct inputs *inputs);

/* Adds the files that a compiler's list (-MD) names and that are not there yet; false where it
 * cannot be read. */
bool inputs_read(struct inputs *inputs, const char *list);

/* The same of a file of inputs_write. */
bool inputs_open(struct inputs *inputs, const char *path);

/* Writes the names, one a line. False where that failed. */
bool inputs_write(const struct inputs *inputs, const char *path);

/* Adds every name, and what is in the file, to a digest. False where one cannot be read. */
bool inputs_digest(const struct inputs *inputs, struct digest *digest);

/* Whether one of them was changed at that time or later. */
bool inputs_newer(const struct inputs *inputs, const struct timespec *time);

/* The text of a file, ended by a 0, and its length; NULL where it cannot be read. The caller frees
 * it. */
char *input_text(const char *path, size_t *length);

#endif
