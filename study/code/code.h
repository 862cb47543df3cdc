/* `show PATTERN --code`: the kernel as the compiler reads it, and what the compilers made of it. */
#ifndef WARPLINE_CODE_H
#define WARPLINE_CODE_H

#include "patterns/pattern.h"

/* Prints all that there is of the pattern's kernels for that element size. Of what is missing, a
 * tool or GPU code, one line says so. Returns the exit status. */
int code_print(const struct pattern *pattern, int element_bytes);

#endif
