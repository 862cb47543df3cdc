/* A pattern's loop as plain OpenMP C, as a course would write it: for people, not for a compiler.
 */
#ifndef WARPLINE_LOOP_TEXT_H
#define WARPLINE_LOOP_TEXT_H

#include "patterns/pattern.h"
#include "patterns/texts.h"

/* Prints it with the pattern's own expressions, its parameters as variables, for the loop body that
 * serves the shape. False where its loops
 * are of another kind (a tile, a chase): then nothing is printed. */
bool loop_text_print(const struct pattern *pattern, const struct kernel_texts *texts,
                     const struct shape *shape, int element_bytes);

#endif
