/* The report of a results folder: figures, captions, tables, one page.
 *
 * Reads RESULTS/results.csv and writes RESULTS/report/, or in another folder: index.html,
 * STUDY.svg, STUDY.png, and in data/ the input of gnuplot. It knows only result files; what it
 * needs to know about patterns, devices or studies comes from the caller. A study without such a
 * description gets a general figure. */
#ifndef PLOTS_REPORT_H
#define PLOTS_REPORT_H

#include "plots/figure/telling.h"
#include "plots/verify/follows.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>

enum { BESIDE_MOST = 3, MACHINES_MOST = 1 + BESIDE_MOST };

/* Another machine's results. */
struct report_beside {
    const char *dir;
    const char *name; /* its label; NULL: its host name, or its folder if two have the same host */
    bool gpus_alone;  /* it stands in for GPUs that the run lacks: its CPU is not drawn */
};

/* Result of report_write if the page is complete except for figures. */
enum { REPORT_NO_FIGURES = 1 };

struct report_options {
    const char *results_dir;
    const char *out_dir;                      /* for report/; NULL: results_dir */
    const char *plots_dir;                    /* with gnuplot/, the scripts, and page/report.css */
    struct report_beside beside[BESIDE_MOST]; /* results to draw for comparison */
    int beside_count;
    int columns;  /* of figures as text on stdout: nothing is written; 0: write the page */
    bool by_name; /* the run's own machine is named in figures, too */
    const char *(*lesson)(const char *pattern);  /* a pattern's lesson or NULL; may be NULL */
    const char *(*formula)(const char *pattern); /* its loop body, with the same NULLs */
    interval_function *interval;                 /* computes intervals as a run does; may be NULL */
    bytes_function *bytes;                       /* computes the bytes of a point; may be NULL */
    const struct telling *tellings; /* in page order, ended by one without a study; or NULL */
};

/* The outcome of a report. */
struct report_outcome {
    char page[PATH_MAX];            /* path of the page */
    char residuals[512];            /* the line of residual_summary, or "" */
    char problem[PATH_MAX + 256];   /* the file and its problem, or "" */
    char notes[MACHINES_MOST][640]; /* about the samples or missing points of each set, or "" */
    char follows[640];              /* first inconsistency in the results, or "" */
    int contradicted;               /* rows left out because their samples disagree */
};

/* Writes the page, or prints the figures as text. 0; REPORT_NO_FIGURES, with the problem (no
 * gnuplot, or it failed); or a negative errno with the problem: then there is no page. */
int report_write(const struct report_options *options, struct report_outcome *outcome);

/* text_report.c: a report as text, for a terminal: its figures, or its main results on one screen.
 *
 * Prints each chart's finding, its figure as gnuplot draws it in letters, and its caption,
 * `columns` wide, on stdout. `scripts` is the folder of gnuplot's. 0, or a negative errno with a
 * line in `problem`: -EIO if gnuplot is missing or fails, -ENODATA if no chart has a point. */
int text_report(const struct chart *charts, int count, const char *scripts, int columns,
                char *problem, size_t problem_size);

/* Writes the page's headline numbers, as far as their studies were measured, and the lines of the
 * extremes. In ASCII if the user's locale is not UTF-8. `tellings` ends with one without a study,
 * or is NULL. 0, or a negative errno with a line in `problem`; then nothing is written. */
int summary_write(FILE *out, const char *folder, const struct telling *tellings, char *problem,
                  size_t problem_size);

#endif
