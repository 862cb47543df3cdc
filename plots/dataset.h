/* The points of one results folder: the rows of its results.csv with their numbers read. */
#ifndef PLOTS_DATASET_H
#define PLOTS_DATASET_H

#include "table.h"

#include <stdbool.h>
#include <stddef.h>

/* What a row holds beside the quantities that every row has; NaN where it is absent. */
struct numbers {
    double time_ns; /* of a pass: the median, and the 95 % interval of the median */
    double ci_low_ns;
    double ci_high_ns;
    double elements; /* accessed in a pass, by all workers together */
    double useful_bytes;
    double workers; /* warps or cores */
    double predicted_ns;
};

/* One row. Strings are the file's own and live as long as the dataset. */
struct point {
    const struct dataset *from;
    const char *study;
    const char *pattern;
    const char *target;
    const char *element_bytes;
    const char *parameter;
    const char *value;
    const char *elements;
    const char *useful_bytes;
    const char *samples;
    const char *time_ns;
    const char *ci_low_ns;
    const char *ci_high_ns;
    const char *fraction_of_copy;
    const char *level;
    const char *marks;
    const char *valid;
    const char *workers;
    const char *bound; /* of the prediction; "-" where there is none */

    struct numbers number;
    double at;       /* the parameter's value; NaN in a baseline row */
    double gbps;     /* the median; NaN if absent */
    double fraction; /* of the same target's copy; NaN if absent */
    bool usable;     /* valid and with a time */
    bool hollow;     /* marked, or partly cached, or of unknown cache level: drawn hollow */
};

struct dataset {
    const char *name; /* of a recorded machine; NULL for the run being reported; not owned */
    struct table table;
    struct point *points;
    int count;
};

/* Reads `folder`/results.csv. 0, or a negative errno with a line in `problem` that names the file
 * (and the column, if one is missing); `set` then needs no dataset_free. The points refer to `set`,
 * which must stay where it is. */
int dataset_read(struct dataset *set, const char *folder, const char *name, char *problem,
                 size_t problem_size);

void dataset_free(struct dataset *set);

/* Whether no earlier point is of the same target. */
bool dataset_first_of_target(const struct dataset *set, int index);

/* Whether a target is a GPU, by its name. */
bool target_is_gpu(const char *target);

/* Whether any usable point of the study (NULL: any study) ran on a GPU (`gpu`) or not. */
bool dataset_has(const struct dataset *set, const char *study, bool gpu);

#endif
