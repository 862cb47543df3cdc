#include "study/plan/parameter.h"

#include "patterns/target.h"
#include "study/base/message.h"
#include "study/base/units.h"

#include <stdio.h>
#include <string.h>

const struct parameter *parameter_find(const struct pattern *pattern, const char *name)
{
    for (int i = 0; i < pattern_parameter_count(pattern); i++)
        if (strcmp(pattern->parameters[i].name, name) == 0)
            return &pattern->parameters[i];
    return NULL;
}

static const struct parameter element = {.name = "element",
                                         .help = "size of an element, in bytes",
                                         .low = 1,
                                         .high = ELEMENT_BYTES_MAX,
                                         .power_of_two = true};
static const struct parameter footprint = {.name = "footprint",
                                           .help = "bytes of both arrays of a copy",
                                           .low = 8192,
                                           .high = INT64_C(1) << 50};

static const struct parameter places[] = {
    {.name = "cpu_node", .help = "NUMA node of the threads", .high = NODES_MAX - 1},
    {.name = "memory_node", .help = "NUMA node of the memory", .high = NODES_MAX - 1},
};

const struct parameter *parameter_numbered(const struct pattern *pattern, int number)
{
    if (number >= PARAMETERS_MAX)
        return &places[number - PARAMETERS_MAX];
    return number >= 0 && number < pattern_parameter_count(pattern) ? &pattern->parameters[number]
                                                                    : NULL;
}

int parameter_number(const struct pattern *pattern, const char *name)
{
    for (int i = 0; i < PARAMETER_NUMBERS; i++) {
        const struct parameter *parameter = parameter_numbered(pattern, i);
        if (parameter && strcmp(parameter->name, name) == 0)
            return i;
    }
    return -1;
}

const struct parameter *parameter_any(const struct pattern *pattern, const char *name)
{
    const int number = parameter_number(pattern, name);
    return number >= 0                         ? parameter_numbered(pattern, number)
           : strcmp(name, element.name) == 0   ? &element
           : strcmp(name, footprint.name) == 0 ? &footprint
                                               : NULL;
}

int64_t parameter_value(const struct pattern *pattern, const struct shape *shape, const char *name)
{
    const struct parameter *parameter = parameter_find(pattern, name);
    return parameter ? shape->value[parameter - pattern->parameters] : 0;
}

bool parameter_allows(const struct parameter *parameter, int64_t value)
{
    return value >= parameter->low && value <= parameter->high &&
           !(parameter->power_of_two && (value & (value - 1)));
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
    const int count = pattern_parameter_count(pattern);
    for (int i = 0; i < count; i++)
        names[i] = pattern->parameters[i].name;
    names[count] = NULL;
    if (count == 0)
        return complain(EXIT_USAGE, "%s: pattern %s has no parameters, so no %s", option,
                        pattern->name, name);
    return complain(EXIT_USAGE, "%s: pattern %s has no parameter %s; it has %s", option,
                    pattern->name, name, NEAREST(name, names));
}

