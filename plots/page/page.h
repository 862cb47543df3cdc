/* The page of a report: index.html, one file beside the figures, readable without a network. */
#ifndef PLOTS_PAGE_H
#define PLOTS_PAGE_H

#include "plots/figure/chart.h"

#include <stdbool.h>
#include <stdio.h>

struct page {
    FILE *out;
    const struct dataset *sets; /* the run's own, then at most one recorded */
    int set_count;
    const char *report_dir;                     /* for the commands that draw a figure again */
    const char *css;                            /* put into the page as it is */
    const char *(*lesson)(const char *pattern); /* or NULL */
};

/* All of the following return 0, or -ENOMEM where a part of the page is missing. */

/* From <!doctype> to the list of studies. `problem`, if not empty, is shown as a note. */
int page_begin(const struct page *page, const struct chart *charts, int chart_count,
               const char *problem);

/* The section of one study; `has_figure`: its pictures have been drawn. */
int page_study(const struct page *page, const struct chart *chart, bool has_figure);

/* How far the run's own measurements are from their predictions, by study and target; nothing where
 * there are none (page_residuals.c). */
int page_residuals(const struct page *page, const struct chart *charts, int chart_count);

/* What the results say of the sources' claims, also of a recorded machine's (page_claims.c). */
int page_claims(const struct page *page);

/* The environment of every results file, and how to draw the figures again. */
int page_end(const struct page *page);

#endif
