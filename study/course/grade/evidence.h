/* The functions that plots/verify/ needs from study/: intervals as in a run, and patterns'
 * bytes. */
#ifndef WARPLINE_EVIDENCE_H
#define WARPLINE_EVIDENCE_H

#include "plots/verify/follows.h"

/* The 95 % interval of the median, computed as in a run (measure.h). */
void evidence_interval(const double *samples, int count, uint64_t seed, double *low, double *high);

/* The bytes of a row's point, computed by its pattern: see bytes_function. */
bool evidence_bytes(const struct row *row, double *useful_bytes, double *footprint_bytes);

#endif
