/* The one reader of a results folder: its rows one at a time, each with its samples, so that a
 * folder may be larger than the memory. Columns are those of columns.def. In merged results, the
 * column `host` names the node of a row. */
#ifndef PLOTS_DATA_ROW_READER_H
#define PLOTS_DATA_ROW_READER_H

#include "plots/data/csv.h"

#include <stdbool.h>
#include <stddef.h>

/* The columns of results.csv as numbers, COLUMN_time_ns, in the file's order: one row each in
 * columns.def. The run that writes the file, `warpline list columns`, the manual and the JSON
 * schema use this list, too. */
enum column_number {
#define COLUMN(name, unit, kind, flags, help, written) COLUMN_##name,
#include "plots/data/columns.def"
#undef COLUMN
    COLUMN_COUNT,
};

struct column {
    const char *name;
    const char *unit;                /* "ns", "bytes", "GB/s", "count", "ratio", "text" */
    const struct table_range *range; /* for a text: only whether it may be absent */
    bool needed;                     /* a file without this column is no results.csv */
    bool identifies;                 /* these columns together identify a row of a run */
    const char *help;                /* one line */
};

/* All columns by their numbers, ended by one without a name. */
extern const struct column columns[COLUMN_COUNT + 1];

/* Whether it contains text, even if a text looks like a number. */
bool column_is_text(const struct column *column);

/* The column of that name; NULL if there is none. */
const struct column *column_named(const char *name);

/* The fields that identify a point, whatever its size on a machine. */
enum point_field {
    POINT_STUDY,
    POINT_PATTERN,
    POINT_TARGET,
    POINT_ELEMENT,
    POINT_PARAMETER,
    POINT_VALUE,
    POINT_SETTINGS, /* "-" if the results have no such column */
    POINT_FIELDS,
};

/* The names of their columns. */
extern const char *const point_columns[POINT_FIELDS];

/* Writes a point in words, with `between` between its parts: "stride copy cpu, 4 bytes, stride=2".
 */
void point_text(const char *const field[POINT_FIELDS], const char *between, char *text,
                size_t size);

/* The speed of a target during a sample (struct speed_index). NaN: unknown. */
struct sample_speed {
    double core_ns, memory_ns;
};
extern const struct sample_speed speed_unknown;

/* The median of each index; speed_unknown for none. */
struct sample_speed speed_usual(const struct sample_speed *speeds, int count);

/* The reason why a point is invalid if its samples vary much: on a busy machine some of them are
 * undisturbed all the same. */
extern const char samples_vary[];

/* Whether a row's column `valid` says so. */
bool row_varies(const char *valid);

/* Two fields of a line. */
void speed_write(FILE *out, struct sample_speed speed);

/* The first lines of samples.csv, and the lines of a row's `count` samples. A sample is marked
 * "slow" or "fast" if its index is 1.25 times the median of theirs, or less than that by as much:
 * the row's prediction is for the median. */
extern const char samples_head[];
void samples_write(FILE *out, int row, const double *times_ns, const struct sample_speed *speeds,
                   const double *lost_shares, int count);

enum { NODE_NAME_MAX = 256 };

/* A row as stated in the file; strings and samples are valid until the next row. */
struct measured {
    const char *node;
    const char *field[POINT_FIELDS];
    const char *level, *marks, *valid, *footprint_bytes;
    double elements, useful_bytes, time_ns, ci_low_ns, ci_high_ns;
    double passes;                     /* that a sample is the mean of */
    bool usable;                       /* valid, with a time that is the median of its samples */
    bool comparable;                   /* usable, or invalid only because its samples vary much */
    bool contradicted;                 /* the number of samples or their median differs */
    const double *times_ns;            /* the samples; NULL if there are none */
    const struct sample_speed *speeds; /* of the samples; NULL if there are none */
    const double *lost_shares;         /* of their time, that a thread lost; NaN: unknown */
    int samples;
    double median_ns; /* of the samples; NaN if there are none */
};

struct rows {
    struct table table;
    char node[NODE_NAME_MAX]; /* node of the folder, or of the current row in merged results */
    bool merged;              /* the results have a column `host` */
    bool has_samples;         /* samples.csv exists */
    int row;                  /* number of the current row, from 0; -1 before the first */
    int contradicted;         /* rows that their samples contradict: not usable */
    int strays;               /* samples found after those of a later row */
    struct table sample_table;

    /* Called with the row number of each stray sample, which belongs to another run; or NULL. */
    void (*stray)(void *context, int row);
    void *context;

    /* private to the reader */
    int column[COLUMN_COUNT]; /* position in the file; -1: absent */
    int host_column;
    int first_headers; /* header lines before the column names */
    int point_column, time_column, core_column, memory_column, lost_column;
    int next_point; /* row of the sample that was read in advance; -1: none */
    double next_ns, next_lost;
    struct sample_speed next_speed;
    double *times_ns, *lost_shares;
    struct sample_speed *speeds;
    int count, room, speeds_room, lost_room;
};

/* Opens `folder`. 0, or a negative errno with a line in `problem` that names the file; call
 * rows_close in both cases. `problem` must live as long as `rows`. If samples.csv is missing or has
 * no complete line of column names, has_samples is false, rows are not checked against samples, and
 * `problem` says why although the result is 0. */
int rows_open(struct rows *rows, const char *folder, char *problem, size_t problem_size);

/* The same for results.csv alone. */
int rows_open_alone(struct rows *rows, const char *folder, char *problem, size_t problem_size);

/* Goes to the next row: 1, 0 after the last one, or a negative errno with the problem. A second
 * header further down is an error: the file contains two runs. */
int rows_next(struct rows *rows, struct measured *row);

/* The number of points that the run planned, from the header of its results; 0 if it lacks it. */
int table_planned(const struct table *table);

/* After the last row: writes that the file has fewer rows than its header's planned points, so a
 * run was interrupted or the file cut off; or "". */
void rows_missing(const struct rows *rows, char *text, size_t size);

void rows_close(struct rows *rows);

/* The field of the current row; "-" if it is absent or the file has no such column. */
const char *rows_text(const struct rows *rows, enum column_number column);

/* The same as a number, NaN if absent. 0, or -EINVAL with a problem that names file, line, column
 * and value if the column does not allow it. */
int rows_number(struct rows *rows, enum column_number column, double *number);

/* The header's value for the node of the current row; NULL if there is none. In merged results, a
 * line of that node takes precedence over a line of all nodes. */
const char *rows_header(const struct rows *rows, const char *key);

/* In merged results, a line `# node12: NAME` names a node, and its lines follow: `# node12_KEY`.
 * The length of such a prefix ("node12") at the start of a key, or 0; whether a line names a node.
 */
size_t node_prefix(const char *key);
bool names_a_node(const struct table_header *line);

/* The key of the line that names this node; NULL if there is none. */
const char *key_of_node(const struct table *table, const char *name);

/* Converts `text` to a valid CSV field, plain and no formula of a spreadsheet, so that equal names
 * compare equal however they were written. */
void node_name(char name[NODE_NAME_MAX], const char *text);

#endif
