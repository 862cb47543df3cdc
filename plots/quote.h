/* Text made safe for what is written: HTML, gnuplot, the shell, a terminal. */
#ifndef PLOTS_QUOTE_H
#define PLOTS_QUOTE_H

#include <stdio.h>

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
