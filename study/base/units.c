#include "study/base/units.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct unit {
    const char *name;
    int64_t factor;
};

static const struct unit size_units[] = {
    {"TiB", INT64_C(1) << 40},   {"TB", INT64_C(1000000000000)}, {"GiB", INT64_C(1) << 30},
    {"GB", INT64_C(1000000000)}, {"MiB", INT64_C(1) << 20},      {"MB", INT64_C(1000000)},
    {"KiB", INT64_C(1) << 10},   {"kB", INT64_C(1000)},          {"B", 1},
};

static const struct unit time_units[] = {
    {"s", INT64_C(1000000000)}, {"ms", INT64_C(1000000)}, {"us", INT64_C(1000)}, {"ns", 1}};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static int refuse(const char **reason, const char *why)
{
    *reason = why;
    return -1;
}

/* Reads the digits; the caller reads what follows them. */
static int parse_digits(const char *text, int64_t *value, const char **rest, const char **reason)
{
    if (*text == '-' && isdigit((unsigned char)text[1]))
        return refuse(reason, "is negative");
    if (!isdigit((unsigned char)*text))
        return refuse(reason, "is not a whole number");
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 10);
    if (errno == ERANGE)
        return refuse(reason, "is too large");
    *rest = end;
    return 0;
}

int parse_count(const char *text, int64_t low, int64_t high, int64_t *value, const char **reason)
{
    const char *rest;
    if (parse_digits(text, value, &rest, reason))
        return -1;
    if (*rest)
        return refuse(reason, "is not a whole number");
    if (*value < low)
        return refuse(reason, "is too small");
    if (*value > high)
        return refuse(reason, "is too large");
    return 0;
}

/* A letter alone is a binary unit, in either case, as fio and numactl have it. */
static const struct unit *find_unit(const char *name)
{
    for (size_t i = 0; i < LENGTH(size_units); i++) {
        const struct unit *unit = &size_units[i];
        const bool is_binary = strlen(unit->name) == 3;
        if (strcmp(unit->name, *name ? name : "B") == 0 ||
            (is_binary && name[0] && !name[1] &&
             toupper((unsigned char)name[0]) == toupper((unsigned char)unit->name[0])))
            return unit;
    }
    return NULL;
}

/* Reads the digits after a point, if there are any, as billionths; more than nine digits are too
 * many. */
static int parse_fraction(const char **text, int64_t *billionths)
{
    int64_t digit = 100000000;
    *billionths = 0;
    if (**text != '.')
        return 0;
    for ((*text)++; isdigit((unsigned char)**text); (*text)++) {
        if (digit == 0)
            return -1;
        *billionths += digit * (**text - '0');
        digit /= 10;
    }
    return digit == 100000000 ? -1 : 0;
}

int parse_size(const char *text, int64_t *bytes, const char **reason)
{
    const char *rest;
    int64_t number, billionths, part;
    if (parse_digits(text, &number, &rest, reason))
        return -1;
    if (parse_fraction(&rest, &billionths))
        return refuse(reason, "is not a number");
    const struct unit *unit = find_unit(rest);
    if (!unit)
        return refuse(reason, "has an unknown unit");
    part = (int64_t)((long double)billionths * (long double)unit->factor / 1e9L);
    if (part == 0 && billionths > 0)
        return refuse(reason, "is not a whole number of bytes");
    if (__builtin_mul_overflow(number, unit->factor, bytes) ||
        __builtin_add_overflow(*bytes, part, bytes))
        return refuse(reason, "is too large");
    return 0;
}

const char *size_text(int64_t bytes, char text[SIZE_TEXT_MAX])
{
    for (size_t i = 0; i < LENGTH(size_units); i++)
        if (bytes % size_units[i].factor == 0 && bytes / size_units[i].factor > 0) {
            snprintf(text, SIZE_TEXT_MAX, "%lld%s", (long long)(bytes / size_units[i].factor),
                     size_units[i].name);
            return text;
        }
    snprintf(text, SIZE_TEXT_MAX, "0B");
    return text;
}

/* Three significant digits in the largest unit that leaves at least 1. */
static const char *three_digits(double value, const struct unit *units, size_t count, size_t step,
                                char text[SIZE_TEXT_MAX])
{
    size_t i = 0;
    while (i + step < count && value < (double)units[i].factor)
        i += step;
    double scaled = value / (double)units[i].factor;
    int decimals = scaled >= 100 || scaled == floor(scaled) ? 0 : scaled >= 10 ? 1 : 2;
    snprintf(text, SIZE_TEXT_MAX, "%.*f %s", decimals, scaled, units[i].name);
    return text;
}

const char *rounded_size_text(int64_t bytes, char text[SIZE_TEXT_MAX])
{
    return three_digits((double)bytes, size_units, LENGTH(size_units), 2, text);
}

const char *digits_text(double number, int digits, char text[SIZE_TEXT_MAX])
{
    snprintf(text, SIZE_TEXT_MAX, "%.*g", digits, number);
    const char *power = strchr(text, 'e'), *point = strchr(text, '.');
    if (power) {
        const int decimals = (point ? (int)(power - point) - 1 : 0) - atoi(power + 1);
        snprintf(text, SIZE_TEXT_MAX, "%.*f", decimals > 0 ? decimals : 0, number);
    }
    return text;
}

const char *time_text(double ns, char text[SIZE_TEXT_MAX])
{
    return three_digits(ns, time_units, LENGTH(time_units), 1, text);
}

const char *utc_text(time_t seconds, char text[UTC_TEXT_MAX])
{
    struct tm utc;
    strftime(text, UTC_TEXT_MAX, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &utc));
    return text;
}
