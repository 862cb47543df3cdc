/* Text that is added to the end of a file at once, completely or not at all: a full disk or a kill
 * must not leave half a row. */
#ifndef WARPLINE_APPEND_H
#define WARPLINE_APPEND_H

#include "plots/data/draft.h"

#include <stdbool.h>

/* Ends the draft and adds its text to the file, called `name` in messages. If the disk is full, the
 * part that was written is removed again. Returns 0, or EXIT_WRONG after a message. */
int append_draft(struct draft *draft, int file, const char *name);

/* Opens a file for more rows: *file is its descriptor, or -1. A row that was cut off is removed,
 * and a file with another head is emptied, as with `anew`. Returns 0, or an exit status after a
 * message. */
int append_open(const char *path, void (*write_head)(FILE *out), bool anew, int *file);

/* Cuts off a last line without an end, which a full disk or a crash left. Returns 0 or a negative
 * errno. */
int cut_torn_line(int file);

#endif
