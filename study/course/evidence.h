/* What is worked out of hand-ins' samples: intervals as a run makes them, and which folders hold
 * one measurement. */
#ifndef WARPLINE_EVIDENCE_H
#define WARPLINE_EVIDENCE_H

#include "plots/verify/row_checks.h"
#include "plots/verify/twins.h"

/* The 95 % interval of the median, as a run makes it (statistics.h). */
void evidence_interval(const double *samples, int count, uint64_t seed, double *low, double *high);

/* The bytes of a row's point, as the program's own patterns make them: see bytes_function. */
bool evidence_bytes(const struct row *row, double *useful_bytes, double *footprint_bytes);

/* Two hand-ins with rows of one measurement, or two rows of one hand-in (a == b). */
struct twin_pair {
    int a, b;           /* numbers of the hand-ins */
    int rows;           /* so many rows */
    int line_a, line_b; /* the first of them in a's file */
    double scale;       /* what times a's times gives b's */
};

struct twin_pairs {
    struct twin_pair *of; /* the caller frees */
    int count;
};

/* Compares all traces of several hand-ins, which it puts in another order. 0 or -ENOMEM. */
int evidence_pairs(struct traces *traces, struct twin_pairs *pairs);

#endif
