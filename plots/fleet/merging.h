/* One results set of many: the rows of all folders with a column `host` behind the others, their
 * samples, and a header as merged_header.h has it. */
#ifndef PLOTS_FLEET_MERGING_H
#define PLOTS_FLEET_MERGING_H

#include "plots/fleet/result_sets.h"

#include <limits.h>

struct merge_outcome {
    int folders, nodes, rows;
    int contradicted; /* rows that their samples contradict; they stay as they are */
    char problem[2 * PATH_MAX + 512];
};

/* Merges the folders into `out`, which is made where it is not there; merged results there are
 * replaced, other ones refused. All folders are read before anything is written. Refused are a
 * folder that is named twice, results of two versions, commits or lists of columns, two machines of
 * one name, double points, folders without samples. 0, or a negative errno with the problem: then
 * nothing was written. */
int merge_results(const struct sets *sets, const char *out, struct merge_outcome *outcome);

#endif
