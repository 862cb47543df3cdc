/* Text that is put together in memory and added to the end of a file at once, whole or not at all:
 * a full disk or a kill must leave no half of a row behind. */
#ifndef WARPLINE_APPEND_H
#define WARPLINE_APPEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A file's text, or a text on its way to one. */
struct addition {
    char *bytes; /* with a 0 after them */
    size_t length;
    FILE *stream; /* to print to, between addition_begin and one of the others */
};

/* False where there is no memory; nothing is open then. */
bool addition_begin(struct addition *addition);

/* Ends it as a text that the caller frees (`bytes`). False where memory was short: then there is
 * none. */
bool addition_finish(struct addition *addition);

/* Adds what was printed to the file, called `name` in messages, and frees it. What a full disk let
 * through is taken away again. 0, or EXIT_WRONG after a message. */
int addition_write(struct addition *addition, int file, const char *name);

/* Cuts off a last line that has no end: the disk was full, or a machine went down, while it was
 * written. 0 or a negative errno. */
int cut_torn_line(int file);

#endif
