/* The report of a results folder: figures, captions, tables, one page.
 *
 * Reads RESULTS/results.csv and writes RESULTS/report/: index.html, STUDY.svg, STUDY.png, and in
 * data/ what gnuplot was given. Knows result files alone: nothing of patterns, devices or studies
 * but what it is told. A study that it is told nothing of gets a general figure.
 */
#ifndef PLOTS_REPORT_H
#define PLOTS_REPORT_H

#include "plots/figure/telling.h"
#include "plots/verify/follows.h"

#include <limits.h>

enum { BESIDE_MOST = 3, MACHINES_MOST = 1 + BESIDE_MOST };

/* Another machine's results. */
struct report_beside {
    const char *dir;
    const char *name; /* what to call it; NULL: by its host, or by its folder where two have one */
};

/* report_write's answer when the page is complete but for figures. */
enum { REPORT_NO_FIGURES = 1 };

struct report_options {
    const char *results_dir;
    const char *plots_dir;                    /* with gnuplot/, the scripts, and page/report.css */
    struct report_beside beside[BESIDE_MOST]; /* results to draw beside */
    int beside_count;
    bool by_name; /* the run's own machine has its name in figures, too */
    const char *(*lesson)(const char *pattern);  /* what it teaches, or NULL; may itself be NULL */
    const char *(*formula)(const char *pattern); /* its loop's body, in the same way */
    interval_function *interval;                 /* how a run makes its intervals; may be NULL */
    bytes_function *bytes;                       /* the same of the bytes of a point */
    const struct telling *tellings; /* in the order of the page, up to one without study; or NULL */
};

/* What became of it. */
struct report_outcome {
    char page[PATH_MAX];            /* where it is */
    char residuals[512];            /* the line that residual_summary makes of the results, or "" */
    char problem[PATH_MAX + 256];   /* the file and what is wrong with it, or "" */
    char notes[MACHINES_MOST][640]; /* of all results: their samples, or "" */
    char follows[640]; /* of the first results that do not follow from what was measured, or "" */
    int contradicted;  /* rows that were left out because their samples say otherwise */
};

/* 0; REPORT_NO_FIGURES, with the problem (no gnuplot, or it failed); or a negative errno with the
 * problem, where there is no page. */
int report_write(const struct report_options *options, struct report_outcome *outcome);

#endif
