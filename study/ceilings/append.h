/* Text that is added to the end of a file at once, completely or not at all: a full disk or a kill
 * must not leave half a row. */
#ifndef WARPLINE_APPEND_H
#define WARPLINE_APPEND_H

#include "plots/data/draft.h"

/* Ends the draft and adds its text to the file, called `name` in messages. If the disk is full, the
 * part that was written is removed again. Returns 0, or EXIT_WRONG after a message, also without
 * memory. */
int append_draft(struct draft *draft, int file, const char *name);

/* Cuts off a last line without an end, which a full disk or a crash left. Returns 0 or a negative
 * errno. */
int cut_torn_line(int file);

#endif
