/* Names, each kept once: most texts of a large table are one of a few. */
#ifndef PLOTS_NAMES_H
#define PLOTS_NAMES_H

#include <stdbool.h>

/* Zeroed, it holds none. */
struct names {
    void *tree;
};

/* The kept copy of `text`, which lives until names_free: the same pointer for the same text. NULL
 * where memory is short. */
const char *names_keep(struct names *names, const char *text);

/* The kept copy; NULL where `text` was never kept. */
const char *names_find(const struct names *names, const char *text);

void names_free(struct names *names);

/* Whether `word` is one of `words`, with blanks or commas between them. NULL: it always is. */
bool word_among(const char *words, const char *word);

#endif
