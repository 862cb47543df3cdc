/* A pattern's expressions as texts, for people: a kernel module exports them under the name
 * warpline_texts. Macros stand in them as what they are made of; names of functions stay. */
#ifndef WARPLINE_TEXTS_H
#define WARPLINE_TEXTS_H

#include <stdbool.h>

struct kernel_texts {
    const char *load, *store; /* over `s` and `e`, as kernel/usual.h says it */
    const char *active;       /* "ACTIVE" where every step is made */
    const char *result;       /* over value[]; of no use where `as_loaded` */
    bool as_loaded;           /* each step stores what it has loaded */
    int loads;                /* of one step and field */
    const char *body;         /* the file of its loops */
};

#endif
