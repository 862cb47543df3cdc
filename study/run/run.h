/* A run: measures the points of a request and keeps their rows in a folder of results. */
#ifndef WARPLINE_RUN_H
#define WARPLINE_RUN_H

#include "study/request.h"

/* Measures the request, whose names have been checked (plan_check_names). A folder that has rows of
 * the same options keeps them, whatever studies they are of: the run adds what is missing. Progress
 * goes to stderr. Returns 0 or an exit status after a message. */
int run_request(const struct plan_request *request, const char *folder);

/* Prints the plan of the request instead: points, largest arrays, expected time (dry_run.h).
 * Measures and writes nothing. Returns the exit status. */
int run_dry(const struct plan_request *request, bool json);

#endif
