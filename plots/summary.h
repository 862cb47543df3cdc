/* The main results on one screen of text. */
#ifndef PLOTS_SUMMARY_H
#define PLOTS_SUMMARY_H

#include "plots/figure/telling.h"

#include <stddef.h>
#include <stdio.h>

/* Writes the page's headline numbers, as far as their studies were measured, and the lines of the
 * extremes. In ASCII if the user's locale is not UTF-8. `tellings` ends with one without a study,
 * or is NULL. 0, or a negative errno with a line in `problem`; then nothing is written. */
int summary_write(FILE *out, const char *folder, const struct telling *tellings, char *problem,
                  size_t problem_size);

#endif
