/* A figure drawn by gnuplot as an <svg> element of an HTML page.
 *
 * What gnuplot repeats in each group is left out or said once, and so is what draws nothing. That
 * halves the bytes; the strokes, marks (to a tenth of a pixel) and words are gnuplot's. Colours are
 * written as "#0072b2", so that the page's rules can give them others where it is dark. */
#ifndef PLOTS_INLINE_SVG_H
#define PLOTS_INLINE_SVG_H

#include <stdio.h>

/* Copies the file `path`. `prefix` keeps its ids distinct from those of other figures on the page;
 * `name` and `finding` (or NULL) are what screen readers say of it, not escaped. Nothing is written
 * if the file cannot be read. */
void inline_svg(FILE *out, const char *path, const char *prefix, const char *name,
                const char *finding);

/* Writes the rules of a style sheet that colour such elements on a dark page. Numbers and shades of
 * a heat map stay as they are: they are drawn in other colours. */
void inline_svg_rules(FILE *out);

#endif
