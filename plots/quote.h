/* Text made safe for the three languages that the report writes: HTML, gnuplot, the shell. */
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

/* A single-quoted shell word. */
void quote_shell(FILE *out, const char *text);

#endif
