/* The points of one results folder: the rows of its results.csv with their numbers read and
 * checked, and what can be made of them in one pass. */
#ifndef PLOTS_DATASET_H
#define PLOTS_DATASET_H

#include "plots/data/csv.h"
#include "plots/data/names.h"
#include "plots/data/yardstick.h"

#include <stdbool.h>
#include <stddef.h>

/* What a row holds beside texts; NaN where it is absent. */
struct numbers {
    double time_ns; /* of a pass: the median, and the 95 % interval of the median */
    double ci_low_ns;
    double ci_high_ns;
    double elements; /* accessed in a pass, by all workers together */
    double useful_bytes;
    double footprint_bytes;
    double samples;
    double workers; /* warps or cores */
    double predicted_ns;
    double disturbed; /* samples during which another load was seen */
};

/* What the file says of a row even where its samples contradict it; NaN where it is absent. */
struct stated_numbers {
    double time_ns, low_ns, high_ns; /* the median and its interval */
    double least_ns, most_ns;
    double bandwidth_gbps, fraction_of_copy;
    double predicted_bytes, predicted_ns;
    double allocated_bytes; /* of the predicted ones: lines read only since they are written */
};

/* One row: a point as it was measured. Its texts are the dataset's and live as long; equal ones are
 * the same pointer. */
struct row {
    const struct dataset *from;
    const char *study;
    const char *pattern; /* with its settings, where a point has any: "transpose pad=1" */
    const char *target;
    const char *element_bytes;
    const char *parameter;
    const char *value;
    const char *settings; /* parameters that are not at their standard value, or "-" */
    const char *level;
    const char *marks;
    const char *valid;
    const char *bound; /* of the prediction; "-" where there is none */

    struct numbers number;
    struct stated_numbers stated;
    const char *stated_valid, *ran_on;
    size_t first_sample; /* row_samples */
    int sample_count;
    struct yardstick yardstick; /* the target's copies when it was measured */
    double at;                  /* the parameter's value; NaN in a baseline row */
    double gbps;                /* the median; NaN if absent */
    int line;                   /* of results.csv */
    bool gpu;                   /* its target is one */
    bool usable;                /* valid and with a time */
    bool hollow; /* marked, or partly cached, or of unknown cache level: drawn hollow */
};

/* The rows of one study, in the order of the file. */
struct study_rows {
    const char *study;
    const struct row *const *rows;
    int count;
    int first_line; /* of the file */
    bool has[2];    /* usable points, on CPUs and on GPUs */
};

/* How fast the valid copies of one target were; 0 where there is none. */
struct target_rates {
    const char *target;
    bool cpu, gpu; /* what it is */
    double slowest_gbps, fastest_gbps;
};

struct dataset {
    const char *name;   /* of a machine drawn beside; NULL for the run being reported; not owned */
    const char *called; /* the run's own machine, among several; NULL where no name is needed */
    struct table table; /* its header lines; all rows have been read */
    struct names names;
    struct row *points; /* in the order of the file */
    int count;
    const struct row **by_study; /* all, study by study */
    struct study_rows *studies;  /* in the order of the file */
    int study_count;
    struct target_rates *targets; /* in the order of the file */
    int target_count;
    double *times_ns; /* samples of all rows, one row's after the other's */
    size_t time_count, time_room;
    bool has_samples; /* there is a samples.csv */
    int strays;       /* samples that stand behind those of a later row */
    int contradicted; /* rows whose samples say otherwise, which are not usable */
    char note[640];   /* what is wrong with samples.csv, as one line; or "" */
};

/* Reads `folder`/results.csv and samples.csv. Rows that their samples contradict, or that have none
 * there, lose their times and are not usable; set->contradicted counts them, and set->note names
 * the first. Where samples.csv is missing the note says so. 0, or a negative errno with a line in
 * `problem` that names the file, and line, column and value where one cannot be; `set` then needs
 * no dataset_free. The points refer to `set`, which must stay where it is. */
int dataset_read(struct dataset *set, const char *folder, const char *name, char *problem,
                 size_t problem_size);

void dataset_free(struct dataset *set);

/* What dataset_read works out of the rows once, so that nothing looks through all of them for each
 * of them (dataset_index.c): the rows by study, the targets, and each row's yardstick. 0 or
 * -ENOMEM; dataset_free in both cases. */
int dataset_index(struct dataset *set);

/* The rows of that study; NULL where there are none. */
const struct study_rows *dataset_study(const struct dataset *set, const char *study);

/* Whether a target of the results is of that kind, "CPU" or "GPU": the header says so
 * (TARGET_kind), and of an older file the target's name. */
bool dataset_target_is(const struct dataset *set, const char *target, const char *kind);

/* Whether any usable point of the study (NULL: any study) ran on a GPU (`gpu`) or not. */
bool dataset_has(const struct dataset *set, const char *study, bool gpu);

/* The row's sample_count samples: ns a pass, in the order of the file. */
const double *row_samples(const struct row *row);

/* Whether a row is the copy that its study's other points on its target are a fraction of. */
bool row_is_baseline(const struct row *point);

/* The bandwidth over the yardstick's; NaN where there is none. */
double row_fraction(const struct row *point);

#endif
