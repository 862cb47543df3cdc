/* The figures of a results folder as text, for a terminal. Knows result files alone; gnuplot draws.
 */
#ifndef PLOTS_TEXT_REPORT_H
#define PLOTS_TEXT_REPORT_H

#include <stddef.h>

/* Draws on stdout, in ASCII and `columns` wide, a figure of each study that has points in two
 * places or more: the fraction of the target's own copy, or GB/s where the study has none, over
 * what is swept. 0, or a negative errno with a line in `problem`: -ENOENT where gnuplot is not
 * there. */
int text_report(const char *folder, int columns, char *problem, size_t problem_size);

#endif
