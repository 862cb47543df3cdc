/* Whether the header of results.csv is the one that the run wrote, and fits its rows. */
#ifndef PLOTS_HEADER_CHECK_H
#define PLOTS_HEADER_CHECK_H

#include "plots/data/dataset.h"
#include "plots/verify/doubt.h"

/* Adds a doubt where the digest that the header ends with is not that of its other lines (it ties
 * host, date, command and a student's id to each other, and finds what was changed in passing), a
 * row's target has no line in the header, there are more rows than points were planned, or one
 * point has two rows. 0, or a negative errno with a line in `problem` where the file cannot be read
 * or memory is short. */
int header_check(const struct dataset *set, const char *folder, struct doubt_sink *sink,
                 char *problem, size_t problem_size);

#endif
