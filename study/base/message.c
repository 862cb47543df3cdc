#include "study/base/message.h"

#include "study/base/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_MAX_LENGTH = 64, NEAREST = 3, LEAST_HELD = 3, MESSAGE_MAX = 16384 };

bool terminal_takes_codes(void)
{
    const char *kind = getenv("TERM");
    return isatty(STDERR_FILENO) && !(kind && strcmp(kind, "dumb") == 0);
}

static bool is_coloured(void)
{
    const char *none = getenv("NO_COLOR");
    return terminal_takes_codes() && !(none && *none);
}

/* Not by stderr, which lets no control character through. */
static void put_name(int status)
{
    if (is_coloured())
        dprintf(STDERR_FILENO, "\033[1;%dmwarpline:\033[0m ", status ? 31 : 33);
    else
        fputs("warpline: ", stderr);
}

/* The message is one line, whatever a name contains. */
int complain(int status, const char *format, ...)
{
    char text[MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put_name(status);
    fprintf(stderr, "%s\n", quote_plain(text, text, sizeof text));
    return status;
}

void *needed(void *memory)
{
    if (!memory)
        exit(complain(EXIT_WRONG, "not enough memory"));
    return memory;
}

static int least(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* The edit distance of two names: letters inserted, deleted or replaced, and adjacent letters
 * swapped ("rnu"). Upper and lower case do not differ. */
static int edit_distance(const char *a, const char *b)
{
    int rows[3][NAME_MAX_LENGTH + 1];
    const int width = (int)strnlen(b, NAME_MAX_LENGTH), height = (int)strlen(a);
    for (int i = 0; i <= height; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= width; j++) {
            const bool swapped = i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                                 same_letter(a[i - 2], b[j - 1]);
            row[j] = i == 0 ? j
                            : least(above[j] + 1, row[j - 1] + 1,
                                    above[j - 1] + !same_letter(a[i - 1], b[j - 1]));
            if (swapped && second[j - 2] + 1 < row[j])
                row[j] = second[j - 2] + 1;
        }
    }
    return rows[height % 3][width];
}

/* Whether the user may have meant the candidate: at most one letter in three differs, or one name
 * contains the other. A single letter is in too many names: it has to be the first one. */
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

/* Appends a name; omits it if it does not fit. */
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

/* Whether the name occurs in the list before that place. */
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
