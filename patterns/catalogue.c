#include "patterns/pattern.h"

#include <stddef.h>
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

const struct pattern *pattern_find(const char *name)
{
    for (const struct pattern *const *p = pattern_catalogue; *p; p++)
        if (strcmp((*p)->name, name) == 0)
            return *p;
    return NULL;
}
