/* Text pictures of the requests from which `warpline show` predicts. */
#ifndef WARPLINE_PICTURE_H
#define WARPLINE_PICTURE_H

#include "patterns/pattern.h"

/* Prints the first request of each kind that the first warp (`gpu`), or the first thread, makes:
 * its addresses as lines of `line_bytes` bytes, one character for every four of them, and on a GPU
 * with bars between the sectors. */
void picture_draw(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                  bool gpu, int line_bytes);

#endif
