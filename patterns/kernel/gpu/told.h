/* What a GPU's kernels are told, in its own memory: see region.h. */
#ifndef WARPLINE_TOLD_H
#define WARPLINE_TOLD_H

#include "patterns/pattern.h"

#pragma omp declare target
static struct kernel_args told;
#pragma omp end declare target

#endif
