#include "plots/fleet/convert.h"

#include "plots/data/row_reader.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A word of a column that holds text may look like a number. The type of an unknown column, from a
 * newer version, is guessed from its content. */
json_t *json_cell(const char *column, const char *text)
{
    char *end;
    const struct column *known = column_named(column);
    const bool is_text = known ? column_is_text(known) : strcmp(column, "host") == 0;
    if (strcmp(text, "-") == 0)
        return json_null();
    const double number = strtod(text, &end);
    if (is_text || *end || end == text || strpbrk(text, "xX"))
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
