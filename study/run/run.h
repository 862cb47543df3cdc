/* A run: measures the points of a request and writes their rows to a folder of results. */
#ifndef WARPLINE_RUN_H
#define WARPLINE_RUN_H

#include "study/plan/targets.h"
#include "study/request.h"

/* Measures the request, whose names have been checked (plan_check_names). A folder that has rows of
 * the same options keeps them, of whatever studies: the run adds what is missing. Progress goes to
 * stderr. Returns 0 or an exit status after a message. */
int run_request(const struct plan_request *request, const char *folder);

/* Opens the request's targets, all of which can be measured. Returns 0, or an exit status after a
 * message with no target open. */
int run_targets(const struct plan_request *request, struct target_list *targets);

#endif
