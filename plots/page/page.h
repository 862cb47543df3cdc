/* The page of a report: index.html, one file that contains its figures and needs no network. */
#ifndef PLOTS_PAGE_H
#define PLOTS_PAGE_H

#include "plots/figure/chart.h"

#include <stdbool.h>
#include <stdio.h>

struct page {
    FILE *out;
    const struct dataset *sets; /* the run's own, then those drawn for comparison */
    int set_count;
    const struct chart *charts; /* in the order of the page */
    const bool *drawn;          /* per chart: whether its pictures are in report_dir */
    int chart_count;
    const char *report_dir;
    const char *css;                             /* copied into the page unchanged */
    const char *(*lesson)(const char *pattern);  /* or NULL */
    const char *(*formula)(const char *pattern); /* or NULL */
    const char *problem;                         /* shown as a note if not empty */
    const char *follows;                         /* the same */
};

/* Writes the complete page. 0, or a negative errno if a file of results cannot be read. */
int page_write(const struct page *page);

#endif
