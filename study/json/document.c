#include "study/json/document.h"

#include "study/base/message.h"
#include "study/base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT = 2, DIGITS = 15 /* that every double holds: 0.1 is written as 0.1 */ };

static void *allocate(size_t size)
{
    return needed(malloc(size));
}

void json_begin(void)
{
    json_set_alloc_funcs(allocate, free);
}

void document_print(json_t *document)
{
    (void)json_dumpf(document, stdout, JSON_INDENT(INDENT) | JSON_REAL_PRECISION(DIGITS));
    putchar('\n');
    json_decref(document);
}

/* null for NULL. */
static json_t *text_value(const char *text)
{
    json_t *value = text ? json_string(text) : json_null();
    if (value)
        return value;
    const size_t size = strlen(text) + 1; /* NOLINT: text is not NULL */
    char *plain = allocate(size);
    value = json_string(quote_plain(text, plain, size));
    free(plain);
    return value;
}

void put_value(json_t *object, const char *name, json_t *value)
{
    (void)json_object_set_new(object, name, value);
}

void put_text(json_t *object, const char *name, const char *text)
{
    put_value(object, name, text_value(text));
}

static json_t *number_or_null(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

void put_number(json_t *object, const char *name, double number)
{
    put_value(object, name, number_or_null(number));
}

void add_numbers(json_t *array, const double *numbers, int count)
{
    for (int i = 0; i < count; i++)
        (void)json_array_append_new(array, number_or_null(numbers[i]));
}

void put_count(json_t *object, const char *name, int64_t count)
{
    put_value(object, name, json_integer(count));
}

void put_flag(json_t *object, const char *name, bool flag)
{
    put_value(object, name, json_boolean(flag));
}

json_t *put_array(json_t *object, const char *name)
{
    put_value(object, name, json_array());
    return json_object_get(object, name);
}

json_t *put_object(json_t *object, const char *name)
{
    put_value(object, name, json_object());
    return json_object_get(object, name);
}

json_t *add_object(json_t *array)
{
    (void)json_array_append_new(array, json_object());
    return json_array_get(array, json_array_size(array) - 1);
}

void add_text(json_t *array, const char *text)
{
    (void)json_array_append_new(array, text_value(text));
}
