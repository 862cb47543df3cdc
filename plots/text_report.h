/* The figures of a report as text, for a terminal. */
#ifndef PLOTS_TEXT_REPORT_H
#define PLOTS_TEXT_REPORT_H

#include "plots/figure/chart.h"

#include <stddef.h>

/* Prints each chart's finding, its figure as gnuplot draws it in letters, and its caption,
 * `columns` wide, on stdout. `scripts` is the folder of gnuplot's. 0, or a negative errno with a
 * line in `problem`: -EIO if gnuplot is missing or fails, -ENODATA if no chart has a point. */
int text_report(const struct chart *charts, int count, const char *scripts, int columns,
                char *problem, size_t problem_size);

#endif
