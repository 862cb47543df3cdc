/* The page of a fleet, and its table of nodes. */
#ifndef PLOTS_NODES_FLEET_PAGE_H
#define PLOTS_NODES_FLEET_PAGE_H

#include "plots/nodes/fleet.h"

#include <stdio.h>

/* Both take a fleet that was judged. The figures in `report_dir` become part of the page; NULL:
 * there are none. */
void fleet_page_write(FILE *out, const struct fleet *fleet, const char *report_dir,
                      const char *(*question)(const char *study));
void fleet_nodes_write(FILE *out, const struct fleet *fleet);

#endif
