/* `show PATTERN --code`: the loop as C, and as what the compilers made of it. */
#ifndef WARPLINE_CODE_H
#define WARPLINE_CODE_H

#include "patterns/pattern.h"

/* Prints all that there is of the pattern's kernels for that element size: what is missing, a tool
 * or GPU code, is one line each. Returns the exit status. */
int code_print(const struct pattern *pattern, const struct shape *shape, int element_bytes);

#endif
