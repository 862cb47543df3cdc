/* What was measured: numbers along a question's sweep, from a hand-in's rows or from the recorded
 * run's. */
#ifndef WARPLINE_MEASURED_ANSWER_H
#define WARPLINE_MEASURED_ANSWER_H

#include "plots/data/dataset.h"
#include "study/course/assignment/own_values.h"
#include "study/course/grade/series.h"

/* The question's quantity of `pattern` at each point of its sweep, from rows with its settings on
 * its target. False with a clause in `problem` where a row is not there or not valid. */
bool measured_series(const struct dataset *set, const struct own_question *own,
                     const struct pattern *pattern, int64_t element_bytes,
                     struct number_series *series, char *problem, size_t problem_size);

/* By which factor the target's own copies strayed, for one number: at most 1.25, so that a machine
 * that nobody left alone proves nothing. */
double measured_slack(const struct dataset *set, const char *target);

/* Whether the set has rows of that target. */
bool measured_target(const struct dataset *set, const char *target);

#endif
