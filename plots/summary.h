/* What results come to, on one screen of text. */
#ifndef PLOTS_SUMMARY_H
#define PLOTS_SUMMARY_H

#include "plots/figure/telling.h"

#include <stddef.h>
#include <stdio.h>

/* Writes the headline numbers of the page, as far as their studies are there, and the extremes'
 * lines. In ASCII where the user's locale is not UTF-8. `tellings` up to one without a study, or
 * NULL. 0, or a negative errno with a line in `problem`; nothing is written then. */
int summary_write(FILE *out, const char *folder, const struct telling *tellings, char *problem,
                  size_t problem_size);

#endif
