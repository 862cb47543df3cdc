/* What `warpline show` says of a pattern's cost: pictures of its first requests, and the models'
 * counts. */
#ifndef WARPLINE_FORECAST_H
#define WARPLINE_FORECAST_H

#include "study/commands/options.h"
#include "study/plan/point.h"

/* 0 if the pattern has elements of the size asked for, all targets have a model and are named once,
 * what --with names has ceilings, and the point fits (fitting.h), else EXIT_USAGE after a message.
 */
int forecast_check(const struct pattern *pattern, const struct shape *shape,
                   const struct options *options);

/* Prints both for each target that options->on names (cpu and gpu0 where it names none), with the
 * parameter values of `shape`; a GPU need not be there, and the CPU may be a synthetic one of
 * hwloc's. The options have been checked. Returns 0, or an exit status after a message. */
int forecast_print(const struct pattern *pattern, const struct shape *shape,
                   const struct options *options);

#endif
