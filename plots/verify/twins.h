/* Rows of one measurement: their samples are equal, perhaps all multiplied by one number, perhaps
 * in another order, whatever the rows say that they are. Two honest measurements never agree so:
 * ten samples that spread over a hundredth would have to meet to a few millionths each. Rows whose
 * samples spread by less than what the files round away are left out. */
#ifndef PLOTS_TWINS_H
#define PLOTS_TWINS_H

#include "plots/verify/stated.h"

/* The samples of one row, the least first. */
struct trace {
    int owner; /* which hand-in */
    int line;  /* of its results.csv */
    int count;
    double shape;    /* the least over the most: traces of one measurement have one */
    double *samples; /* ns */
};

/* All rows of all hand-ins that can be told apart; zeroed, there are none. */
struct traces {
    struct trace *of;
    int count, room;
};

/* Two rows of one measurement, and what times `a` gives `b`. */
struct twins {
    const struct trace *a, *b;
    double scale;
};

typedef void twins_listener(void *context, const struct twins *twins);

/* Adds a row, if its samples can be told from others. 0 or -ENOMEM. */
int traces_add(struct traces *traces, int owner, const struct stated *stated);

/* Puts the traces in another order, and tells each pair. */
void traces_compare(struct traces *traces, twins_listener *tell, void *context);

void traces_free(struct traces *traces);

#endif
