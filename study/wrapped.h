/* Text on stdout that keeps to the width of a page. */
#ifndef WARPLINE_WRAPPED_H
#define WARPLINE_WRAPPED_H

enum { PAGE_COLUMNS = 80 };

/* Prints the words of `text` and a line's end, in lines of at most PAGE_COLUMNS. The cursor stands
 * at column `indent`; lines after the first begin with so many blanks. A longer word stays whole.
 */
void print_wrapped(const char *text, int indent);

#endif
