/* The figures of a results folder as text, for a terminal. Knows only result files; gnuplot
 * draws. */
#ifndef PLOTS_TEXT_REPORT_H
#define PLOTS_TEXT_REPORT_H

#include <stddef.h>

/* For each study with at least two different positions, draws a figure on stdout, in ASCII and
 * `columns` wide: the fraction of the target's own copy, or GB/s if the study has no copy, against
 * the swept parameter. 0, or a negative errno with a line in `problem`: -ENOENT if gnuplot is
 * missing. */
int text_report(const char *folder, int columns, char *problem, size_t problem_size);

#endif
