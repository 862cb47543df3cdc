/* A row as results.csv states it, with its samples. A data set (dataset.h) has left out what its
 * samples contradict; here it still stands. */
#ifndef PLOTS_STATED_H
#define PLOTS_STATED_H

#include "plots/data/dataset.h"

struct stated {
    const struct row *row; /* of the data set: its texts and counts */
    struct stated_numbers number;
    const char *valid;     /* as the file has it */
    const char *ran_on;    /* "-" where the file has no such column */
    const double *samples; /* ns a pass, in the order of the file */
    int sample_count;
};

#endif
