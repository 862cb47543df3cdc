/* Text in roff, the language of man pages: what of it roff would take for its own is escaped. */
#ifndef WARPLINE_ROFF_H
#define WARPLINE_ROFF_H

#include <stdio.h>

/* Words as they are typed: every `-` is a minus, so that a reader can copy it into a shell. Writes
 * no end of line. */
void roff_code(FILE *out, const char *text);

/* Sentences: a `-` between two letters or digits is a hyphen. Begins and ends a line. */
void roff_prose(FILE *out, const char *text);

/* The tag of an item, in bold, and `more` behind it in italics (NULL: nothing). The item's text is
 * the next paragraph. */
void roff_tag(FILE *out, const char *tag, const char *more);

#endif
