#include "study/commands/commands.h"

#include "study/base/message.h"
#include "study/plan/parameter.h"

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

int set_parameters(struct shape *shape, const struct pattern *pattern,
                   const struct options *options)
{
    static const char option[] = "option --set";
    int status = 0, number;
    int64_t value;
    for (int i = 0; i < options->setting_count && !status; i++) {
        status = parameter_setting(option, pattern, options->settings[i], &number, &value);
        if (!status && number < PARAMETERS_MAX) /* a NUMA node is no part of a shape */
            shape->value[number] = value;
    }
    return status ? status : parameter_bounds(option, pattern, shape);
}
