/* The table of columns: it is what recorded results have, and each column says what it is. */
#include "study/plan/study.h"
#include "study/run/columns.h"
#include "tests/assertions.h"

#include <stdlib.h>
#include <string.h>

/* The first line of a file that is no comment. */
static void read_names(const char *path, char *line, size_t size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    do
        assert_non_null(fgets(line, (int)size, file));
    while (line[0] == '#');
    fclose(file);
}

/* In that order; newer versions may have more. */
static void has_the_columns_of_recorded_results(void **state)
{
    (void)state;
    char recorded[2048];
    read_names(TEST_DATA "/../../plots/recorded/h200/results.csv", recorded, sizeof recorded);
    const struct column *c = columns;
    int found = 0;
    for (char *name = strtok(recorded, ",\n"); name; name = strtok(NULL, ",\n"), c++, found++) {
        print_message("%s\n", name);
        while (c->name && strcmp(c->name, name) != 0)
            c++;
        assert_non_null(c->name);
    }
    assert_true(found >= 36);
}

static void writes_as_many_fields_as_names(void **state)
{
    (void)state;
    char *text;
    size_t length;
    int columns_there = 0, fields = 1;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    columns_write_names(out);
    assert_int_equal(fclose(out), 0);
    for (const struct column *c = columns; c->name; c++)
        columns_there++;
    for (size_t i = 0; i < length; i++)
        fields += text[i] == ',';
    assert_int_equal(fields, columns_there);
    assert_memory_equal(text, "study,pattern,target,", 21);
    assert_int_equal(text[length - 1], '\n');
    free(text);
}

static bool is_unit(const char *unit)
{
    static const char *const units[] = {"text", "count", "bytes", "ns", "GB/s", "ratio"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i], unit) == 0)
            return true;
    return false;
}

static void says_what_each_column_is(void **state)
{
    (void)state;
    for (const struct column *c = columns; c->name; c++) {
        print_message("%s\n", c->name);
        assert_non_null(c->unit);
        assert_true(is_unit(c->unit));
        assert_non_null(c->help);
        assert_true(strlen(c->help) > 10 && !strchr(c->help, '\n'));
        for (const struct column *other = columns; other < c; other++)
            assert_string_not_equal(other->name, c->name);
    }
}

static const struct study study = {.name = "stride"};
static struct target target = {
    .name = "null",
    .ops = &null_target_ops,
    .facts = {.requested = "cpus=0,2 memory=interleave", .bound = "0,2"}};

static struct point some_point(void)
{
    return (struct point){.study = &study,
                          .pattern = pattern_find("copy"),
                          .target = &target,
                          .parameter = "stride",
                          .value = 8,
                          .element_bytes = 4,
                          .shape = {.elements = 1000},
                          .footprint_bytes = 8000,
                          .useful_bytes = 8000,
                          .level = "L1"};
}

static const char *field(const char *name, const struct result *result, char *text)
{
    for (const struct column *c = columns; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return column_text(c, result, text);
    fail_msg("there is no column %s", name);
    return NULL;
}

/* The row of a point and its measurement. */
static const struct field_case {
    const char *name, *measured, *invalid;
} field_cases[] = {
    {"study", "stride", "stride"},
    {"value", "8", "8"},
    {"time_ns", "2000.00", "-"},
    {"ci_high_ns", "2100.00", "-"},
    {"bandwidth_gbps", "4", "-"},
    {"fraction_of_copy", "0.5000", "-"},
    {"launch_ns", "7.5", "7.5"},
    {"marks", "disturbed shared", "disturbed shared"},
    {"valid", "yes", "no: too short; it is said"},
    {"pages", "node 0 50 %; node 1 50 %", "node 0 50 %; node 1 50 %"},
    {"requested", "cpus=0;2 memory=interleave", "cpus=0;2 memory=interleave"},
    {"cpus", "0;2", "0;2"},
    {"policy", "interleave 0-1", "interleave 0-1"},
    {"page_sizes", "4 KiB", "4 KiB"},
    {"predicted_bytes", "-", "-"},
    {"bound", "-", "-"},
    {"settings", "-", "-"},
};

static void writes_fields(void **state)
{
    (void)state;
    char text[COLUMN_TEXT_MAX];
    const struct point point = some_point();
    const struct ceilings ceilings = {.ns_each = {0}};
    struct measurement measured = {.pass_ns = {.samples = 3, .median = 2000, .high = 2100},
                                   .count = 3,
                                   .disturbed = 2,
                                   .launch_ns = 7.5,
                                   .conditions = CONDITION_SHARED};
    const struct seen_memory seen = {"node 0 50 %, node 1 50 %", "interleave 0-1", "4 KiB"};
    const struct result result = result_of(&point, &measured, &seen, 8, cost_of(&point), &ceilings);
    for (size_t i = 0; i < sizeof field_cases / sizeof *field_cases; i++) {
        const struct field_case *c = &field_cases[i];
        measured.invalid = NULL;
        assert_string_equal(field(c->name, &result, text), c->measured);
        measured.invalid = "too short, it is\nsaid";
        assert_string_equal(field(c->name, &result, text), c->invalid);
    }
}

static void identifies_a_row(void **state)
{
    (void)state;
    char text[IDENTITY_MAX];
    struct point point = some_point();
    assert_string_equal(point_identity(&point, text), "stride,copy,null,4,stride,8,8000,-,");
    point.settings = "chains=2 window=64";
    assert_string_equal(point_identity(&point, text),
                        "stride,copy,null,4,stride,8,8000,chains=2 window=64,");
    point.settings = NULL;
    point.baseline = true;
    point.parameter = "-";
    assert_string_equal(point_identity(&point, text), "stride,copy,null,4,-,-,8000,-,");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_the_columns_of_recorded_results),
        cmocka_unit_test(writes_as_many_fields_as_names),
        cmocka_unit_test(says_what_each_column_is),
        cmocka_unit_test(writes_fields),
        cmocka_unit_test(identifies_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
