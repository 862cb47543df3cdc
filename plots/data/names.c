#include "plots/data/names.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

const char *names_find(const struct names *names, const char *text)
{
    char *const *found = tfind(text, &names->tree, by_text);
    return found ? *found : NULL;
}

const char *names_keep(struct names *names, const char *text)
{
    const char *known = names_find(names, text);
    if (known)
        return known;
    char *copy = strdup(text);
    if (copy && !tsearch(copy, &names->tree, by_text)) {
        free(copy);
        return NULL;
    }
    return copy;
}

void names_free(struct names *names)
{
    tdestroy(names->tree, free);
    *names = (struct names){0};
}
