/* The look of a chart: its panels and their contents.
 *
 * Panels form at most two columns, CPUs left and GPUs right, or of one kind alone one for each of
 * two parameters. A column has a panel for each group of patterns in the study's telling, each
 * parameter and each machine, the reader's own first. */
#ifndef PLOTS_LOOK_H
#define PLOTS_LOOK_H

#include "plots/figure/chart.h"
#include "plots/figure/style.h"
#include "plots/figure/telling.h"

enum { GROUPS_MOST = 48, PANELS_MOST = PANELS * GROUPS_MOST };

struct range {
    double low, high;
    double least; /* smallest value above zero, for a logarithmic axis; NaN if there is none */
};

struct panel {
    const struct quantity *quantity;
    const char *parameter; /* the first series' parameter */
    char title[300];       /* its targets, and their machine if there are several */
    char patterns[200];    /* of its series, if other panels have others */
    int side;              /* of the split, 0 or 1, or ALL_SIDES */
    int machine;           /* of its series */
    int group;
    int column, row; /* position, from 0 */
    struct range across, up;
    const struct axis *axis; /* the horizontal axis, of the parameter */
    bool across_log, up_log;
};

struct look {
    enum split split;
    struct panel panels[PANELS_MOST];
    int panel_count;
    struct style *styles; /* one per series */
};

/* look_free frees it. */
void look_make(struct look *look, const struct chart *chart);

void look_free(struct look *look);

/* Whether panel number `panel` shows series number `series`. */
bool look_shows(const struct look *look, int panel, int series);

/* The quantities of the study's columns: those of its telling that any point has, or GB/s. Returns
 * their number. */
int look_columns(const struct chart *chart, const struct quantity *columns[PANELS]);

/* The panels' quantities, each once. Returns their number. */
int look_quantities(const struct look *look, const struct quantity *quantities[PANELS_MOST]);

#endif
