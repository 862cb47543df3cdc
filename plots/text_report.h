/* A report as text, for a terminal: its figures, or its main results on one screen. */
#ifndef PLOTS_TEXT_REPORT_H
#define PLOTS_TEXT_REPORT_H

#include "plots/figure/chart.h"

#include <stddef.h>
#include <stdio.h>

/* Prints each chart's finding, its figure as gnuplot draws it in letters, and its caption,
 * `columns` wide, on stdout. `scripts` is the folder of gnuplot's. 0, or a negative errno with a
 * line in `problem`: -EIO if gnuplot is missing or fails, -ENODATA if no chart has a point. */
int text_report(const struct chart *charts, int count, const char *scripts, int columns,
                char *problem, size_t problem_size);

/* Writes the page's headline numbers, as far as their studies were measured, and the lines of the
 * extremes. In ASCII if the user's locale is not UTF-8. `tellings` ends with one without a study,
 * or is NULL. 0, or a negative errno with a line in `problem`; then nothing is written. */
int summary_write(FILE *out, const char *folder, const struct telling *tellings, char *problem,
                  size_t problem_size);

#endif
