/* Results as JSON lines, for other programs. */
#ifndef PLOTS_FLEET_CONVERT_H
#define PLOTS_FLEET_CONVERT_H

#include <jansson.h>
#include <stdio.h>

/* A cell of a column as every JSON document has it: a number, a text, or null for "-". */
json_t *json_cell(const char *column, const char *text);

/* Writes all rows of a folder, one JSON object per row: the names, units and numbers of
 * results.csv, and the host; absent fields are null. results.schema.json, which the build makes,
 * describes the format. 0, with a line in `problem` if rows are missing, otherwise ""; or a
 * negative errno with the problem. */
int convert_to_jsonl(FILE *out, const char *folder, char *problem, size_t problem_size);

#endif