int parameter_setting(const char *option, const struct pattern *pattern, const char *setting,
                      int *number, int64_t *value)
{
    char name[PARAMETER_NAME_MAX];
    const char *text = parameter_split(option, setting, name);
    if (!text)
        return EXIT_USAGE;
    *number = parameter_number(pattern, name);
    return *number < 0 ? parameter_unknown(option, pattern, name)
                       : parameter_read(option, parameter_numbered(pattern, *number), text, value);
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

enum { PART_MAX = 128 };

/* State of reading a list. */
struct reading {
    const char *option;
    const struct parameter *parameter;
    struct value_list *list;
};

/* Inserts the value in order; a duplicate is ignored. */
static int add(struct reading *reading, int64_t value)
{
    struct value_list *list = reading->list;
    int at = 0;
    if (reading->parameter->power_of_two && (value & (value - 1)))
        return complain(EXIT_USAGE, "%s: %s=%lld is no power of two; use a range with *2",
                        reading->option, reading->parameter->name, (long long)value);
    while (at < list->count && list->value[at] < value)
        at++;
    if (at < list->count && list->value[at] == value)
        return 0;
    if (list->count == VALUE_LIST_MAX)
        return complain(EXIT_USAGE, "%s: %s has more than %d values; use fewer", reading->option,
                        reading->parameter->name, VALUE_LIST_MAX);
    memmove(&list->value[at + 1], &list->value[at],
            sizeof *list->value * (size_t)(list->count - at));
    list->value[at] = value;
    list->count++;
    return 0;
}

static int read_value(const struct reading *reading, const char *text, int64_t *value)
{
    return parameter_read(reading->option, reading->parameter, text, value);
}

/* The step of a range from one value to the next. Powers of two step to the next power. */
struct stepping {
    bool times;
    int64_t by;
};

static int read_stepping(const struct reading *reading, const char *text, struct stepping *step)
{
    const struct parameter any = {
        .name = "step", .help = reading->parameter->help, .low = 1, .high = INT64_MAX};
    const bool powers = reading->parameter->power_of_two && !*text;
    *step = (struct stepping){.times = powers || *text == '*', .by = powers ? 2 : 1};
    const int status = *text ? parameter_read(reading->option, &any, text + 1, &step->by) : 0;
    if (!status && step->times && step->by < 2)
        return complain(EXIT_USAGE, "%s: %s: a factor of %lld goes nowhere; use *2 or more",
                        reading->option, reading->parameter->name, (long long)step->by);
    return status;
}

/* "LOW..HIGH", then "*FACTOR", "+STEP" or nothing; `high` is behind the dots. */
static int add_range(struct reading *reading, const char *low, char *high)
{
    struct stepping step;
    int64_t first = 0, last = 0;
    char *end = high + strcspn(high, "*+"), rest[PART_MAX];
    snprintf(rest, sizeof rest, "%s", end);
    *end = '\0';
    if (!*low || !*high)
        return complain(EXIT_USAGE, "%s: %s=%s..%s has no %s; use LOW..HIGH", reading->option,
                        reading->parameter->name, low, high, *low ? "end" : "beginning");
    int status = read_value(reading, low, &first);
    if (!status)
        status = read_value(reading, high, &last);
    if (!status)
        status = read_stepping(reading, rest, &step);
    if (!status && (first > last || (step.times && first == 0)))
        return complain(EXIT_USAGE,
                        "%s: %s=%s..%s%s is an empty range; use LOW..HIGH, LOW above 0 "
                        "for *FACTOR",
                        reading->option, reading->parameter->name, low, high, rest);
    for (int64_t value = first; !status;) {
        status = add(reading, value);
        if (step.times ? value > last / step.by : value > last - step.by)
            break;
        value = step.times ? value * step.by : value + step.by;
    }
    return status;
}

static int add_part(struct reading *reading, char *part)
{
    int64_t value;
    char *dots = strstr(part, "..");
    if (dots) {
        *dots = '\0';
        return add_range(reading, part, dots + 2);
    }
    const int status = read_value(reading, part, &value);
    return status ? status : add(reading, value);
}

int value_list_read(const char *option, const struct parameter *parameter, const char *text,
                    struct value_list *list)
{
    struct reading reading = {option, parameter, list};
    char part[PART_MAX];
    int status = 0;
    list->count = 0;
    for (const char *at = text; at && !status;) {
        const size_t length = strcspn(at, ",");
        if (length == 0 || length >= sizeof part)
            return complain(EXIT_USAGE, "%s: %s=%s: %s; use values with commas between", option,
                            parameter->name, text,
                            length ? "too long a value" : "a value is empty");
        snprintf(part, sizeof part, "%.*s", (int)length, at);
        status = add_part(&reading, part);
        at = at[length] ? at + length + 1 : NULL;
    }
    return status;
}
