/* Groups of results that a user names. */
#ifndef WARPLINE_GROUPS_H
#define WARPLINE_GROUPS_H

#include "plots/fleet/result_sets.h"
#include "plots/fleet/roll_call.h"

/* Adds the results that `names` stands for: recorded results (h200), a results folder, a folder of
 * such folders, or several of them separated by commas. 0, or EXIT_USAGE after a message. */
int group_add(struct sets *sets, const char *names);

/* Names the nodes whose results lack points, were changed, or are copies, and whose results these
 * are if `folders` is not NULL; and those with few valid times. EXIT_WRONG if there are any of the
 * former. */
int roll_tell(const struct roll *roll, char *const *folders);

/* Says how many rows were left out, which their samples contradict. EXIT_WRONG. */
int left_out_tell(int rows);

#endif
