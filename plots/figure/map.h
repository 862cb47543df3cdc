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

/* One target's points of one pattern, by the values of both parameters. */
struct map {
    const struct chart *chart;
    const struct row *any; /* one of them */
    bool predicted;        /* what the values are */
    int rows, columns;
    double *across, *down;    /* the values of both parameters, rising */
    const struct row **cells; /* rows * columns, row after row; NULL: not measured */
    double *values;           /* of the cells; NaN: there is none */
};

/* Calls `take` with each map of a chart that is one: what was measured, then what was predicted. */
void map_each(const struct chart *chart, void (*take)(void *with, const struct map *map),
              void *with);

/* Prints the maps as tables of numbers, at most `columns` characters wide. */
void map_print(FILE *out, const struct chart *chart, int columns);

#endif
