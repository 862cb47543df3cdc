/* Many results sets merged into one: the rows of all folders with an additional last column `host`,
 * their samples, and a header: first the `# key: value` lines that all nodes share, then for each
 * node its name, `# node0: NAME`, and the lines that only it has, `# node0_key: value`. A digest
 * is always a node's own, and "edited" if the node's lines have another one. */
#ifndef PLOTS_FLEET_MERGING_H
#define PLOTS_FLEET_MERGING_H

#include "plots/fleet/result_sets.h"
#include "plots/fleet/roll_call.h"

#include <limits.h>

struct merge_outcome {
    int folders, rows;
    int contradicted; /* rows that their samples contradict; they are not changed */
    struct roll roll; /* all nodes; the caller calls roll_free, whatever the result */
    char problem[2 * PATH_MAX + 512];
};

/* Merges the folders into `out`, which is created if missing; merged results in it are replaced,
 * other results are refused. Nodes of `nodelist` (separated by commas; NULL: none) that no folder
 * has get a line in the header. All folders are read before anything is written. Also refused: a
 * folder that is named twice; results of different versions, commits or columns; two machines with
 * the same name; duplicate points; rows without samples. 0, or a negative errno with the
 * problem: then nothing was written. */
int merge_results(const struct sets *sets, const char *nodelist, const char *out,
                  struct merge_outcome *outcome);

#endif
