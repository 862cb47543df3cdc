/* The page of a report: index.html, one file with its figures in it, readable without a network. */
#ifndef PLOTS_PAGE_H
#define PLOTS_PAGE_H

#include "plots/figure/chart.h"

#include <stdbool.h>
#include <stdio.h>

struct page {
    FILE *out;
    const struct dataset *sets; /* the run's own, then those beside it */
    int set_count;
    const struct chart *charts; /* in the order of the page */
    const bool *drawn;          /* one a chart: its pictures are in report_dir */
    int chart_count;
    const char *report_dir;
    const char *css;                             /* put into the page as it is */
    const char *(*lesson)(const char *pattern);  /* or NULL */
    const char *(*formula)(const char *pattern); /* or NULL */
    const char *problem;                         /* shown as a note if not empty */
    const char *follows;                         /* the same */
};

/* Writes all of it. 0, or -ENOMEM where a part is missing. */
int page_write(const struct page *page);

#endif
