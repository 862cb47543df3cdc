/* Correct answers: numbers along a question's sweep, from a model or a measurement, and their
 * shape, which reduces them to the one number that the question asks for. */
#ifndef WARPLINE_ANSWERS_H
#define WARPLINE_ANSWERS_H

#include "plots/data/dataset.h"
#include "study/course/assignment/student_values.h"

/* A number and its 95 % interval; from a model all three are equal. The interval of a place
 * ends at the two values of the sweep around it. NaN if there is none. */
struct reading_of {
    double value, low, high;
    bool open; /* a place that the measurements' intervals leave open */
};

struct number_series {
    int64_t at[SWEPT_MAX_POINTS]; /* ascending; a single point without a sweep */
    struct reading_of of[SWEPT_MAX_POINTS];
    int count;
};

/* series.c: the shape's number; the series has at least one point. `against` is the series of the
 * other pattern, at the same points, for SHAPE_CROSSES. A knee and a crossing lie between two
 * values of the sweep, which form the interval. NaN if there is none, such as for two series that
 * do not cross. */
struct reading_of series_shape(enum shape_kind shape, const struct number_series *series,
                               const struct number_series *against);

/* Whether a student's number agrees with the reading: within the tolerance of its value, or of the
 * ends of a place. */
bool reading_is(const struct reading_of *reading, double number, double tolerance, bool is_place);

/* model_answer.c: a cache of the models' numbers, since students share values. Zeroed, it is empty.
 *
 * The models count on a machine that is the same for everybody. The GPU is the one that `warpline
 * show` predicts for (an H200's caches; sectors and conflicts are those of any NVIDIA GPU). The CPU
 * is one core with an L1 of 32 KiB and 8 ways, an L2 of 1 MiB and 16 ways, an L3 of 16 MiB and 16
 * ways, and lines of 64 bytes. The copy has a footprint of 64 MiB. */
struct model_answers {
    struct model_answer *of;
    int count, room;
};

/* The numbers of a question along its sweep, for the question's pattern or the student's own. False
 * with a clause in `problem` if there are none. */
bool model_series(struct model_answers *known, const struct student_question *own,
                  const struct pattern *pattern, int element_bytes, struct number_series *series,
                  char *problem, size_t problem_size);

void model_answers_free(struct model_answers *known);

/* measured_answer.c: the question's quantity of `pattern` at each point of its sweep, from the rows
 * of a hand-in or of the recorded run with the question's settings and target. `only_rows`: it is
 * enough that the rows are there. False with a clause in `problem` if a row is missing or
 * invalid. */
bool measured_series(const struct dataset *set, const struct student_question *own,
                     const struct pattern *pattern, int element_bytes, bool only_rows,
                     struct number_series *series, char *problem, size_t problem_size);

/* Whether the set has rows of that target. */
bool measured_target(const struct dataset *set, const char *target);

#endif
