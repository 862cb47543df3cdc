/* Groups of results that a user names, and the families of patterns, for plots/. */
#ifndef WARPLINE_GROUPS_H
#define WARPLINE_GROUPS_H

#include "plots/fleet/result_sets.h"

/* Adds the results that `names` stands for: recorded results (h200), a results folder, a folder of
 * such folders, or several of them separated by commas. 0, or EXIT_USAGE after a message. */
int group_add(struct sets *sets, const char *names);

/* The family of a built-in pattern; NULL for any other pattern. */
const char *class_of_pattern(const char *pattern);

#endif
