/* The rows of results.csv as the file states them, each with its samples from samples.csv: read one
 * after the other, so that results may be larger than the memory. A data set (dataset.h) has left
 * out what its samples contradict; here it still stands. */
#ifndef PLOTS_STATED_H
#define PLOTS_STATED_H

#include "plots/data/dataset.h"

/* Numbers of a row; NaN where the file has none, or is of an older version. */
struct stated_numbers {
    double time_ns, low_ns, high_ns; /* the median and its interval */
    double least_ns, most_ns;
    double bandwidth_gbps, fraction_of_copy;
    double predicted_bytes, predicted_ns;
    double allocated_bytes; /* of the predicted ones: lines read only since they are written */
};

struct stated {
    const struct row *row; /* of the data set: its texts and counts */
    struct stated_numbers number;
    const char *valid;     /* as the file has it */
    const char *ran_on;    /* "-" where the file has no such column */
    const double *samples; /* ns a pass, in the order of the file; until the next row */
    int sample_count;
};

/* Both files on their way; the fields are its own. */
struct stated_reader {
    const struct dataset *set;
    struct table rows, samples;
    int columns[10], valid_column, ran_on_column, point_column, time_column;
    int next;         /* row */
    bool has_samples; /* there is such a file */
    bool pending;     /* a sample was read that belongs to a later row */
    double pending_row, pending_ns;
    int strays; /* samples of rows that are behind, or of none */
    double *times;
    int count, room;
};

/* Opens both files of a folder whose results.csv `set` was read from; a folder may lack
 * samples.csv. 0, or a negative errno with a line in `problem`, which stated_next writes to as
 * well. */
int stated_open(struct stated_reader *reader, const struct dataset *set, const char *folder,
                char *problem, size_t problem_size);

/* The next row: 1, 0 after the last, or a negative errno with the problem. */
int stated_next(struct stated_reader *reader, struct stated *stated);

void stated_close(struct stated_reader *reader);

#endif
