/* What plots/ is told of the studies. */
#ifndef WARPLINE_TELLINGS_H
#define WARPLINE_TELLINGS_H

#include "plots/figure/telling.h"

enum { TELLINGS_MAX = 128 };

/* Fills in a telling for each study, group by group, and then one without a study's name. */
void study_tellings(struct telling tellings[TELLINGS_MAX]);

#endif
