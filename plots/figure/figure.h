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
#include <stdio.h>

enum { FIGURE_NAME_SIZE = 100 };

struct look;

struct figure {
    const struct chart *chart;
    const char *report_dir; /* exists, with a folder data in it */
    const char *plots_dir;  /* holds the scripts */
};

/* A study's name as the first part of a file name: letters, digits, `_` and `-`. */
void figure_stem(char *stem, size_t size, const char *study);

/* The name of the file in data/ with series number `index`. */
void figure_series_name(char name[FIGURE_NAME_SIZE], const struct chart *chart, int index);

/* Writes `name` = `value`, a gnuplot string. */
void set_text(FILE *out, const char *name, const char *value);

/* Writes the first lines of data/STUDY.gp: the scripts' folder and the name of the pictures. */
void settings_begin(FILE *out, const char *plots_dir, const char *stem);

/* Writes data/STUDY.gp: the contents of a figure, as settings for the scripts in `plots_dir`, which
 * decide nothing, and the commands that draw it. `stem` is the name of the figure's files without
 * extension (settings.c). */
void settings_write(FILE *out, const struct look *look, const struct chart *chart,
                    const char *plots_dir, const char *stem);

/* Writes data/. 0, or a negative errno with a line in `problem`. */
int figure_write(const struct figure *figure, char *problem, size_t problem_size);

/* Runs gnuplot on data/STEM.gp in the report folder; its output goes to data/STEM.log. 0; -ENOENT
 * if gnuplot is not in PATH; another negative errno if it failed. `problem` as above. */
int figure_run(const char *report_dir, const char *stem, char *problem, size_t problem_size);

/* Draws the files of figure_write as text, `columns` wide, which the caller frees: a letter is a
 * series. Errors as above; then `*text` is NULL. */
int figure_text(const struct figure *figure, int columns, char **text, char *problem,
                size_t problem_size);

/* Runs gnuplot on the files of figure_write. 0 if both pictures exist and are not empty;
 * errors as above. */
int figure_draw(const struct figure *figure, char *problem, size_t problem_size);

#endif
