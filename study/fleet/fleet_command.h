/* The report of many nodes. */
#ifndef WARPLINE_FLEET_COMMAND_H
#define WARPLINE_FLEET_COMMAND_H

#include "study/commands/options.h"

#include <stdbool.h>

/* Whether `report` was given more folders than a page about machines shows, merged results, or a
 * folder of such folders. */
bool fleet_is_meant(const struct options *options);

/* Writes the page of all of them below --out or, if one name was given, below that folder. Returns
 * the exit status. */
int fleet_report(const struct options *options);

#endif
