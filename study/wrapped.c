#include "study/wrapped.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int page_columns(void)
{
    struct winsize size = {.ws_col = 0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || size.ws_col == 0 || size.ws_col > PAGE_COLUMNS)
        return PAGE_COLUMNS;
    return size.ws_col < PAGE_COLUMNS_LEAST ? PAGE_COLUMNS_LEAST : size.ws_col;
}

void print_wrapped(const char *text, int indent)
{
    const int columns = page_columns();
    int column = indent;
    while (*text) {
        const int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > columns) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        column += printf("%s%.*s", column > indent ? " " : "", length, text);
        text += length + strspn(text + length, " ");
    }
    putchar('\n');
}
