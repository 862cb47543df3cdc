/* Why a compiler made nothing of a pattern's file, in a sentence, with the line of the file. */
#ifndef WARPLINE_REFUSAL_H
#define WARPLINE_REFUSAL_H

#include "study/own/compile/compiler.h"

#include <stddef.h>

struct refusal {
    const char *file;     /* its absolute name, as the compiler writes it */
    const char *shown;    /* as the user calls it */
    const char *compiler; /* where it is */
    enum part part;
    const char *said; /* all that the compiler wrote */
};

/* Writes the sentence; where it is not known what the compiler means, its own words stand behind
 * it, in lines of their own. */
void refusal_tell(const struct refusal *refusal, char *problem, size_t problem_size);

/* Writes the sentence of a name that a linker or loader did not find. */
void refusal_tell_undefined(const char *file, const char *shown, const char *name, char *problem,
                            size_t problem_size);

#endif
