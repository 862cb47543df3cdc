/* The report of a fleet: one page with the nodes that are off, the figures of all studies, and all
 * nodes; and nodes.csv, which has them all with all classes. */
#ifndef PLOTS_NODES_FLEET_REPORT_H
#define PLOTS_NODES_FLEET_REPORT_H

#include "plots/fleet/result_sets.h"
#include "plots/nodes/fleet.h"

#include <limits.h>

struct fleet_report_options {
    const char *folder; /* whose folder `report` gets the page; made where it is not there */
    double threshold;   /* 0.05 */
    const char *(*class_of)(const char *pattern);
    const char *(*question)(const char *study); /* may return NULL */
};

struct fleet_report_outcome {
    int nodes, members, contradicted;
    int off, inconclusive, not_judged; /* members: differ from their kind, may differ, are alone */
    char page[PATH_MAX];
    char problem[PATH_MAX + 512];
};

/* 0, or a negative errno with the problem: then there is no new page. */
int fleet_report_write(const struct sets *sets, const struct fleet_report_options *options,
                       struct fleet_report_outcome *outcome);

#endif
