/* The report of many nodes. */
#ifndef WARPLINE_FLEET_COMMAND_H
#define WARPLINE_FLEET_COMMAND_H

#include "study/commands/options.h"

#include <stdbool.h>

/* Whether `report` was given more than one page about machines takes: many folders, merged results,
 * or a folder of such folders. */
bool fleet_is_meant(const struct options *options);

/* Writes the page of all of them, below --out, or where one name was given, below that. Returns the
 * exit status. */
int fleet_report(const struct options *options);

#endif
