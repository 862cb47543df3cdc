#include "study/model/resource.h"

#include <string.h>

#define WITH(name, setting) .parameter = name, .value = setting
#define RESOURCE(name, ...) [name] = {__VA_ARGS__},
const struct resource_facts resources[RESOURCES] = {
#include "study/model/resources.def"
};

bool resource_of(enum resource resource, enum memory_model model)
{
    return resources[resource].kinds >> model & 1;
}

enum resource resource_named(const char *name, enum memory_model model)
{
    int i = 0;
    while (i < RESOURCES &&
           !(resource_of((enum resource)i, model) && strcmp(resources[i].name, name) == 0))
        i++;
    return (enum resource)i;
}
