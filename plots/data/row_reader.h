/* The one reader of a results folder: its rows one at a time, each with its samples, so that a
 * folder may be larger than the memory. Columns are those of columns.def. Where results were
 * merged, the column `host` says whose a row is. */
#ifndef PLOTS_DATA_ROW_READER_H
#define PLOTS_DATA_ROW_READER_H

#include "plots/data/csv.h"

#include <stdbool.h>
#include <stddef.h>

/* The columns of results.csv by their numbers, COLUMN_time_ns, in the file's order: one row each in
 * columns.def. The run that writes the file, `warpline list columns`, the manual and the JSON
 * schema have them from here, too. */
enum column_number {
#define COLUMN(name, unit, kind, flags, help, written) COLUMN_##name,
#include "plots/data/columns.def"
#undef COLUMN
    COLUMN_COUNT,
};

struct column {
    const char *name;
    const char *unit;                /* "ns", "bytes", "GB/s", "count", "ratio", "text" */
    const struct table_range *range; /* of a text, only whether it may be absent */
    bool needed;                     /* a file without it is no results.csv */
    bool identifies;  /* with the others that do, it tells a row from all others of a run */
    const char *help; /* one line */
};

/* All of them by their numbers, ended by one without a name. */
extern const struct column columns[COLUMN_COUNT + 1];

/* Whether it holds words, even where such a word looks like a number. */
bool column_is_text(const struct column *column);

/* The column of that name, NULL where there is none. */
const struct column *column_named(const char *name);

/* What names a point, whatever its size came to on a machine. */
enum point_field {
    POINT_STUDY,
    POINT_PATTERN,
    POINT_TARGET,
    POINT_ELEMENT,
    POINT_PARAMETER,
    POINT_VALUE,
    POINT_SETTINGS, /* "-" in results that have no such column */
    POINT_FIELDS,
};

/* The names of their columns. */
extern const char *const point_columns[POINT_FIELDS];

enum { NODE_NAME_MAX = 256 };

/* A row as the file states it; texts and samples live until the next one. */
struct measured {
    const char *node;
    const char *field[POINT_FIELDS];
    const char *level, *marks, *valid, *footprint_bytes;
    double elements, useful_bytes, time_ns, ci_low_ns, ci_high_ns;
    bool usable;            /* valid, with a time that is the median of its samples */
    bool contradicted;      /* the samples are others in number, or have another median */
    const double *times_ns; /* the samples; NULL where there are none */
    int samples;
    double median_ns; /* of the samples; NaN where there are none */
};

struct rows {
    struct table table;
    char node[NODE_NAME_MAX]; /* of the folder, or of the row in hand where results were merged */
    bool merged;              /* there is a column `host` */
    bool has_samples;         /* there is a samples.csv */
    int row;                  /* of the row in hand, from 0; -1 before the first */
    int contradicted;         /* rows that their samples contradict: not usable */
    int strays;               /* samples that stand behind those of a later row */
    struct table sample_table;

    /* Called with the row's number for each such sample, which belongs to another run; or NULL. */
    void (*stray)(void *context, int row);
    void *context;

    /* the reader's own */
    int column[COLUMN_COUNT]; /* where the file has it; -1: nowhere */
    int host_column;
    int first_headers; /* header lines before the column names */
    int point_column, time_column;
    int next_point; /* whose sample was read ahead; -1: none */
    double next_ns;
    double *times_ns;
    int count, room;
};

/* Opens `folder`. 0, or a negative errno with a line in `problem` that names the file; rows_close
 * in both cases. `problem` must live as long. Where samples.csv is missing or has no whole line of
 * column names, has_samples is false, rows are not checked against samples, and `problem` says why
 * though the result is 0. */
int rows_open(struct rows *rows, const char *folder, char *problem, size_t problem_size);

/* The same of results.csv alone. */
int rows_open_alone(struct rows *rows, const char *folder, char *problem, size_t problem_size);

/* Goes to the next row: 1, 0 after the last one, or a negative errno with the problem. A second
 * header further down is one: the file is of two runs. */
int rows_next(struct rows *rows, struct measured *row);

void rows_close(struct rows *rows);

/* The field of the row in hand, "-" where it is absent or the file has no such column. */
const char *rows_text(const struct rows *rows, enum column_number column);

/* The same as a number, NaN where it is absent. 0, or -EINVAL with a problem that names file, line,
 * column and value where the column may not hold it. */
int rows_number(struct rows *rows, enum column_number column, double *number);

/* The header's value for the node of the row in hand, NULL where there is none: of merged results
 * the line of that node, else the line of all nodes. */
const char *rows_header(const struct rows *rows, const char *key);

/* `text` as a field of CSV can hold it, so that names are equal however they were written. */
void node_name(char name[NODE_NAME_MAX], const char *text);

#endif
