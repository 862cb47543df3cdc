/* Rows of one measurement: their samples are equal, possibly multiplied by one number or reordered,
 * whatever point the rows claim to be. Two honest measurements never agree like this: ten samples
 * that spread over 1 % would have to agree to a few millionths each. Rows whose samples spread less
 * than the files' rounding are left out. */
#ifndef PLOTS_SAME_SAMPLES_H
#define PLOTS_SAME_SAMPLES_H

#include "plots/data/dataset.h"

/* The samples of one row, in rising order. */
struct row_samples {
    int owner; /* the number of the hand-in */
    int line;  /* of its results.csv */
    int count;
    double shape; /* minimum over maximum: equal in rows of one measurement */
    double *ns;
};

/* All rows whose samples can be distinguished; a zeroed struct is empty. */
struct copy_search {
    struct row_samples *of;
    int count, room;
};

/* Two hand-ins with rows of one measurement, or one hand-in with two such rows (a == b). */
struct copy_pair {
    int a, b;           /* numbers of the hand-ins, a <= b */
    int rows;           /* number of copied rows */
    int line_a, line_b; /* line of the first of them in a's and b's file */
    double scale;       /* a's times multiplied by this give b's */
};

struct copy_pairs {
    struct copy_pair *of; /* the caller frees */
    int count, room;
};

/* Adds a row if its samples can be distinguished from others. */
void copy_search_add(struct copy_search *copies, int owner, const struct row *row);

/* Finds the pairs among all rows, which it reorders. */
void copy_search_find(struct copy_search *copies, struct copy_pairs *pairs);

void copy_search_free(struct copy_search *copies);

#endif
