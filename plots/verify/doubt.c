#include "plots/verify/doubt.h"

#include <stdarg.h>
#include <stdio.h>

void doubt_add(struct doubt_sink *sink, enum doubt_kind kind, int line, const char *format, ...)
{
    struct doubt doubt = {.kind = kind, .line = line};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(doubt.text, sizeof doubt.text, format, arguments);
    va_end(arguments);
    sink->count++;
    sink->tell(sink->context, &doubt);
}
