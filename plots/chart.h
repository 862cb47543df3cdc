/* One study made ready to draw and to tell: its rows in order, and the series among them. */
#ifndef PLOTS_CHART_H
#define PLOTS_CHART_H

#include "dataset.h"

/* One line of a figure: a pattern on a target of one machine, by rising parameter value. */
struct series {
    const struct point *const *points; /* usable, with a value; into the chart's `drawn` */
    int count;
    char label[200];  /* as in the legend and in captions */
    int target_style; /* 1 cpu, 2 gpu0, 3 gpu1, 4 other; 5 to 8 the same of a recorded machine */
    int line_style;   /* 1 for the first pattern by name, 2 for the second... */
    double copy_gbps; /* of its baseline row; NaN if there is none */
    bool told;        /* stands in captions: recorded ones do only where the run has no such kind */
};

struct chart {
    const char *study;
    const char *parameter;     /* of the first series */
    const struct point **rows; /* all of the study's, sorted by machine, target, pattern, value */
    int row_count;
    const struct point **drawn;
    int drawn_count;
    struct series *series;
    int series_count;
};

/* Gathers the rows of `study` from `sets` (the run's own first, then recorded ones), which must
 * outlive the chart. 0 or -ENOMEM; chart_free in both cases. */
int chart_build(struct chart *chart, const char *study, const struct dataset *sets, int set_count);

void chart_free(struct chart *chart);

#endif
