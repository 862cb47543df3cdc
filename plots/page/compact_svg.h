/* What a figure of gnuplot's draws, in a sixth of the bytes, as an <svg> for a page.
 *
 * gnuplot opens a group for each stroke, repeats symbol, scale and colour at each point, writes
 * hundredths of a pixel and samples straight lines. Here a stroke names what differs from the
 * figure's defaults, a point is a place and one of the figure's symbols, coordinates are tenths of
 * a pixel, and of a level line only the ends are left. What looks like nothing that is known here
 * is copied as it stands. */
#ifndef PLOTS_COMPACT_SVG_H
#define PLOTS_COMPACT_SVG_H

#include <stdio.h>

/* Reads `in` to its end. `prefix` keeps the ids apart from those of other figures on the page;
 * `name` is what the figure is called, not escaped. 0, or -ENOMEM: then nothing is written. */
int compact_svg(FILE *out, FILE *in, const char *prefix, const char *name);

#endif
