/* Reader of results.csv: `# key: value` lines, one line of column names, one row a point.
 *
 * Fields hold neither commas nor quotes, so a line is split at its commas and nowhere else. Columns
 * are found by name; their order means nothing and unknown ones are kept. An absent field is `-`.
 * Nothing here knows what a column means.
 */
#ifndef PLOTS_TABLE_H
#define PLOTS_TABLE_H

#include <stdbool.h>
#include <stddef.h>

struct table_header {
    const char *key;
    const char *value;
};

/* One file. Every string points into `text`, so all of them live until table_free. */
struct table {
    char *text;
    struct table_header *headers; /* in the order of the file */
    int header_count;
    const char **columns;
    int column_count;
    const char **cells; /* row_count rows of column_count, row by row */
    int row_count;
    bool truncated; /* the last line had no end (a killed run) and was left out */
};

/* Reads the file at `path` into `table`. 0, or a negative errno with one line in `problem` that
 * names the file and what is wrong; the table is then empty and needs no table_free. */
int table_read(struct table *table, const char *path, char *problem, size_t problem_size);

/* Frees what table_read allocated; a zeroed table is fine. */
void table_free(struct table *table);

/* The value of the first header line with this key, or NULL. */
const char *table_header_value(const struct table *table, const char *key);

/* The number of the column with this name, or -1. */
int table_column(const struct table *table, const char *name);

const char *table_cell(const struct table *table, int row, int column);

/* The whole of `text` as a number; NaN where it is absent (`-`) or no number. */
double table_number(const char *text);

#endif
