/* What a pattern's file may define, one line each, for the first file of a user's own pattern.
 * patterns/kernel/usual.h has the details; tests/patterns/knobs compares the names. */
#ifndef WARPLINE_KNOBS_H
#define WARPLINE_KNOBS_H

struct knob {
    const char *name, *help;
};

/* Ended by a row without a name. */
extern const struct knob knobs[];

/* NULL if there is no such knob. */
const struct knob *knob_find(const char *name);

#endif
