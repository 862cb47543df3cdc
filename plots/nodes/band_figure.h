/* The figures of a fleet: a panel for each pattern and parameter of a study. Each machine kind has
 * a line, the median of its members, and a band from their lowest tenth to their highest tenth
 * (with fewer than eleven members: all of them).
 *
 * Under the report folder, data/bands.gp has the numbers of all panels; gnuplot draws STUDY-NN.svg
 * from it, also by hand: `cd REPORT && gnuplot data/bands.gp`. */
#ifndef PLOTS_NODES_BAND_FIGURE_H
#define PLOTS_NODES_BAND_FIGURE_H

#include "plots/nodes/fleet.h"

#include <stddef.h>
#include <stdio.h>

/* The colour of a kind, by its number in fleet->kinds; the colours repeat. */
const char *band_colour(int kind);

/* Writes data/bands.gp, which uses the scripts in `plots_dir`. 0, or a negative errno with a line
 * in `problem`. */
int bands_write(const struct fleet *fleet, const char *report_dir, const char *plots_dir,
                char *problem, size_t problem_size);

/* Writes the panels of a study that gnuplot has drawn, as elements of an HTML page. */
void bands_inline(FILE *out, const struct fleet *fleet, const char *study, const char *report_dir);

#endif
