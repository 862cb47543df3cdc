/* Something in results that does not follow from what was measured. */
#ifndef PLOTS_DOUBT_H
#define PLOTS_DOUBT_H

#include <stddef.h>

enum doubt_kind {
    DOUBT_SAMPLES,  /* samples.csv, and the times that come from it */
    DOUBT_INTERVAL, /* a 95 % interval, or a time that should be invalid */
    DOUBT_BYTES,    /* bytes from time */
    DOUBT_FRACTION, /* of the copies */
    DOUBT_CEILING,  /* faster than the machine can be */
    DOUBT_HEADER,   /* ids, hosts, targets, numbers of points */
    DOUBT_COPIED,   /* samples of another row */
};

enum { DOUBT_TEXT_MAX = 384 };

struct doubt {
    enum doubt_kind kind;
    int line; /* of results.csv; 0: of no row */
    char text[DOUBT_TEXT_MAX];
};

/* Told each one; it lives during the call. */
typedef void doubt_listener(void *context, const struct doubt *doubt);

struct doubt_sink {
    doubt_listener *tell;
    void *context;
    int count;
};

/* Writes one and tells it. */
void doubt_add(struct doubt_sink *sink, enum doubt_kind kind, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
