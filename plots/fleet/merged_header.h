/* The header of merged results: first the `# key: value` lines that all nodes share, then for each
 * node its name, `# node0: NAME`, and the lines that only it has, `# node0_key: value`. */
#ifndef PLOTS_FLEET_MERGED_HEADER_H
#define PLOTS_FLEET_MERGED_HEADER_H

#include "plots/data/csv.h"
#include "plots/data/names.h"

#include <stdbool.h>
#include <stdio.h>

/* Lines, "key: value", that all folders seen so far share; never more than one folder has. Zeroed:
 * no folder was seen. */
struct common_lines {
    char **line;
    int count;
    bool begun;
};

/* Drops the lines that this folder does not state for all of its nodes. 0 or -ENOMEM. */
int common_keep(struct common_lines *common, const struct table *table);

void common_free(struct common_lines *common);

void common_write(const struct common_lines *common, FILE *out);

/* Whether the header line names a node, `# node12: NAME`; `node12` is then the prefix of its
 * keys. */
bool names_a_node(const struct table_header *line);

/* Writes the lines that only node `name` has, from a folder with this header, as lines of node
 * `number`. Lines in `written` are left out; new ones are added to it. 0 or -ENOMEM. */
int node_lines_write(const struct common_lines *common, const struct table *table, const char *name,
                     int number, struct names *written, FILE *out);

#endif
