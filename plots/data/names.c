#include "plots/data/names.h"

#include "study/base/message.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

void *tree_keep(void **tree, const void *key, size_t size,
                int (*compare)(const void *, const void *))
{
    void *const *found = tfind(key, tree, compare);
    if (found)
        return *found;
    void *copy = memcpy(needed(malloc(size)), key, size);
    needed(tsearch(copy, tree, compare));
    return copy;
}

const char *names_find(const struct names *names, const char *text)
{
    char *const *found = tfind(text, &names->tree, by_text);
    return found ? *found : NULL;
}

const char *names_keep(struct names *names, const char *text)
{
    return tree_keep(&names->tree, text, strlen(text) + 1, by_text);
}

void names_free(struct names *names)
{
    tdestroy(names->tree, free);
    *names = (struct names){0};
}

bool word_among(const char *words, const char *word)
{
    const size_t length = strlen(word);
    if (!words)
        return true;
    for (words += strspn(words, " ,"); *words; words += strspn(words, " ,")) {
        const size_t next = strcspn(words, " ,");
        if (next == length && strncmp(words, word, length) == 0)
            return true;
        words += next;
    }
    return false;
}
