/* Patterns and parameter values by name, as the command line gives them. */
#ifndef WARPLINE_PARAMETERS_H
#define WARPLINE_PARAMETERS_H

#include "study/commands/options.h"
#include "study/plan/point.h"

/* The pattern of that name, or NULL after a message that names the nearest ones. */
const struct pattern *pattern_named(const char *name);

/* Sets the parameters that --set names. Returns 0, or EXIT_USAGE after a message that names the
 * setting and what is valid. */
int set_parameters(struct shape *shape, const struct pattern *pattern,
                   const struct options *options);

#endif
