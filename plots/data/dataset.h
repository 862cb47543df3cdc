/* The points of one results folder: the rows of its results.csv, with their numbers read and
 * checked, and everything that one pass over them can compute. */
#ifndef PLOTS_DATASET_H
#define PLOTS_DATASET_H

#include "plots/data/csv.h"
#include "plots/data/names.h"
#include "plots/data/yardstick.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The numbers of a row; NaN if absent. */
struct numbers {
    double time_ns; /* one pass: the median, and the 95 % interval of the median */
    double ci_low_ns;
    double ci_high_ns;
    double elements; /* accessed in one pass, by all workers together */
    double useful_bytes;
    double footprint_bytes;
    double samples;
    double workers; /* warps or cores */
    double predicted_ns;
    double load_gbps; /* of the loading workers of a chase */
    double disturbed; /* samples that were disturbed by another load */
};

/* The numbers as the file states them, even if the samples contradict them; NaN if absent. */
struct stated_numbers {
    double time_ns, low_ns, high_ns; /* the median and its interval */
    double least_ns, most_ns;
    double bandwidth_gbps, fraction_of_copy;
    double predicted_bytes;
    double allocated_bytes; /* of the predicted bytes: lines read only because they are written */
};

/* One row: one measured point. Its strings belong to the dataset and live as long; equal strings
 * have equal pointers. */
struct row {
    const struct dataset *from;
    const char *study;
    const char *pattern; /* with its settings, if a point has any: "transpose pad=1" */
    const char *target;
    const char *element_bytes;
    const char *parameter;
    const char *value;
    const char *settings; /* parameters that differ from their standard value, or "-" */
    const char *level;
    const char *marks;
    const char *valid;
    const char *bound; /* of the prediction; "-" if there is none */

    struct numbers number;
    struct stated_numbers stated;
    const char *stated_valid, *ran_on;
    int first_sample; /* row_samples */
    int sample_count;
    struct yardstick yardstick; /* the target's copies at the time of the measurement */
    double at;                  /* the parameter's value; NaN in a baseline row */
    double gbps;                /* the median; NaN if absent */
    double unloaded_ns;         /* what other load left of a pass, the least of its samples; NaN */
    int line;                   /* of results.csv */
    bool gpu;                   /* whether its target is a GPU */
    bool usable;                /* valid and with a time */
    bool busy;   /* other load disturbed it: its interval reaches to the time without load */
    bool hollow; /* marked, or partly cached, or of unknown cache level: drawn hollow */
};

/* The length of a pattern's name, in a row's `pattern`: before its settings. */
static inline int pattern_name_length(const char *pattern)
{
    return (int)strcspn(pattern, " ");
}

/* The rows of one study, in the order of the file. */
struct study_rows {
    const char *study;
    const struct row *const *rows;
    int count;
    int first_line; /* line number in the file */
    bool has[2];    /* whether it has usable points: on CPUs, on GPUs */
};

/* The range of speeds of one target's valid copies; 0 if there is none. */
struct target_rates {
    const char *target;
    bool cpu, gpu; /* kind of the target */
    double slowest_gbps, fastest_gbps;
    int copies; /* of which these are the ends; a spread needs at least COPIES_OF_SPREAD */
};

enum { COPIES_OF_SPREAD = 3 };

struct dataset {
    const char *name;   /* machine drawn for comparison; NULL for the reported run; not owned */
    bool gpus_alone;    /* stands in for GPUs that the run lacks: figures leave out its CPU */
    const char *called; /* name of the run's own machine among several; NULL if it needs none */
    struct table table; /* its header lines; all rows have been read */
    struct names names;
    struct row *points; /* in the order of the file */
    int count;
    const struct row **by_study; /* all rows, grouped by study */
    struct study_rows *studies;  /* in the order of the file */
    int study_count;
    struct target_rates *targets; /* in the order of the file */
    int target_count, target_room;
    double *times_ns; /* samples of all rows, row after row */
    int time_count, time_room;
    bool has_samples; /* samples.csv exists */
    int strays;       /* samples found after those of a later row */
    int contradicted; /* rows that their samples contradict: not usable */
    char note[640];   /* the problem with samples.csv, or that points are missing: a line; or "" */
};

/* Reads `folder`/results.csv and samples.csv. Rows without samples, or whose samples contradict
 * them, lose their times and are not usable; set->contradicted counts them, and set->note names the
 * first. If samples.csv is missing, the note says so. 0, or a negative errno with a line in
 * `problem` that names the file and, for an invalid field, line, column and value; `set` then needs
 * no dataset_free. The points refer to `set`, so it must not move. */
int dataset_read(struct dataset *set, const char *folder, const char *name, char *problem,
                 size_t problem_size);

void dataset_free(struct dataset *set);

/* The machine's name among several; NULL if the run's own needs none. Not owned. */
const char *dataset_machine(const struct dataset *set);

/* The number of points that the run planned, from its header; `count` if the header lacks it. */
int dataset_planned(const struct dataset *set);

/* Computes once what would otherwise need a search through all rows for each row (dataset_index.c):
 * the rows by study, the targets, and each row's yardstick. */
void dataset_index(struct dataset *set);

/* The rows of that study; NULL if there are none. */
const struct study_rows *dataset_study(const struct dataset *set, const char *study);

/* Whether a target of the results is of that kind, "CPU" or "GPU". The header line TARGET_kind says
 * so; in an older file, the target's name does. */
bool dataset_target_is(const struct dataset *set, const char *target, const char *kind);

/* Whether any usable point of the study (NULL: any study) ran on a GPU (`gpu`) or on a CPU. */
bool dataset_has(const struct dataset *set, const char *study, bool gpu);

/* The row's sample_count samples: ns per pass, in the order of the file. */
const double *row_samples(const struct row *row);

/* Whether a row is the copy that the study's other points on its target are compared with. */
bool row_is_baseline(const struct row *point);

/* The parameter as readers know it: files call a chunk a run. */
const char *row_parameter(const struct row *point);

/* The value of that parameter among its settings, "stride=4 chains=2"; NaN if it has none. */
double row_setting(const struct row *point, const char *name);

/* Whether other load disturbed most of its samples. */
bool row_is_disturbed(const struct row *point);

/* Why an invalid row is invalid. */
const char *row_reason(const struct row *point);

/* Whether captions and headlines may compare it: it is not hollow, or only because of other load.
 */
bool row_is_compared(const struct row *point);

/* Whether it is hollow only because its arrays are in another level than its copy's, all of them:
 * points of that level can be compared with each other. */
bool row_is_of_other_level(const struct row *point);

/* Its bandwidth divided by that of the yardstick; NaN if there is none. */
double row_fraction(const struct row *point);

#endif
