/* Expressions of one's own, evaluated so that a division by zero or a wild pointer in them is told
 * and does not end the program without a word. */
#ifndef WARPLINE_GUARD_H
#define WARPLINE_GUARD_H

#include <stdbool.h>

enum trouble { NO_TROUBLE, TROUBLE_DIVISION, TROUBLE_MEMORY };

/* Calls the function. What it was doing when there was trouble is left as it is: it may hold no
 * memory and no locks. */
enum trouble guard_call(void (*function)(void *with), void *with);

/* From now on trouble elsewhere, in the kernels of that file, say, ends the program with a sentence
 * that names it, and EXIT_WRONG. The text is to stay. */
void guard_rest(const char *file);

#endif
