/* The header of merged results: what all nodes have as `# key: value`, then of each node its name,
 * `# node0: NAME`, and what it has of its own, `# node0_key: value`. */
#ifndef PLOTS_FLEET_MERGED_HEADER_H
#define PLOTS_FLEET_MERGED_HEADER_H

#include "plots/data/csv.h"
#include "plots/data/names.h"

#include <stdbool.h>
#include <stdio.h>

/* Whole lines, "key: value", that all folders seen so far have; zeroed, none was seen. Not more of
 * them than one folder has. */
struct common_lines {
    char **line;
    int count;
    bool begun;
};

/* Keeps of the lines those that this folder, too, says of all its nodes. 0 or -ENOMEM. */
int common_keep(struct common_lines *common, const struct table *table);

void common_free(struct common_lines *common);

void common_write(const struct common_lines *common, FILE *out);

/* Whether the header names a node, `# node12: NAME`; the key's `node12` is then its prefix. */
bool names_a_node(const struct table_header *line);

/* Writes what node `name` has of its own in a folder with this header, as lines of node `number`;
 * lines in `written`, which are added to, are left out. 0 or -ENOMEM. */
int node_lines_write(const struct common_lines *common, const struct table *table, const char *name,
                     int number, struct names *written, FILE *out);

#endif
