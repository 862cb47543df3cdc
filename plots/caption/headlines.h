/* The headline numbers of results, each made from the points of one study: of the page and of a
 * run's last screen. */
#ifndef PLOTS_HEADLINES_H
#define PLOTS_HEADLINES_H

#include "plots/figure/chart.h"

#include <stdbool.h>

enum { HEADLINES = 8 };

/* The study whose figure stands for all. */
extern const char signature_study[];

/* Plain text, not escaped. */
struct headline {
    const char *title, *link; /* the part of the page that it leads to */
    bool there;               /* its points are; else it has nothing to say */
    char *number, *meaning;
};

/* Headline number `index`, below HEADLINES, of these charts. 0 or -ENOMEM; headline_free in both
 * cases. */
int headline_tell(const struct chart *charts, int chart_count, int index,
                  struct headline *headline);

void headline_free(struct headline *headline);

#endif
