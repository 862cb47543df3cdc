#include "study/wrapped.h"

#include <stdio.h>
#include <string.h>

void print_wrapped(const char *text, int indent)
{
    int column = indent;
    while (*text) {
        const int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > PAGE_COLUMNS) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        column += printf("%s%.*s", column > indent ? " " : "", length, text);
        text += length + strspn(text + length, " ");
    }
    putchar('\n');
}
