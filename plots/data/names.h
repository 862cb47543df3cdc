/* Interned names: each is stored once, because most strings of a large table repeat. */
#ifndef PLOTS_NAMES_H
#define PLOTS_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* A zeroed struct is empty. */
struct names {
    void *tree;
};

/* The stored copy of `text`, which lives until names_free: equal texts have equal pointers. */
const char *names_keep(struct names *names, const char *text);

/* The stored copy; NULL if `text` was never stored. */
const char *names_find(const struct names *names, const char *text);

void names_free(struct names *names);

/* The same for any structs: the element of a tree (tsearch) that equals `key`; if there is none, a
 * copy of `key`, of `size` bytes, is inserted. */
void *tree_keep(void **tree, const void *key, size_t size,
                int (*compare)(const void *, const void *));

/* Whether `word` is one of `words`, which are separated by blanks or commas. True if `words` is
 * NULL. */
bool word_among(const char *words, const char *word);

#endif
