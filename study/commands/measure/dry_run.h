/* `warpline run --dry-run`: what a run would measure, and how long it would take. */
#ifndef WARPLINE_DRY_RUN_H
#define WARPLINE_DRY_RUN_H

#include "study/request.h"

/* Prints the points, the largest arrays and the expected time of each study and in total, as text
 * or as a JSON document. Measures and writes nothing. Returns the exit status. */
int dry_run(const struct plan_request *request, bool json);

#endif
