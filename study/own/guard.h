/* Evaluates expressions of users' own patterns safely: a division by zero, a wild pointer, an
 * endless loop or an abort in them is reported instead of ending the program silently. */
#ifndef WARPLINE_GUARD_H
#define WARPLINE_GUARD_H

enum trouble {
    NO_TROUBLE,
    TROUBLE_DIVISION,
    TROUBLE_INSTRUCTION, /* in a kernel: one that the processor lacks, or a trap */
    TROUBLE_MEMORY,
    TROUBLE_ABORT,
    TROUBLE_ENDLESS
};

/* The trouble, as the end of the sentence "the expression ...". */
const char *guard_words(enum trouble trouble);

/* Calls the function with a limit on this thread's CPU time, in seconds. After trouble the
 * interrupted work is abandoned: it must hold no memory and no locks. */
enum trouble guard_call(void (*function)(void *with), void *with, int seconds);

/* From now on trouble elsewhere, for example in the kernels of that file, ends the program with
 * EXIT_WRONG and a sentence that names the file. `folder` is that of its modules. */
void guard_rest(const char *file, const char *folder);

#endif
