/* Text that fits the width of a page, and text escaped for its output: HTML, gnuplot, the shell, a
 * spreadsheet, a terminal.
 *
 * Names and texts come from strangers, too: in a file, a folder's name, a variable. A character is
 * plain if it only shows itself. Not plain are control characters (C0, DEL, C1), bytes that are no
 * UTF-8, line separators, and marks that change the direction of writing. */
#ifndef WARPLINE_TEXT_H
#define WARPLINE_TEXT_H

#include <stdbool.h>
#include <stdio.h>

enum { PAGE_COLUMNS = 80, PAGE_COLUMNS_LEAST = 40 };

/* PAGE_COLUMNS, or the width of a narrower terminal, but at least PAGE_COLUMNS_LEAST. */
int page_columns(void);

/* Writes the words of the `bytes` first bytes of `text` and a newline, in lines of at most
 * `columns` characters. The cursor is at column `indent`; further lines begin with that many
 * blanks. A longer word is not split. In a locale without UTF-8, the dashes, quotes and micro signs
 * of sentences become ASCII. */
void put_wrapped(FILE *out, const char *text, int bytes, int indent, int columns);

/* Writes a word and then blanks, as far as column `columns` of a table: it counts characters, where
 * `%-14s` counts bytes. */
void put_padded(FILE *out, const char *text, int columns);

/* put_wrapped for a whole text, on stdout, in page_columns(). */
void print_wrapped(const char *text, int indent);

/* Adds to the end of a text in `size` bytes; what does not fit is cut off. */
void text_add(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* `text` with HTML's special characters as entities, valid inside an element or an attribute. What
 * is not plain becomes `?`; XML allows no control characters. */
void quote_html(FILE *out, const char *text);

/* Writes the HTML `form` with each `%` replaced by the next argument (a const char *), escaped. A
 * form always comes from the program; text from a file is always an argument. */
void quote_form(FILE *out, const char *form, ...);

/* A gnuplot string in which gnuplot expands nothing: single-quoted pieces, joined. gnuplot puts it
 * into the CDATA of an SVG, so `]]>` gets a blank, and what is not plain becomes `?`. */
void quote_gnuplot(FILE *out, const char *text);

/* Writes one word of the shell, in single quotes if it needs them. If it is not plain, it is
 * written as bash and zsh read it: $'\033'. */
void quote_shell(FILE *out, const char *text);

/* One line for a terminal or a log: line ends and tabs become blanks, and other bytes that are not
 * plain `?`. What is beyond `size` is cut. `plain` may be `text`. Returns plain. */
const char *quote_plain(const char *text, char *plain, size_t size);

/* The first byte that is not plain; a tab is. NULL: there is none. */
const char *not_plain(const char *text);

/* Whether all characters of a plain text are seen, and its blanks are usual ones: two texts that
 * look the same are the same. */
bool is_visible(const char *text);

/* The bytes of the mark that Windows editors write at the start of a text in UTF-8; 0 if there is
 * none. */
size_t byte_order_mark(const char *text);

/* Whether a spreadsheet would take the text, up to a comma, for a formula: it begins with `=`, `+`,
 * `-` or `@`, and is neither a number nor an option of a program (-O2). */
bool is_formula(const char *text);

/* From now on, all that the program writes to stdout and stderr is plain, as by quote_plain, except
 * tabs and newlines. This is the one place that every name from outside passes. */
void plain_streams(void);

#endif
