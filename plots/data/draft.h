/* A text that grows while it is written. */
#ifndef PLOTS_DRAFT_H
#define PLOTS_DRAFT_H

#include <stddef.h>
#include <stdio.h>

struct draft {
    FILE *out;
    char *text;
    size_t size;
};

/* Returns draft->out. */
FILE *draft_open(struct draft *draft);

/* Ends the draft. Returns the text, which the caller frees. */
char *draft_close(struct draft *draft);

#endif
