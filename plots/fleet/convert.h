/* Results in the formats that other programs read. */
#ifndef PLOTS_FLEET_CONVERT_H
#define PLOTS_FLEET_CONVERT_H

#include "plots/fleet/result_sets.h"

#include <stdio.h>

struct convert_form {
    const char *name; /* as --format takes it */
    const char *help;
    /* Writes all rows of all folders. 0, or a negative errno with the problem. */
    int (*write)(FILE *out, const struct sets *sets, char *problem, size_t problem_size);
};

/* All forms, the first the default, ended by one without a name:
 *
 * - jsonl: JSON lines, one object a row, with the names, units and numbers of results.csv, and the
 *   host; what is absent is null. results.schema.json describes it.
 * - metrics: a line `TARGET.STUDY.PATTERN.ELEMENT[.PARAMETER=VALUE][.SETTINGS].COLUMN: NUMBER UNIT`
 *   for each time, bandwidth and fraction of a valid row; of merged results, and of several
 *   folders, with `HOST.` before it. Letters other than A-Z, a-z, 0-9, _, -, . and = are _.
 * - prometheus: the text format 0.0.4, as node_exporter's textfile collector reads it.
 *
 * In the last two no name stands twice: rows that would have one name are a problem, and nothing is
 * written. */
extern const struct convert_form convert_forms[];

#endif
