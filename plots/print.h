/* A page as PDF, by the programs that Debian has for it. */
#ifndef PLOTS_PRINT_H
#define PLOTS_PRINT_H

#include <stddef.h>

/* Prints the HTML file `page` into `pdf` with the first of chromium and weasyprint that is there.
 * 0; -ENOENT where neither is, or another negative errno, with a line in `problem`. A file that was
 * there before is then gone. */
int print_page(const char *page, const char *pdf, char *problem, size_t problem_size);

#endif
