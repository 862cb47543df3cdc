/* Right answers: numbers along a question's sweep, from a model or from a measurement, and the
 * shape that the question asks for, which is one number. */
#ifndef WARPLINE_ANSWERS_H
#define WARPLINE_ANSWERS_H

#include "plots/data/dataset.h"
#include "study/course/assignment/student_values.h"

/* A number and its 95 % interval; of a model all three are one. NaN where there is none. */
struct reading_of {
    double value, low, high;
};

struct number_series {
    int64_t at[SWEPT_MAX_POINTS]; /* rising; one point without a sweep */
    struct reading_of of[SWEPT_MAX_POINTS];
    int count;
};

/* series.c: the shape's number; the series has a point at least. `against` is the other pattern's,
 * with the same points, of SHAPE_CROSSES. A knee and a crossing lie between two values of the
 * sweep: these are the interval. NaN where there is none, such as two series that do not cross. */
struct reading_of series_shape(enum shape_kind shape, const struct number_series *series,
                               const struct number_series *against);

/* Whether a student's number is the one of the reading: within its interval, widened to both sides
 * by the tolerance, and by the factor `slack` for what strays on the machine (1: nothing). */
bool reading_is(const struct reading_of *reading, double number, double tolerance, double slack);

/* Whether the interval, widened by `slack`, reaches into the limits. */
bool reading_within(const struct reading_of *reading, double low, double high, double slack);

/* model_answer.c: numbers that the models have counted before, since students share values. Zeroed,
 * it holds nothing.
 *
 * The models count on a machine that is the same for everybody. The GPU is the one that `warpline
 * show` predicts for (an H200's caches; sectors and conflicts are those of any NVIDIA GPU). The CPU
 * is one core with an L1 of 32 KiB and 8 ways, an L2 of 1 MiB and 16 ways, an L3 of 16 MiB and 16
 * ways, and lines of 64 bytes. The copy has a footprint of 64 MiB. */
struct model_answers {
    struct model_answer *of;
    int count, room;
};

/* The numbers of a question along its sweep, for a pattern that is the question's or the student's.
 * False with a clause in `problem` where there are none. */
bool model_series(struct model_answers *known, const struct student_question *own,
                  const struct pattern *pattern, int element_bytes, struct number_series *series,
                  char *problem, size_t problem_size);

void model_answers_free(struct model_answers *known);

/* measured_answer.c: the question's quantity of `pattern` at each point of its sweep, from rows of
 * a hand-in or of the recorded run with its settings on its target. False with a clause in
 * `problem` where a row is not there or not valid. */
bool measured_series(const struct dataset *set, const struct student_question *own,
                     const struct pattern *pattern, int element_bytes, struct number_series *series,
                     char *problem, size_t problem_size);

/* By which factor the target's own copies strayed, for one number: at most 1.25, so that a machine
 * that nobody left alone proves nothing. */
double measured_slack(const struct dataset *set, const char *target);

/* Whether the set has rows of that target. */
bool measured_target(const struct dataset *set, const char *target);

#endif
