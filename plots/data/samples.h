/* samples.csv against results.csv: a row's time is the median of its samples, and it says how many
 * they are. */
#ifndef PLOTS_SAMPLES_H
#define PLOTS_SAMPLES_H

#include <stddef.h>

struct dataset;

/* Reads `folder`/samples.csv. Rows that it contradicts, or of which it has nothing, lose their
 * numbers and are not usable; set->contradicted counts them, and set->note names the first. Where
 * the file is not there the note says so. 0, or a negative errno with a line in `problem` where it
 * cannot be read or memory is short. */
int samples_check(struct dataset *set, const char *folder, char *problem, size_t problem_size);

#endif
