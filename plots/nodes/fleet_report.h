/* The report of a fleet: a page with the outliers, the figures of all studies, and all nodes; and
 * nodes.csv, with all nodes and all classes. */
#ifndef PLOTS_NODES_FLEET_REPORT_H
#define PLOTS_NODES_FLEET_REPORT_H

#include "plots/fleet/result_sets.h"
#include "plots/nodes/fleet.h"

#include <limits.h>

struct fleet_report_options {
    const char *folder;    /* its subfolder `report` gets the page; created if missing */
    const char *plots_dir; /* with gnuplot/, the scripts */
    double threshold;      /* 0.05 */
    const char *(*class_of)(const char *pattern);
    const char *(*question)(const char *study); /* these two may return NULL */
    const struct axis *(*axis_of)(const char *study, const char *parameter);
};

struct fleet_report_outcome {
    int members, contradicted;
    int off, inconclusive, not_judged; /* members: outliers, possible outliers, without peers */
    int without_times; /* members with peers, but without a valid time at a point of theirs */
    struct roll roll;  /* the nodes; the caller calls roll_free, whatever the result */
    char page[PATH_MAX];
    char problem[PATH_MAX + 512];
};

/* 0; FLEET_NO_FIGURES, with the problem, if the page has no figures; or a negative errno with the
 * problem: then no new page was written. */
enum { FLEET_NO_FIGURES = 1 };
int fleet_report_write(const struct sets *sets, const struct fleet_report_options *options,
                       struct fleet_report_outcome *outcome);

#endif
