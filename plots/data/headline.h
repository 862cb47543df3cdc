/* What results come to, on one screen of text. Knows result files alone. */
#ifndef PLOTS_HEADLINE_H
#define PLOTS_HEADLINE_H

#include <stddef.h>
#include <stdio.h>

/* Writes, for each target, its own copy and which points keep most and least of it; where a CPU and
 * a GPU disagree most; how many points are invalid or marked. Ranked are points in memory that are
 * not drawn hollow. 0, or a negative errno with a line in `problem`; nothing is written then. */
int headline_write(FILE *out, const char *folder, char *problem, size_t problem_size);

#endif
