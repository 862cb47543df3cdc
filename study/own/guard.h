/* Expressions of one's own, evaluated so that a division by zero, a wild pointer, a loop without
 * end or an abort in them is told, and does not end the program without a word. */
#ifndef WARPLINE_GUARD_H
#define WARPLINE_GUARD_H

#include <stdbool.h>

enum trouble { NO_TROUBLE, TROUBLE_DIVISION, TROUBLE_MEMORY, TROUBLE_ABORT, TROUBLE_ENDLESS };

/* What happened, as the rest of "the expression ...". */
const char *guard_words(enum trouble trouble);

/* Calls the function, which may use so many seconds of this thread's processor time. What it was
 * doing when there was trouble is left as it is: it may hold no memory and no locks. */
enum trouble guard_call(void (*function)(void *with), void *with, int seconds);

/* From now on trouble elsewhere, in the kernels of that file, say, ends the program with a sentence
 * that names it, and EXIT_WRONG; `folder` is that of its modules. */
void guard_rest(const char *file, const char *folder);

#endif
