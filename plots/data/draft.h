/* A text that grows while it is written to, and is there as a whole or not at all. */
#ifndef PLOTS_DRAFT_H
#define PLOTS_DRAFT_H

#include <stddef.h>
#include <stdio.h>

struct draft {
    FILE *out; /* NULL where memory was short at once */
    char *text;
    size_t size;
};

/* Returns draft->out. */
FILE *draft_open(struct draft *draft);

/* Ends it: the text, which the caller frees; NULL where memory was short. */
char *draft_close(struct draft *draft);

#endif
