/* `show PATTERN --code`: the kernel's source after preprocessing, and the compilers'
 * instructions. */
#ifndef WARPLINE_CODE_H
#define WARPLINE_CODE_H

#include "patterns/pattern.h"

/* Prints the pattern's kernels for that element size. If a tool or GPU code is missing, one line
 * says so. Returns the exit status. */
int code_print(const struct pattern *pattern, int element_bytes);

#endif
