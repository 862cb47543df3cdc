/* What the headers of two groups of runs say differently: a driver, a kernel, a compiler. */
#ifndef PLOTS_COMPARE_CIRCUMSTANCES_H
#define PLOTS_COMPARE_CIRCUMSTANCES_H

#include "plots/data/csv.h"
#include "plots/data/names.h"

enum { CIRCUMSTANCES_MOST = 64 };

struct circumstance {
    const char *key;      /* of a header line */
    const char *value[2]; /* of A and B; NULL: no run says it; "several": its runs differ */
};

/* Zeroed, nothing is known. */
struct circumstances {
    struct circumstance of[CIRCUMSTANCES_MOST];
    int count;
};

/* Takes what the header of a folder says of its nodes, for side 0 or 1. Texts are kept in `names`.
 * 0 or -ENOMEM. */
int circumstances_take(struct circumstances *all, struct names *names, int side,
                       const struct table *table);

/* Whether A and B are said to differ in it. */
bool circumstance_differs(const struct circumstance *one);

#endif
