/* One study of a fleet: an SVG for each pattern and parameter. Each machine kind has a line, the
 * median of its members, and a band from their lowest tenth to their highest tenth (with fewer than
 * eleven members: all of them). */
#ifndef PLOTS_NODES_BAND_FIGURE_H
#define PLOTS_NODES_BAND_FIGURE_H

#include "plots/nodes/fleet.h"

#include <stdio.h>

enum { BAND_COLOURS = 6 };

/* The colour of a kind, by its number in fleet->kinds; colours repeat after BAND_COLOURS. */
const char *band_colour(int kind);

/* Writes the figure of a study. `room` holds as many numbers as there are members. 0 or -ENOMEM. */
int band_figure_write(FILE *out, const struct fleet *fleet, const char *study, double *room);

#endif
