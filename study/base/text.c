#include "study/base/text.h"

#include <ctype.h>
#include <stdarg.h>
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

static const char *entity(char letter)
{
    switch (letter) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void quote_html(FILE *out, const char *text)
{
    for (; *text; text++) {
        const char *safe = entity(*text);
        if (safe)
            fputs(safe, out);
        else
            fputc(*text, out);
    }
}

void quote_form(FILE *out, const char *form, ...)
{
    va_list arguments;
    va_start(arguments, form);
    for (; *form; form++)
        if (*form == '%')
            quote_html(out, va_arg(arguments, const char *));
        else
            fputc(*form, out);
    va_end(arguments);
}

static void quote_single(FILE *out, const char *text, const char *apostrophe)
{
    fputc('\'', out);
    for (; *text; text++)
        if (*text == '\'')
            fputs(apostrophe, out);
        else
            fputc(*text, out);
    fputc('\'', out);
}

void quote_gnuplot(FILE *out, const char *text)
{
    quote_single(out, text, "'.\"'\".'"); /* gnuplot 5.4 reads '' wrongly where it comes twice */
}

void quote_shell(FILE *out, const char *text)
{
    const char *c = text;
    while (isalnum((unsigned char)*c) || (*c && strchr("_-./,:+@%", *c)))
        c++;
    if (!*c && c > text)
        fputs(text, out);
    else
        quote_single(out, text, "'\\''");
}

const char *quote_plain(const char *text, char *plain, size_t size)
{
    size_t length = 0;
    for (; text[length] && length + 1 < size; length++)
        plain[length] = (char)(iscntrl((unsigned char)text[length]) ? '?' : text[length]);
    plain[length] = '\0';
    return plain;
}
