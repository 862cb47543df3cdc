/* The header of merged results: first the `# key: value` lines that all nodes share, then for each
 * node its name, `# node0: NAME`, and the lines that only it has, `# node0_key: value`. A digest
 * is always a node's own, and "edited" if the node's lines have another one. */
#ifndef PLOTS_FLEET_MERGED_HEADER_H
#define PLOTS_FLEET_MERGED_HEADER_H

#include "plots/data/csv.h"
#include "plots/data/names.h"

#include <stdbool.h>
#include <stdio.h>

/* Which header lines of the first folder all folders seen so far share. */
struct common_lines {
    const struct table *first;
    bool *is;
    int end; /* after the last of them */
};

/* Begins with all lines of the first folder that are about all of its nodes. `first` must stay as
 * it is until common_free. */
void common_begin(struct common_lines *common, const struct table *first);

/* Drops the lines that this folder does not state for all of its nodes. */
void common_keep(struct common_lines *common, const struct table *table);

void common_free(struct common_lines *common);

void common_write(const struct common_lines *common, FILE *out);

/* Writes the lines that only node `name` has, from a folder with this header, as lines of node
 * `number`. Lines in `written` are left out; new ones are added to it. */
void node_lines_write(const struct common_lines *common, const struct table *table,
                      const char *name, int number, struct names *written, FILE *out);

#endif
