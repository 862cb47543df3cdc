#include "study/plan/sweeps/parameter_value.h"

#include "study/message.h"
#include "study/units.h"

#include <string.h>

const struct parameter *parameter_find(const struct pattern *pattern, const char *name)
{
    for (int i = 0; i < pattern_parameter_count(pattern); i++)
        if (strcmp(pattern->parameters[i].name, name) == 0)
            return &pattern->parameters[i];
    return NULL;
}

int64_t parameter_value(const struct pattern *pattern, const struct shape *shape, const char *name)
{
    const struct parameter *parameter = parameter_find(pattern, name);
    return parameter ? shape->value[parameter - pattern->parameters] : 0;
}

bool parameter_is_size(const struct parameter *parameter)
{
    return strstr(parameter->help, "bytes") != NULL;
}

static int refuse(const char *option, const struct parameter *parameter, const char *text,
                  const char *reason)
{
    return complain(EXIT_USAGE, "%s: %s=%s %s; use a %s from %lld to %lld", option, parameter->name,
                    text, reason, parameter->power_of_two ? "power of two" : "whole number",
                    (long long)parameter->low, (long long)parameter->high);
}

int parameter_read(const char *option, const struct parameter *parameter, const char *text,
                   int64_t *value)
{
    const char *reason = NULL;
    const int failed = parameter_is_size(parameter)
                           ? parse_size(text, value, &reason)
                           : parse_count(text, parameter->low, parameter->high, value, &reason);
    if (!failed && *value < parameter->low)
        reason = "is too small";
    else if (!failed && *value > parameter->high)
        reason = "is too large";
    else if (!failed && parameter->power_of_two && (*value & (*value - 1)))
        reason = "is no power of two";
    return reason ? refuse(option, parameter, text, reason) : 0;
}

const char *parameter_split(const char *option, const char *setting, char name[PARAMETER_NAME_MAX])
{
    const size_t length = strcspn(setting, "=");
    if (setting[length] != '=' || length == 0 || length >= PARAMETER_NAME_MAX) {
        complain(EXIT_USAGE, "%s: %s is no NAME=VALUE", option, setting);
        return NULL;
    }
    memcpy(name, setting, length);
    name[length] = '\0';
    return setting + length + 1;
}

int parameter_unknown(const char *option, const struct pattern *pattern, const char *name)
{
    const char *names[PARAMETERS_MAX + 1];
    char near[256];
    const int count = pattern_parameter_count(pattern);
    for (int i = 0; i < count; i++)
        names[i] = pattern->parameters[i].name;
    names[count] = NULL;
    if (count == 0)
        return complain(EXIT_USAGE, "%s: pattern %s has no parameters, so no %s", option,
                        pattern->name, name);
    return complain(EXIT_USAGE, "%s: pattern %s has no parameter %s; it has %s", option,
                    pattern->name, name, nearest_names(name, names, near, sizeof near));
}

int parameter_set(const char *option, const struct pattern *pattern, const char *setting,
                  struct shape *shape)
{
    char name[PARAMETER_NAME_MAX];
    const char *text = parameter_split(option, setting, name);
    if (!text)
        return EXIT_USAGE;
    const struct parameter *parameter = parameter_find(pattern, name);
    return parameter ? parameter_read(option, parameter, text,
                                      &shape->value[parameter - pattern->parameters])
                     : parameter_unknown(option, pattern, name);
}

int parameter_bounds(const char *option, const struct pattern *pattern, const struct shape *shape)
{
    for (int i = 0; i < pattern_parameter_count(pattern); i++) {
        const struct parameter *p = &pattern->parameters[i];
        const int64_t most = p->not_above ? parameter_value(pattern, shape, p->not_above) : 0;
        if (p->not_above && shape->value[i] > most)
            return complain(EXIT_USAGE, "%s: %s=%lld is more than %s=%lld; use at most that",
                            option, p->name, (long long)shape->value[i], p->not_above,
                            (long long)most);
    }
    return 0;
}
