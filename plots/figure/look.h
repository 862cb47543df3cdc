/* How a chart looks: its panels and what is in each, the hue, marker and dash of each series, and
 * the legend.
 *
 * Few series share both panels: the hue is the target's, the dash is the pattern's, and the marker
 * says both. Many
 * would be a thicket, so CPUs get one panel and GPUs the other, and hue, marker and dash are the
 * pattern's. Two parameters get a panel each. Recorded machines are lighter everywhere. */
#ifndef PLOTS_LOOK_H
#define PLOTS_LOOK_H

#include "plots/figure/chart.h"
#include "plots/figure/telling.h"

enum split {
    SPLIT_NOTHING,   /* all series in each panel; panels differ by their quantity */
    SPLIT_KIND,      /* CPUs left, GPUs right */
    SPLIT_PARAMETER, /* the first series' parameter left, any other right */
};

struct range {
    double low, high;
    double least; /* above zero, for a logarithmic axis; NaN if there is none */
};

struct panel {
    const struct quantity *quantity;
    const char *parameter; /* of its first series */
    char title[300];       /* whose series they are; empty where both panels hold all */
    struct range across, up;
    const struct axis *axis; /* of the parameter that is across */
    bool across_log, up_log;
};

struct style {
    int hue; /* 1 to 4 by target: cpu, gpu0, gpu1, other; 1 to 8 by pattern */
    int marker;
    int dash;
    bool light;       /* of a recorded machine */
    bool faint;       /* and drawn beside the run's own targets of that kind */
    int panel;        /* the one it is in; PANELS: in all */
    char legend[200]; /* empty where another series' entry stands for it too */
};

struct look {
    enum split split;
    bool by_pattern; /* what hue and marker say */
    struct panel panels[PANELS];
    int panel_count;
    struct style *styles; /* one a series */
};

/* 0 or -ENOMEM; look_free in both cases. */
int look_make(struct look *look, const struct chart *chart);

void look_free(struct look *look);

/* Whether panel number `panel` shows series number `series`. */
bool look_shows(const struct look *look, int panel, int series);

#endif
