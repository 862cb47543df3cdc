/* Text that is added to the end of a file at once, whole or not at all: a full disk or a kill must
 * leave no half of a row behind. */
#ifndef WARPLINE_APPEND_H
#define WARPLINE_APPEND_H

#include "plots/data/draft.h"

/* Ends the draft and adds its text to the file, called `name` in messages. What a full disk let
 * through is taken away again. 0, or EXIT_WRONG after a message, also where memory was short. */
int append_draft(struct draft *draft, int file, const char *name);

/* Cuts off a last line that has no end: the disk was full, or a machine went down, while it was
 * written. 0 or a negative errno. */
int cut_torn_line(int file);

#endif
