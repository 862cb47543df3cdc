/* What a pattern's file may define, a line each, for the first file of a pattern of one's own.
 * patterns/kernel/usual.h has it at length; tests/patterns/knobs compares the names. */
#ifndef WARPLINE_KNOBS_H
#define WARPLINE_KNOBS_H

struct knob {
    const char *name, *help;
};

/* Ended by a row without name. */
extern const struct knob knobs[];

/* NULL where there is none of that name. */
const struct knob *knob_find(const char *name);

#endif
