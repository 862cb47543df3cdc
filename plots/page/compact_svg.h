/* A figure drawn by gnuplot, in a sixth of the bytes, as an <svg> for a page.
 *
 * gnuplot opens a group for each stroke, repeats symbol, scale and colour at each point, writes
 * hundredths of a pixel and samples straight lines. Here a stroke names only what differs from the
 * figure's defaults, a point is a place and one of the figure's symbols, coordinates are tenths of
 * a pixel, and of a horizontal or vertical line only the ends remain. Unknown elements are copied
 * unchanged. */
#ifndef PLOTS_COMPACT_SVG_H
#define PLOTS_COMPACT_SVG_H

#include <stdio.h>

/* Reads `in` to its end. `prefix` keeps the ids distinct from those of other figures on the page;
 * `name` is the figure's name, not escaped. 0, or -ENOMEM: then nothing is written. */
int compact_svg(FILE *out, FILE *in, const char *prefix, const char *name);

#endif
