/* A text that grows while it is written, and that is either complete or absent. */
#ifndef PLOTS_DRAFT_H
#define PLOTS_DRAFT_H

#include <stddef.h>
#include <stdio.h>

struct draft {
    FILE *out; /* NULL if memory was short from the start */
    char *text;
    size_t size;
};

/* Returns draft->out. */
FILE *draft_open(struct draft *draft);

/* Ends the draft. Returns the text, which the caller frees; NULL if memory was short. */
char *draft_close(struct draft *draft);

#endif
