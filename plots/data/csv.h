/* The one reader of the CSV files in a results folder: `# key: value` lines, one line of column
 * names, one row a line.
 *
 * Fields hold neither commas nor quotes, so a line is split at its commas and nowhere else. Columns
 * are found by name; their order means nothing and unknown ones are passed over. An absent field is
 * `-`. Every row has as many fields as the line of column names. A line without its end was cut off
 * by whatever killed the run, perhaps in the middle of a number: it is never believed. Rows are
 * read one at a time, so that a file may be larger than the memory. Nothing here knows what a
 * column means, but that older results have other names for two patterns.
 */
#ifndef PLOTS_TABLE_H
#define PLOTS_TABLE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct table_header {
    char *key;
    char *value; /* in the memory of the key */
};

/* One file being read. */
struct table {
    struct table_header *headers; /* of the lines read so far, in their order */
    int header_count;
    const char **columns;
    int column_count;
    const char **cells; /* of the row in hand, until the next one */
    int line;           /* of the row in hand, from 1 */
    long end;           /* where it ends in the file: bytes of all lines so far */
    bool truncated;     /* the last line had no end and was left out */

    /* the reader's own */
    FILE *file;
    int pattern_column; /* -1: there is none */
    char path[PATH_MAX];
    char *text, *names; /* the line in hand, that of the columns */
    size_t room;
    char *problem;
    size_t problem_size;
};

/* The numbers that a column may hold. */
struct table_range {
    double least, most;
    bool whole;  /* no fractions */
    bool absent; /* `-` is allowed */
};

/* Opens `folder`/`name` and reads up to its column names. 0, or a negative errno with one line in
 * `problem` that names the file, what is wrong, and what would do; the table is then empty.
 * `problem` is written to by the calls below too, and must live as long as the table. */
int table_open(struct table *table, const char *folder, const char *name, char *problem,
               size_t problem_size);

/* The same of a file's text, `length` bytes that live as long as the table; `path` is for the
 * problems. */
int table_open_text(struct table *table, const char *text, size_t length, const char *path,
                    char *problem, size_t problem_size);

/* Reads only the `# key: value` lines that such a text begins with; it may end in the middle of
 * them. *goes_on is whether another line follows, or the beginning of one. */
int table_open_head(struct table *table, const char *text, bool *goes_on, char *problem,
                    size_t problem_size);

/* Goes to the next row: 1, 0 after the last one, or a negative errno with the problem. */
int table_next(struct table *table);

/* Frees what table_open took; a zeroed table is fine. */
void table_close(struct table *table);

/* The value of the first header line with this key, or NULL. */
const char *table_header_value(const struct table *table, const char *key);

/* The number of the column with this name, or -1. */
int table_column(const struct table *table, const char *name);

/* The same where it must be there: -EINVAL with the problem where it is not. */
int table_needed_column(struct table *table, const char *name);

/* Reads a cell of the row in hand, NaN where it is `-`. 0, or -EINVAL with a problem that names
 * file, line, column and value where it is no number or not in the range. */
int table_number(struct table *table, int column, const struct table_range *range, double *number);

/* Writes the problem of a cell in the row in hand: what is wrong with it. Returns -EINVAL. */
int table_refuse(struct table *table, int column, const char *wrong);

#endif
