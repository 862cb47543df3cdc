#include "study/message.h"

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 64, NEAREST = 3, LEAST_HELD = 3, MESSAGE_MAX = 16384 };

/* One line, whatever a name holds. */
int complain(int status, const char *format, ...)
{
    char text[MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *c = text; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    fprintf(stderr, "warpline: %s\n", text);
    return status;
}

static int least(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Levenshtein's distance, one row of the table at a time. */
static int edit_distance(const char *a, const char *b)
{
    int row[NAME_MAX_LENGTH + 1];
    size_t width = strnlen(b, NAME_MAX_LENGTH);
    for (size_t j = 0; j <= width; j++)
        row[j] = (int)j;
    for (size_t i = 0; a[i]; i++) {
        int diagonal = row[0];
        row[0] = (int)i + 1;
        for (size_t j = 0; j < width; j++) {
            int above = row[j + 1];
            row[j + 1] = least(above + 1, row[j] + 1, diagonal + (a[i] != b[j]));
            diagonal = above;
        }
    }
    return row[width];
}

/* Whether the candidate can have been meant: a letter in three differs, or one name holds the
 * other. A single letter is in too many names: it has to be the first. */
static bool near(const char *name, const char *candidate, int distance)
{
    const size_t length = strlen(name), other = strlen(candidate);
    if (length == 0)
        return false;
    return distance <= (int)(length / 3 > 1 ? length / 3 : 1) ||
           strncmp(candidate, name, length) == 0 ||
           (length >= LEAST_HELD && strstr(candidate, name)) ||
           (other >= LEAST_HELD && strstr(name, candidate));
}

/* A name that has no room is left out whole. */
static void append(char *text, size_t size, const char *name)
{
    const size_t used = strlen(text);
    if (used + strlen(name) + 3 <= size)
        snprintf(text + used, size - used, "%s%s", used ? ", " : "", name);
}

static void append_all(const char *const *names, char *text, size_t size)
{
    for (; *names; names++)
        append(text, size, *names);
}

/* Whether the name stands in the list before that place. */
static bool stands_before(const char *const *names, const char *const *place)
{
    for (const char *const *n = names; n < place; n++)
        if (strcmp(*n, *place) == 0)
            return true;
    return false;
}

int near_names(const char *name, const char *const *names, char *text, size_t size)
{
    int found = 0;
    text[0] = '\0';
    for (int distance = 0; distance < NAME_MAX_LENGTH && found < NEAREST; distance++)
        for (const char *const *n = names; *n && found < NEAREST; n++)
            if (edit_distance(name, *n) == distance && near(name, *n, distance) &&
                !stands_before(names, n)) {
                append(text, size, *n);
                found++;
            }
    return found;
}

const char *nearest_names(const char *name, const char *const *names, char *text, size_t size)
{
    if (!near_names(name, names, text, size))
        append_all(names, text, size);
    return text;
}
