#include "plots/fleet/convert.h"

#include "plots/data/row_reader.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether a column holds text: a word may look like a number. The type of an unknown column, from a
 * newer version, is guessed from its content. */
static bool holds_text(const char *name)
{
    const struct column *column = column_named(name);
    return column ? column_is_text(column) : strcmp(name, "host") == 0;
}

json_t *json_cell(const char *column, const char *text)
{
    char *end;
    if (strcmp(text, "-") == 0)
        return json_null();
    const double number = strtod(text, &end);
    if (holds_text(column) || *end || end == text || strpbrk(text, "xX"))
        return json_string(text);
    if (!isfinite(number))
        return json_null();
    if (!strpbrk(text, ".eE") && fabs(number) < 1e15)
        return json_integer((json_int_t)number);
    return json_real(number);
}

static void put_object(FILE *out, const struct rows *rows)
{
    json_t *object = json_object();
    const struct table *table = &rows->table;
    for (int i = 0; i < table->column_count; i++)
        json_object_set_new(object, table->columns[i],
                            json_cell(table->columns[i], table->cells[i]));
    json_object_set_new(object, "host", json_string(rows->node));
    json_dumpf(object, out, JSON_COMPACT | JSON_REAL_PRECISION(12));
    fputc('\n', out); /* whoever closes `out` reports why writing failed */
    json_decref(object);
}

int convert_to_jsonl(FILE *out, const char *folder, char *problem, size_t problem_size)
{
    struct rows rows;
    struct measured row;
    int more = rows_open(&rows, folder, problem, problem_size);
    while (more >= 0 && (more = rows_next(&rows, &row)) == 1)
        put_object(out, &rows);
    if (more == 0)
        rows_missing(&rows, problem, problem_size);
    rows_close(&rows);
    return more;
}
