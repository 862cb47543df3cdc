/* Heat maps: the figure of a study that sweeps two parameters at once (presentation.down). Each
 * target has a map of what was measured and, if there are predictions, one of these below it, in
 * the same colours. A cell is a point; both axes list the values that were measured, evenly spaced,
 * the second one from top to bottom. */
#ifndef PLOTS_MAP_H
#define PLOTS_MAP_H

#include "plots/figure/chart.h"

#include <stdbool.h>
#include <stdio.h>

/* Whether the figure of a study is a heat map: one of a single cell is drawn as a point. */
bool chart_is_map(const struct chart *chart);

/* Writes data/STUDY.gp of a heat map, as settings_write does that of other figures: the cells, and
 * the commands that draw them. */
void map_write(FILE *out, const struct chart *chart, const char *plots_dir, const char *stem);

/* The numbers of one map. */
struct map_numbers {
    const struct chart *chart;
    const struct row *any; /* a point of its target and pattern */
    bool predicted;
    int rows, columns;
    const double *across, *down; /* the values of both parameters, rising */
    const double *values;        /* rows * columns, row after row; NaN: not measured */
};

/* Calls `take` with each map of a chart that is one. */
void map_each(const struct chart *chart,
              void (*take)(void *with, const struct map_numbers *numbers), void *with);

/* Prints the maps as tables of numbers, at most `columns` characters wide. */
void map_print(FILE *out, const struct chart *chart, int columns);

#endif
