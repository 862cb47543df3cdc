/* The JSON Schema says what `warpline list columns` says, and each JSON line is as the schema says.
 */
#include "plots/fleet/convert.h"
#include "study/base/folders.h"
#include "study/run/columns.h"
#include "tests/assertions.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

static int load_schema(void **state)
{
    *state = json_load_file(RESULTS_SCHEMA, 0, NULL);
    return *state ? 0 : -1;
}

static int free_schema(void **state)
{
    json_decref(*state);
    return 0;
}

static bool allows(json_t *property, const char *type)
{
    json_t *types = json_object_get(property, "type"), *one;
    size_t i;
    if (json_is_string(types))
        return strcmp(json_string_value(types), type) == 0;
    json_array_foreach(types, i, one) if (strcmp(json_string_value(one), type) == 0) return true;
    return false;
}

static void schema_has_the_columns(void **state)
{
    json_t *properties = json_object_get(*state, "properties");
    size_t count = 1; /* host */
    assert_true(allows(json_object_get(properties, "host"), "string"));
    for (const struct column *c = columns; c->name; c++, count++) {
        json_t *property = json_object_get(properties, c->name);
        assert_non_null(property);
        assert_string_equal(json_string_value(json_object_get(property, "unit")), c->unit);
        assert_string_equal(json_string_value(json_object_get(property, "description")), c->help);
        assert_true(allows(property, strcmp(c->unit, "text") == 0 ? "string" : "number"));
    }
    assert_int_equal(json_object_size(properties), count);
}

static const char *type_of(const json_t *value)
{
    return json_is_string(value) ? "string" : json_is_number(value) ? "number" : "null";
}

/* Checks what this schema uses: all required members, no others, types. */
static bool is_valid(json_t *schema, json_t *row)
{
    json_t *properties = json_object_get(schema, "properties"), *value;
    const char *name;
    bool valid = json_object_size(row) >= json_array_size(json_object_get(schema, "required"));
    json_object_foreach(row, name, value)
    {
        json_t *property = json_object_get(properties, name);
        valid &= property && allows(property, type_of(value));
    }
    return valid;
}

static char *converted(void)
{
    char path[PATH_TEXT_MAX], problem[PATH_TEXT_MAX], *text = NULL;
    size_t size = 0;
    assert_true(recorded_results("h200", "results.csv", path));
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(convert_to_jsonl(out, path, problem, sizeof problem), 0);
    assert_string_equal(problem, "");
    fclose(out);
    return text;
}

/* The rows of the recorded file, and those with a time, counted in its lines. */
static void count_recorded(int *rows, int *times)
{
    char path[PATH_TEXT_MAX], file[PATH_TEXT_MAX + 16], *line = NULL;
    size_t room = 0;
    int time = -1;
    assert_true(recorded_results("h200", "results.csv", path));
    snprintf(file, sizeof file, "%s/results.csv", path);
    FILE *in = fopen(file, "r");
    assert_non_null(in);
    *rows = *times = 0;
    while (getline(&line, &room, in) > 0) {
        char *rest = line, *cell;
        const bool names = strncmp(line, "study,", 6) == 0;
        if (*line == '#')
            continue;
        *rows += !names;
        for (int column = 0; (cell = strsep(&rest, ",\n")); column++)
            if (names && strcmp(cell, "time_ns") == 0)
                time = column;
            else if (!names && column == time)
                *times += strcmp(cell, "-") != 0;
    }
    assert_true(time >= 0 && *times > 0);
    free(line);
    fclose(in);
}

static void rows_are_valid(void **state)
{
    char *const text = converted(), *rest = text;
    int count = 0, numbers = 0, rows, times;
    for (char *line; (line = strsep(&rest, "\n")) && *line; count++) {
        json_t *row = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(row);
        assert_true(is_valid(*state, row));
        numbers += json_is_number(json_object_get(row, "time_ns"));
        if (count == 0) { /* another type, one too many */
            json_object_set_new(row, "time_ns", json_string("14911044.00"));
            assert_false(is_valid(*state, row));
            json_object_set_new(row, "time_ns", json_null());
            assert_true(is_valid(*state, row));
            json_object_set_new(row, "more", json_null());
            assert_false(is_valid(*state, row));
        }
        json_decref(row);
    }
    count_recorded(&rows, &times);
    assert_int_equal(count, rows);
    assert_int_equal(numbers, times);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(schema_has_the_columns),
                                       cmocka_unit_test(rows_are_valid)};
    return cmocka_run_group_tests(tests, load_schema, free_schema);
}
