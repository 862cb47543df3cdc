/* Text that keeps to the width of a page, and text made safe for what is written: HTML, gnuplot,
 * the shell, a terminal. */
#ifndef WARPLINE_TEXT_H
#define WARPLINE_TEXT_H

#include <stdio.h>

enum { PAGE_COLUMNS = 80, PAGE_COLUMNS_LEAST = 40 };

/* PAGE_COLUMNS, and of a terminal that is narrower its own, but at least PAGE_COLUMNS_LEAST. */
int page_columns(void);

/* Prints the words of `text` and a line's end, in lines of at most page_columns(). The cursor
 * stands at column `indent`; lines after the first begin with so many blanks. A longer word stays
 * whole. */
void print_wrapped(const char *text, int indent);

/* `text` with HTML's special characters as entities, right inside an element or an attribute. */
void quote_html(FILE *out, const char *text);

/* The HTML `form` with each `%` replaced by the next argument (a const char *), escaped. A form is
 * always the program's own; what came from a file is always an argument. */
void quote_form(FILE *out, const char *form, ...);

/* A gnuplot string in which gnuplot expands nothing: single-quoted pieces, joined. */
void quote_gnuplot(FILE *out, const char *text);

/* One word of the shell, in single quotes where it needs them. */
void quote_shell(FILE *out, const char *text);

/* One line for a terminal or a log: control characters become `?`. Cut where it is longer than
 * `size`. Returns plain. */
const char *quote_plain(const char *text, char *plain, size_t size);

#endif
