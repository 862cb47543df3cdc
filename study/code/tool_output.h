/* Tools that may not be there: started without a shell, their output read whole. */
#ifndef WARPLINE_TOOL_OUTPUT_H
#define WARPLINE_TOOL_OUTPUT_H

#include <stddef.h>

/* Runs arguments[0], found on the PATH, and returns what it wrote on its standard output (and
 * standard error, where `both`), with a 0 behind; the caller frees. NULL with a line in `problem`
 * where it is not there or fails. */
char *tool_output(char *const arguments[], int both, char *problem, size_t problem_size);

#endif
