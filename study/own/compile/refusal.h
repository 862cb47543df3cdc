/* Explains in a sentence, with the file's line, why a compiler refused a pattern's file. */
#ifndef WARPLINE_REFUSAL_H
#define WARPLINE_REFUSAL_H

#include "study/own/compile/compiler.h"

#include <stddef.h>

struct refusal {
    const char *file;     /* its absolute path, as in the compiler's output */
    const char *shown;    /* the name that the user gave */
    const char *compiler; /* its path */
    enum part part;
    const char *said; /* the compiler's whole output */
};

/* Writes the sentence. If the cause is not recognised, the compiler's own output follows, in
 * separate lines. */
void refusal_tell(const struct refusal *refusal, char *problem, size_t problem_size);

/* Writes the sentence for a symbol that a linker or loader did not find. */
void refusal_tell_undefined(const char *file, const char *shown, const char *name, char *problem,
                            size_t problem_size);

#endif
