/* Text in roff, the language of man pages; characters that are special in roff are escaped. */
#ifndef WARPLINE_ROFF_H
#define WARPLINE_ROFF_H

#include <stdio.h>

/* Writes words exactly as they are typed: every `-` is a minus, so that a reader can copy it into a
 * shell. Writes no newline. */
void roff_code(FILE *out, const char *text);

/* Writes sentences: a `-` between two letters or digits is a hyphen. Begins and ends a line. */
void roff_prose(FILE *out, const char *text);

/* The same for one sentence without its capital and its full stop, which are added. */
void roff_sentence(FILE *out, const char *text);

/* Writes the tag of an item, in bold, and `more` after it in italics (NULL: nothing). The item's
 * text is the next paragraph. */
void roff_tag(FILE *out, const char *tag, const char *more);

#endif
