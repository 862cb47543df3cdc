/* The one reader of the CSV files in a results folder: `# key: value` lines, one line of column
 * names, one line per row.
 *
 * Fields contain neither commas nor quotes, so every comma separates two fields. A file may be a
 * stranger's, and what is read here is printed, drawn and copied to other tables. So only a regular
 * file is read, of at most TABLE_BYTES_MOST and with bounds for its parts, and a row is refused
 * that is not plain (study/base/text.h) or has a field that a spreadsheet takes for a formula; a
 * header line is made harmless. Columns are found by name; their order means nothing and unknown
 * columns are skipped. An absent field is `-`. Every row has as many fields as the line of column
 * names. An unfinished last line was cut off when the run was killed, perhaps in the middle of a
 * number, so it is never used. Rows are read one at a time, so a file may be larger than the
 * memory. This reader does not know the meaning of columns, except for two patterns that older
 * results name differently. */
#ifndef PLOTS_TABLE_H
#define PLOTS_TABLE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Ten times the results of 1,000 nodes. A line has at most a MiB, a file 1,000 columns and a
 * million header lines. */
#define TABLE_BYTES_MOST ((size_t)16 << 30)

struct table_header {
    char *key;
    char *value; /* in the memory of the key */
};

/* One file being read. */
struct table {
    struct table_header *headers; /* of the lines read so far, in their order */
    int header_count, header_room;
    const char **columns;
    int column_count;
    const char **cells; /* of the current row; valid until the next one */
    int line;           /* of the current row, from 1 */
    long end;           /* its end in the file: bytes of all lines so far */
    bool truncated;     /* the last line was incomplete and left out */
    bool edited;        /* a line of the header was changed: header_digest is that of others */

    /* private to the reader */
    FILE *file;
    int pattern_column, resource_column; /* -1: no such column */
    uint64_t digest;                     /* of the header's lines so far */
    char path[PATH_MAX];
    char *text, *names; /* the current line; that of the column names */
    int room;           /* of the text */
    char *problem;
    size_t problem_size;
};

/* The range of numbers that a column may contain. */
struct table_range {
    double least, most;
    bool whole;  /* integers only */
    bool absent; /* `-` is allowed */
};

/* Opens `folder`/`name` and reads up to its column names. 0, or a negative errno with one line in
 * `problem` that names the file, the error and the remedy; the table is then empty. The calls below
 * write to `problem` too, so it must live as long as the table. */
int table_open(struct table *table, const char *folder, const char *name, char *problem,
               size_t problem_size);

/* The same for a text of `length` bytes, which must live as long as the table; `path` is for the
 * problems. */
int table_open_text(struct table *table, const char *text, size_t length, const char *path,
                    char *problem, size_t problem_size);

/* Reads only the `# key: value` lines at the start of such a text, which may end in the middle of
 * them. *goes_on is set if another line, or the start of one, follows. */
int table_open_head(struct table *table, const char *text, bool *goes_on, char *problem,
                    size_t problem_size);

/* Goes to the next row: 1, 0 after the last one, or a negative errno with the problem. */
int table_next(struct table *table);

/* After the last row: makes the unfinished last line the current row, for a caller who can find out
 * whether it was cut. False if there is none with as many fields. */
bool table_unfinished(struct table *table);

/* Frees the memory of table_open; a zeroed table is allowed. */
void table_close(struct table *table);

/* The value of the first header line with this key, or NULL. */
const char *table_header_value(const struct table *table, const char *key);

/* The number of the column with this name, or -1. */
int table_column(const struct table *table, const char *name);

/* The same for a required column: -EINVAL with the problem if it is missing. */
int table_needed_column(struct table *table, const char *name);

/* Reads a cell of the current row, NaN for `-`. 0, or -EINVAL with a problem that names file, line,
 * column and value if it is no number or out of range. */
int table_number(struct table *table, int column, const struct table_range *range, double *number);

/* Writes the problem of a cell in the current row: `wrong` is the error. Returns -EINVAL. */
int table_refuse(struct table *table, int column, const char *wrong);

#endif
