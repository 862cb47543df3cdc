/* How each series of a chart is drawn, and the colours.
 *
 * The hue is the target's in every figure: blue a CPU, orange a GPU, purple a second one. Patterns
 * are shades of it, and markers and dashes say again which is which. What another machine has
 * beside the first one's target of that kind is thin, with crosses. Where there are so many
 * machines that a panel would hold more than four series, patterns get panels of their own. */
#ifndef PLOTS_STYLE_H
#define PLOTS_STYLE_H

#include "plots/figure/chart.h"

enum { SHADES = 4, HUES = 4, ALL_SIDES = -1 };

enum split {
    SPLIT_NOTHING,   /* all series of a group in each of its panels, which differ by quantity */
    SPLIT_KIND,      /* CPUs left, GPUs right */
    SPLIT_PARAMETER, /* the first series' parameter left, any other right */
};

struct style {
    int hue;          /* by target, from 0: cpu, gpu0, gpu1, other */
    int shade;        /* by pattern within its group and then by machine, from 0 */
    int marker, dash; /* by pattern, from 0; beside the told machine the marker is by machine */
    bool beside;      /* of another machine than the one that is told */
    int side;         /* of the split, 0 or 1, or ALL_SIDES */
    int group;        /* of patterns that share a panel, from 0 */
    int entry;        /* of the legend: the first series that has the same words there */
    int swatch;       /* its place in that entry; -1 where none is needed */
    char legend[200];
    char label[120]; /* shorter: at a line's end; empty: none there */
};

/* "#0072b2": at least 3:1 against white; the first three shades, which words are written in,
 * 4.5:1. */
const char *style_colour(int hue, int shade);

enum split style_split(const struct chart *chart);

/* Fills one a series. */
void style_series(struct style *styles, enum split split, const struct chart *chart);

/* Whether one of the series has that kind of target. */
bool style_has_kind(const struct chart *chart, bool gpu);

#endif
