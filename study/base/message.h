/* Messages about errors, and the program's exit statuses. */
#ifndef WARPLINE_MESSAGE_H
#define WARPLINE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    EXIT_DONE = 0,
    EXIT_WRONG = 1,     /* a result was wrong, or the run could not be finished */
    EXIT_USAGE = 2,     /* bad usage or input; nothing was written */
    EXIT_NO_DEVICE = 3, /* the requested device was absent or not used */
    EXIT_STOPPED =
        4, /* a signal ended the run early (study/base/stop.h); the same command continues it */
    EXIT_INCONCLUSIVE = 5, /* the measurements are too uncertain for a verdict */
};

/* Whether stderr is a terminal that knows control sequences: TERM is not `dumb`. */
bool terminal_takes_codes(void);

/* Prints "warpline: " and the message as one line on stderr; returns `status`. On a terminal the
 * name is red, yellow for status 0, unless NO_COLOR is set (no-color.org). */
int complain(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What malloc, calloc, strdup, tsearch or open_memstream returned, which is not NULL: where there
 * is no memory, the program ends with a message and EXIT_WRONG. There is nothing that it could do
 * instead, and each caller's own way to say so would be code that no run takes. Results are not
 * damaged: rows are appended one by one, and any other file is written completely or not at all.
 *
 * What a user's numbers make large is allocated without this, and refused with those numbers: a
 * point's arrays and simulated caches. */
void *needed(void *memory) __attribute__((returns_nonnull));

/* Writes up to three names nearest to `name` by edit distance into `text` ("stride, soa"), "" if
 * none is near enough. `names` ends with NULL and may contain a name twice. Returns how many it
 * found. */
int near_names(const char *name, const char *const *names, char *text, size_t size);

/* The same for a short list: all names if none is near. Returns text. */
const char *nearest_names(const char *name, const char *const *names, char *text, size_t size);

/* The same text, which lives until the end of the enclosing block. */
enum { NEAR_TEXT_MAX = 256 };
#define NEAREST(name, names) nearest_names(name, names, (char[NEAR_TEXT_MAX]){""}, NEAR_TEXT_MAX)

#endif
