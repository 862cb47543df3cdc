/* Figures: the data files and settings for gnuplot, and the drawing itself.
 *
 * For a study S, under the report folder:
 *   data/S.gp        settings, made here; ends by loading draw.gp of the plots folder
 *   data/S-NN-*.csv  one per series: only points that are drawn, columns by name
 *   data/S.log       gnuplot's output
 *   S.svg, S.png     the figure
 * so that `cd REPORT && gnuplot data/S.gp` draws it again. */
#ifndef PLOTS_FIGURE_H
#define PLOTS_FIGURE_H

#include "plots/figure/chart.h"

#include <stddef.h>

struct figure {
    const struct chart *chart;
    const char *report_dir; /* exists, with a folder data in it */
    const char *plots_dir;  /* holds the scripts */
};

/* A study's name as the first part of a file name: letters, digits, `_` and `-`. */
void figure_stem(char *stem, size_t size, const char *study);

/* Writes data/. 0, or a negative errno with a line in `problem`. */
int figure_write(const struct figure *figure, char *problem, size_t problem_size);

/* Runs gnuplot on the files of figure_write. 0 if both pictures exist and are not empty; -ENOENT if
 * gnuplot is not in PATH; another negative errno if it failed. `problem` as above. */
int figure_draw(const struct figure *figure, char *problem, size_t problem_size);

#endif
