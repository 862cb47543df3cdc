/* What `warpline time` says of the timings of one point, on all targets asked for. */
#ifndef WARPLINE_TIMINGS_H
#define WARPLINE_TIMINGS_H

#include "study/time/timing.h"

/* As text on stdout: a table, the targets side by side; then of each its histogram and warnings. */
void timings_print(const struct timed *timed, const struct timing *timings, int count);

/* As one JSON document (study/json/document.h). Returns the exit status. */
int timings_document(const struct timed *timed, const struct timing *timings, int count);

#endif
