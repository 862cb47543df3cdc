/* Text on stdout that keeps to the width of a page. */
#ifndef WARPLINE_WRAPPED_H
#define WARPLINE_WRAPPED_H

enum { PAGE_COLUMNS = 80, PAGE_COLUMNS_LEAST = 40 };

/* PAGE_COLUMNS, and of a terminal that is narrower its own, but at least PAGE_COLUMNS_LEAST. */
int page_columns(void);

/* Prints the words of `text` and a line's end, in lines of at most page_columns(). The cursor
 * stands at column `indent`; lines after the first begin with so many blanks. A longer word stays
 * whole.
 */
void print_wrapped(const char *text, int indent);

#endif
