/* A pattern's expressions as texts, for readers: a kernel module exports them under the name
 * warpline_texts. Macros are expanded in them; names of functions stay. */
#ifndef WARPLINE_TEXTS_H
#define WARPLINE_TEXTS_H

#include <stdbool.h>

struct kernel_texts {
    const char *load, *store; /* over `s` and `e`, see kernel/usual.h */
    const char *active;       /* "ACTIVE" if every step is executed */
    const char *result;       /* over value[]; unused if `as_loaded` */
    bool as_loaded;           /* each step stores what it has loaded */
    int loads;                /* of one step and field */
    const char *body;         /* the file of its loop body */
};

#endif
