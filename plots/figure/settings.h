/* data/STUDY.gp: the contents of a figure, as settings for the gnuplot scripts, which decide
 * nothing. */
#ifndef PLOTS_SETTINGS_H
#define PLOTS_SETTINGS_H

#include "plots/figure/look.h"

#include <stdio.h>

enum { FIGURE_NAME_SIZE = 100 };

/* The name of the file in data/ with series number `index`. */
void figure_series_name(char name[FIGURE_NAME_SIZE], const struct chart *chart, int index);

/* Writes the settings and the commands that draw the figure with the scripts in `plots_dir`. `stem`
 * is the name of the figure's files without extension. 0 or -ENOMEM. */
int settings_write(FILE *out, const struct look *look, const struct chart *chart,
                   const char *plots_dir, const char *stem);

#endif
