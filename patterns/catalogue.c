#include "patterns/pattern.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define PATTERN(family, name, where) extern const struct pattern pattern_##name;
#include "patterns/patterns.def"
#undef PATTERN

#define PATTERN(family, name, where) &pattern_##name,
const struct pattern *const pattern_catalogue[] = {
#include "patterns/patterns.def"
    NULL};
#undef PATTERN

int pattern_parameter_count(const struct pattern *pattern)
{
    int count = 0;
    while (count < PARAMETERS_MAX && pattern->parameters[count].name)
        count++;
    return count;
}

int64_t pattern_useful_bytes(const struct pattern *pattern, const struct shape *shape,
                             int element_bytes)
{
    return pattern->accesses(shape) * (pattern->loads + pattern->stores) * element_bytes;
}

int64_t pattern_round_passes(const struct pattern *pattern, const struct shape *shape)
{
    if (!pattern->round)
        return 1;
    return (pattern->round(shape) + shape->elements - 1) / shape->elements;
}

static const struct pattern **added;
static int added_count;

bool pattern_add(const struct pattern *pattern)
{
    const struct pattern **more = realloc(added, sizeof *added * (size_t)(added_count + 1));
    if (!more)
        return false;
    added = more;
    added[added_count++] = pattern;
    return true;
}

const struct pattern *pattern_added(int number)
{
    return number < added_count ? added[number] : NULL;
}

const struct pattern *pattern_find(const char *name)
{
    for (const struct pattern *const *p = pattern_catalogue; *p; p++)
        if (strcmp((*p)->name, name) == 0)
            return *p;
    for (int i = 0; i < added_count; i++)
        if (strcmp(added[i]->name, name) == 0)
            return added[i];
    return NULL;
}
