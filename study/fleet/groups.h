/* Groups of results that a user names, and what plots/ is told of patterns. */
#ifndef WARPLINE_GROUPS_H
#define WARPLINE_GROUPS_H

#include "plots/fleet/result_sets.h"

/* Adds what `names` stands for: recorded results (h200), a results folder, a folder of such
 * folders, or several of them with commas between. 0, or EXIT_USAGE after a message. */
int group_add(struct sets *sets, const char *names);

/* The family of a built-in pattern; NULL for another. */
const char *class_of_pattern(const char *pattern);

#endif
