/* How a chart looks: its panels and what is in each.
 *
 * Panels stand in two columns at most. What would be more series in one than can be told apart is
 * split: CPUs left and GPUs right, and a row for each group of patterns that the study's telling
 * has. Two parameters get a column each. */
#ifndef PLOTS_LOOK_H
#define PLOTS_LOOK_H

#include "plots/figure/chart.h"
#include "plots/figure/style.h"
#include "plots/figure/telling.h"

enum { GROUPS_MOST = 12, PANELS_MOST = PANELS * GROUPS_MOST };

struct range {
    double low, high;
    double least; /* above zero, for a logarithmic axis; NaN if there is none */
};

struct panel {
    const struct quantity *quantity;
    const char *parameter; /* of its first series */
    char title[300];       /* whose series they are; empty where both columns hold all */
    int side;              /* of the split, 0 or 1, or ALL_SIDES */
    int group;
    int column, row; /* where it stands, from 0 */
    struct range across, up;
    const struct axis *axis; /* of the parameter that is across */
    bool across_log, up_log;
};

struct look {
    enum split split;
    struct panel panels[PANELS_MOST];
    int panel_count;
    struct style *styles; /* one a series */
};

/* 0 or -ENOMEM; look_free in both cases. */
int look_make(struct look *look, const struct chart *chart);

void look_free(struct look *look);

/* Whether panel number `panel` shows series number `series`. */
bool look_shows(const struct look *look, int panel, int series);

/* Whether lines have their names at their ends, because each panel has few, and so no legend. */
bool look_labels_lines(const struct look *look, const struct chart *chart);

/* The panels' quantities, each once. How many. */
int look_quantities(const struct look *look, const struct quantity *quantities[PANELS_MOST]);

#endif
