/* Rows of one measurement: their samples are equal, perhaps all multiplied by one number, perhaps
 * in another order, whatever the rows say that they are. Two honest measurements never agree so:
 * ten samples that spread over a hundredth would have to meet to a few millionths each. Rows whose
 * samples spread by less than what the files round away are left out. */
#ifndef PLOTS_SAME_SAMPLES_H
#define PLOTS_SAME_SAMPLES_H

#include "plots/data/dataset.h"

/* The samples of one row, in rising order. */
struct row_samples {
    int owner; /* the number of the hand-in */
    int line;  /* of its results.csv */
    int count;
    double shape; /* the least over the most: rows of one measurement have one */
    double *ns;
};

/* All rows that can be told apart; zeroed, there are none. */
struct copy_search {
    struct row_samples *of;
    int count, room;
};

/* Two hand-ins with rows of one measurement, or two such rows of one hand-in (a == b). */
struct copy_pair {
    int a, b;           /* numbers of the hand-ins, a <= b */
    int rows;           /* how many rows are copies */
    int line_a, line_b; /* of the first of them in a's file */
    double scale;       /* a's times multiplied by this are b's */
};

struct copy_pairs {
    struct copy_pair *of; /* the caller frees */
    int count, room;
};

/* Adds a row, if its samples can be told from others. 0 or -ENOMEM. */
int copy_search_add(struct copy_search *copies, int owner, const struct row *row);

/* Finds the pairs among all rows, which it puts in another order. 0 or -ENOMEM. */
int copy_search_find(struct copy_search *copies, struct copy_pairs *pairs);

void copy_search_free(struct copy_search *copies);

#endif
