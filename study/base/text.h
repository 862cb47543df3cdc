/* Text that fits the width of a page, and text escaped for its output: HTML, gnuplot, the shell, a
 * terminal. */
#ifndef WARPLINE_TEXT_H
#define WARPLINE_TEXT_H

#include <stdio.h>

enum { PAGE_COLUMNS = 80, PAGE_COLUMNS_LEAST = 40 };

/* PAGE_COLUMNS, or the width of a narrower terminal, but at least PAGE_COLUMNS_LEAST. */
int page_columns(void);

/* Prints the words of `text` and a newline, in lines of at most page_columns(). The cursor is at
 * column `indent`; further lines begin with that many blanks. A longer word is not split. */
void print_wrapped(const char *text, int indent);

/* `text` with HTML's special characters as entities, valid inside an element or an attribute. */
void quote_html(FILE *out, const char *text);

/* Writes the HTML `form` with each `%` replaced by the next argument (a const char *), escaped. A
 * form always comes from the program; text from a file is always an argument. */
void quote_form(FILE *out, const char *form, ...);

/* A gnuplot string in which gnuplot expands nothing: single-quoted pieces, joined. */
void quote_gnuplot(FILE *out, const char *text);

/* Writes one word of the shell, in single quotes if it needs them. */
void quote_shell(FILE *out, const char *text);

/* One line for a terminal or a log: control characters become `?`, and text beyond `size` is cut.
 * Returns plain. */
const char *quote_plain(const char *text, char *plain, size_t size);

#endif
