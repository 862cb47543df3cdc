/* Whether a point can be what it says: asked before its cost is predicted. */
#ifndef WARPLINE_FITTING_H
#define WARPLINE_FITTING_H

#include "patterns/pattern.h"

#include <stddef.h>

/* 0 where its arrays are of a size that the models know and its steps stay inside them, as far as
 * the first, a middle and the last block show; else -EINVAL with a clause in `problem` that says
 * what is wrong and what would do. The shape has its threads, workers and elements; `gpu`: as a GPU
 * walks it. */
int fitting_check(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                  bool gpu, char *problem, size_t problem_size);

#endif
