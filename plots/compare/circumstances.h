/* Differences between the headers of two groups of runs: a driver, a kernel, a compiler. */
#ifndef PLOTS_COMPARE_CIRCUMSTANCES_H
#define PLOTS_COMPARE_CIRCUMSTANCES_H

#include "plots/data/csv.h"
#include "plots/data/names.h"

enum { CIRCUMSTANCES_MOST = 64 };

struct circumstance {
    const char *key;      /* of a header line */
    const char *value[2]; /* of A and B; NULL: in no run; "several": its runs differ */
};

/* A zeroed struct is empty. */
struct circumstances {
    struct circumstance of[CIRCUMSTANCES_MOST];
    int count;
};

/* Adds the facts that a folder's header states about its nodes, for side 0 or 1. Strings are stored
 * in `names`. 0 or -ENOMEM. */
int circumstances_take(struct circumstances *all, struct names *names, int side,
                       const struct table *table);

/* Whether A and B differ in it. */
bool circumstance_differs(const struct circumstance *one);

#endif
