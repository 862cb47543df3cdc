/* Rows of a results folder with their samples, one at a time, so that a folder may be larger than
 * the memory. Where results were merged, the column `host` says whose a row is. */
#ifndef PLOTS_FLEET_ROW_READER_H
#define PLOTS_FLEET_ROW_READER_H

#include "plots/data/csv.h"

#include <stdbool.h>
#include <stddef.h>

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

extern const char *const point_columns[POINT_FIELDS];

enum { NODE_NAME_MAX = 256 };

/* A row as it was measured; texts and samples live until the next one. */
struct measured {
    const char *node;
    const char *field[POINT_FIELDS];
    const char *level, *marks, *valid, *footprint_bytes;
    double elements, useful_bytes, time_ns, ci_low_ns, ci_high_ns;
    bool usable;            /* valid, with a time that is that of its samples */
    const double *times_ns; /* the samples; NULL where there are none */
    int samples;
};

struct rows {
    struct table table;
    char node[NODE_NAME_MAX]; /* of the folder, or of the row in hand where results were merged */
    bool merged;              /* there is a column `host` */
    bool has_samples;         /* there is a samples.csv */
    int row;                  /* of the row in hand, from 0; -1 before the first */
    int contradicted;         /* rows that their samples contradict: not usable */
    int first_headers;        /* header lines before the column names */

    /* the reader's own */
    int column[32];
    struct table sample_table;
    int point_column, time_column;
    int next_point; /* whose sample was read ahead; -1: none */
    double next_ns;
    double *times_ns;
    int count, room;
};

/* Opens `folder`. 0, or a negative errno with a line in `problem` that names the file; rows_close
 * in both cases. `problem` must live as long. */
int rows_open(struct rows *rows, const char *folder, char *problem, size_t problem_size);

/* Goes to the next row: 1, 0 after the last one, or a negative errno with the problem. A second
 * header further down is one: the file is of two runs. */
int rows_next(struct rows *rows, struct measured *row);

void rows_close(struct rows *rows);

/* The header's value for the node of the row in hand, NULL where there is none: of merged results
 * what that node has of its own, else what all have. */
const char *rows_header(const struct rows *rows, const char *key);

/* `text` as a field of CSV can hold it, so that names are equal however they were written. */
void node_name(char name[NODE_NAME_MAX], const char *text);

#endif
