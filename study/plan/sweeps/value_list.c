#include "study/plan/sweeps/value_list.h"

#include "study/message.h"
#include "study/plan/sweeps/parameter_value.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { PART_MAX = 128 };

/* A list while it is read. */
struct reading {
    const char *option;
    const struct parameter *parameter;
    struct value_list *list;
};

/* In its place; one that is there already stays alone. */
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
    if (list->count == VALUES_MAX)
        return complain(EXIT_USAGE, "%s: %s has more than %d values; use fewer", reading->option,
                        reading->parameter->name, VALUES_MAX);
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

/* How a range goes on from one value to the next. Powers of two go on to the next power. */
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
