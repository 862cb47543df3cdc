/* The style of each series of a chart, and the colours.
 *
 * The hue belongs to the target in every figure: blue for a CPU, orange for a GPU, purple for a
 * second one. Patterns are shades of it; markers distinguish them again. A panel has one machine,
 * and at most four series of a target: more patterns get separate panels. */
#ifndef PLOTS_STYLE_H
#define PLOTS_STYLE_H

#include "plots/figure/chart.h"

enum { SHADES = 4, HUES = 4, ALL_SIDES = -1 };

enum split {
    SPLIT_NOTHING,   /* all series of a group in each of its panels; panels differ by quantity */
    SPLIT_KIND,      /* CPUs left, GPUs right */
    SPLIT_PARAMETER, /* the first series' parameter left, any other right */
};

struct style {
    int hue;         /* by target, from 0: cpu, gpu0, gpu1, other */
    int shade;       /* by pattern within its panel, from 0 */
    int marker;      /* by pattern, from 0 */
    int machine;     /* of the chart's machines, from 0 */
    int side;        /* of the split, 0 or 1, or ALL_SIDES */
    int group;       /* the panels of each side by patterns, then by machine, from 0 */
    char label[120]; /* at the line's end */
};

/* "#0072b2". Contrast against white is at least 3:1, and 4.5:1 for the first three shades, in which
 * text is written. */
const char *style_colour(int hue, int shade);

enum split style_split(const struct chart *chart);

/* Fills one style per series. */
void style_series(struct style *styles, enum split split, const struct chart *chart);

#endif
