#include "study/commands/parameters.h"

#include "study/message.h"
#include "study/units.h"

#include <string.h>

enum { PATTERN_NAMES_MAX = 128 };

const struct pattern *pattern_named(const char *name)
{
    const char *names[PATTERN_NAMES_MAX + 1];
    char near[256];
    int count = 0;
    const struct pattern *pattern = pattern_find(name);
    if (pattern)
        return pattern;
    for (const struct pattern *const *p = pattern_catalogue; *p && count < PATTERN_NAMES_MAX; p++)
        names[count++] = (*p)->name;
    names[count] = NULL;
    if (near_names(name, names, near, sizeof near))
        complain(EXIT_USAGE, "pattern %s: there is no such pattern; there is %s", name, near);
    else
        complain(EXIT_USAGE, "pattern %s: there is no such pattern; see warpline list patterns",
                 name);
    return NULL;
}

static int unknown_parameter(const struct pattern *pattern, const char *name)
{
    const char *names[PARAMETERS_MAX + 1];
    char near[256];
    int count = pattern_parameter_count(pattern);
    for (int i = 0; i < count; i++)
        names[i] = pattern->parameters[i].name;
    names[count] = NULL;
    if (count == 0)
        return complain(EXIT_USAGE, "option --set: pattern %s has no parameters, so no %s",
                        pattern->name, name);
    return complain(EXIT_USAGE, "option --set: pattern %s has no parameter %s; it has %s",
                    pattern->name, name, nearest_names(name, names, near, sizeof near));
}

static int set_value(int64_t *value, const struct parameter *parameter, const char *text)
{
    const char *reason = "is no power of two";
    if (parse_count(text, parameter->low, parameter->high, value, &reason) == 0 &&
        !(parameter->power_of_two && (*value & (*value - 1))))
        return 0;
    return complain(EXIT_USAGE, "option --set: %s=%s %s; use a %s from %lld to %lld",
                    parameter->name, text, reason,
                    parameter->power_of_two ? "power of two" : "whole number",
                    (long long)parameter->low, (long long)parameter->high);
}

static int set_one(struct shape *shape, const struct pattern *pattern, const char *setting)
{
    char name[64];
    size_t length = strcspn(setting, "=");
    if (setting[length] != '=' || length == 0 || length >= sizeof name)
        return complain(EXIT_USAGE, "option --set: %s is no NAME=VALUE", setting);
    memcpy(name, setting, length);
    name[length] = '\0';
    for (int i = 0; i < pattern_parameter_count(pattern); i++)
        if (strcmp(pattern->parameters[i].name, name) == 0)
            return set_value(&shape->value[i], &pattern->parameters[i], setting + length + 1);
    return unknown_parameter(pattern, name);
}

static int64_t value_of(const struct shape *shape, const struct pattern *pattern, const char *name)
{
    int i = 0;
    while (strcmp(pattern->parameters[i].name, name) != 0)
        i++;
    return shape->value[i];
}

/* Whether parameters that bound one another do. */
static int check_bounds(const struct shape *shape, const struct pattern *pattern)
{
    for (int i = 0; i < pattern_parameter_count(pattern); i++) {
        const struct parameter *p = &pattern->parameters[i];
        if (p->not_above && shape->value[i] > value_of(shape, pattern, p->not_above))
            return complain(EXIT_USAGE,
                            "option --set: %s=%lld is more than %s=%lld; use at most that", p->name,
                            (long long)shape->value[i], p->not_above,
                            (long long)value_of(shape, pattern, p->not_above));
    }
    return 0;
}

int set_parameters(struct shape *shape, const struct pattern *pattern,
                   const struct options *options)
{
    int status = 0;
    for (int i = 0; i < options->setting_count && !status; i++)
        status = set_one(shape, pattern, options->settings[i]);
    return status ? status : check_bounds(shape, pattern);
}
