/* Drawings of a machine by lstopo, which comes with hwloc. */
#ifndef PLOTS_LSTOPO_H
#define PLOTS_LSTOPO_H

#include <stddef.h>

/* Draws hwloc's XML in `format`: "ascii" for a terminal, or "nativesvg". One object is
 * drawn for four or more identical ones. The caller frees the drawing. NULL, with a line in
 * `problem`, if lstopo is missing or fails. */
char *lstopo_draw(const char *xml, const char *format, char *problem, size_t problem_size);

#endif
