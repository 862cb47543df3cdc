/* JSON documents: each command's is one, with these members, of these values where the program's
 * own tables say which. jansson reads what it wrote. */
#include "patterns/pattern.h"
#include "plots/claims/claims.h"
#include "study/commands/options.h"
#include "study/json/document.h"
#include "study/plan/study.h"
#include "study/run/columns.h"
#include "tests/assertions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS_MOST = 16, PATH_LENGTH = 1024 };

static char folder[] = "/tmp/warpline-documents-XXXXXX";
static const char recorded[] = TEST_DATA "/../../plots/recorded/h200";

/* The command's document, parsed; *status is its exit status. The caller releases. */
static json_t *document_of(const char *const *words, int *status)
{
    char path[PATH_LENGTH], *argv[WORDS_MOST + 2] = {(char *)"warpline"};
    json_error_t error;
    int argc = 1;
    for (; words[argc - 1]; argc++)
        argv[argc] = (char *)words[argc - 1];
    snprintf(path, sizeof path, "%s/document", folder);
    fflush(stdout);
    const int terminal = dup(STDOUT_FILENO);
    assert_non_null(freopen(path, "w", stdout));
    *status = run_command_line(argc, argv);
    fflush(stdout);
    dup2(terminal, STDOUT_FILENO);
    close(terminal);
    json_set_alloc_funcs(malloc, free);
    json_t *document = json_load_file(path, 0, &error);
    if (!document)
        fail_msg("warpline %s %s: line %d: %s", words[0], words[1] ? words[1] : "", error.line,
                 error.text);
    return document;
}

/* The value at a path such as "targets/0/time_ns"; NULL if there is none. */
static const json_t *at(const json_t *value, const char *path)
{
    char text[PATH_LENGTH], *rest = text, *name;
    snprintf(text, sizeof text, "%s", path);
    while (value && (name = strsep(&rest, "/")))
        value = json_is_array(value) ? json_array_get(value, (size_t)atoi(name))
                                     : json_object_get(value, name);
    return value;
}

/* The text of the value at a path, a number or null. */
enum kind { TEXT, NUMBER, COUNT, NONE, YES, LIST };

static bool is_kind(const json_t *value, enum kind kind)
{
    switch (kind) {
    case TEXT:
        return json_is_string(value) && *json_string_value(value);
    case NUMBER:
        return json_is_number(value);
    case COUNT:
        return json_is_integer(value);
    case NONE:
        return json_is_null(value);
    case YES:
        return json_is_true(value);
    default:
        return json_is_array(value);
    }
}

static const struct row {
    const char *words[WORDS_MOST];
    const char *path;
    enum kind kind;
} rows[] = {
    {{"list", "patterns", "--json"}, "patterns/0/formula", TEXT},
    {{"list", "patterns", "--json"}, "patterns/0/element_bytes/0", COUNT},
    {{"list", "studies", "--json"}, "studies/0/question", TEXT},
    {{"list", "studies", "--json"}, "studies/0/sweeps/0/pattern", TEXT},
    {{"list", "studies", "--json"}, "studies/0/sweeps/0/values/0", COUNT},
    {{"show", "latency", "--json"}, "sweeps/0/quick_values/0", COUNT},
    {{"list", "targets", "--json"}, "targets/0/caches", LIST},
    {{"list", "targets", "--json"}, "targets/0/memory_bytes", COUNT},
    {{"list", "columns", "--json"}, "columns/0/unit", TEXT},
    {{"list", "claims", "--json"}, "claims/0/tests", LIST},
    {{"topo", "--json"}, "cores_used", COUNT},
    {{"topo", "--json"}, "memory_bytes", COUNT},
    {{"topo", "--json"}, "devices", LIST},
    {{"topo", "--json"}, "core_kinds", LIST},
    {{"show", "latency", "--json"}, "sweeps/0/parameter", TEXT},
    {{"show", "stride", "--set", "stride=8", "--json"}, "parameters/0/value", COUNT},
    {{"show", "stride", "--on", "gpu0", "--json"}, "targets/0/predicted_time_ns", NUMBER},
    {{"show", "stride", "--on", "gpu0", "--json"}, "targets/0/bound", TEXT},
    {{"show", "stride", "--on", "gpu0", "--with", "none", "--json"},
     "targets/0/predicted_time_ns",
     NONE},
    {{"show", "stride", "--on", "cpu", "--json"}, "targets/0/levels", LIST},
    {{"show", "transfer_in", "--on", "cpu", "--json"}, "targets/0/absent", TEXT},
    {{"claims", recorded, "--json"}, "findings/0/verdict", TEXT},
    {{"claims", recorded, "--json"}, "findings/0/value", NUMBER},
    {{"claims", recorded, "--json"}, "drift_of_copies/gpu0", NUMBER},
    {{"run", "stride", "--dry-run", "--on", "cpu", "--json"}, "all/points", COUNT},
    {{"time", "copy", "--on", "cpu,null", "--footprint", "64KiB", "--samples", "10", "--json"},
     "targets/0/sample_ns",
     LIST},
    {{"time", "copy", "--on", "null", "--samples", "10", "--json"}, "targets/0/time_ns", NONE},
    {{"time", "copy", "--on", "null", "--samples", "10", "--json"}, "targets/0/measured", YES},
};

static void test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int status;
        json_t *document = document_of(rows[i].words, &status);
        if (status || !is_kind(at(document, rows[i].path), rows[i].kind))
            fail_msg("%s %s: exit %d, %s is missing, or of another kind", rows[i].words[0],
                     rows[i].words[1], status, rows[i].path);
        json_decref(document);
    }
}

static size_t length_of(const char *list)
{
    int status;
    json_t *document = document_of((const char *[]){"list", list, "--json", NULL}, &status);
    const size_t length = json_array_size(at(document, list));
    json_decref(document);
    return length;
}

static void test_lists_are_whole(void **state)
{
    size_t patterns = 0, studies = 0, columns_there = 0, claims_there = 0;
    (void)state;
    while (pattern_catalogue[patterns])
        patterns++;
    while (study_catalogue[studies].name)
        studies++;
    while (columns[columns_there].name)
        columns_there++;
    while (claims[claims_there].id)
        claims_there++;
    assert_int_equal(length_of("patterns"), patterns);
    assert_int_equal(length_of("studies"), studies);
    assert_int_equal(length_of("columns"), columns_there);
    assert_int_equal(length_of("claims"), claims_there);
}

/* Verdicts are counted as they stand; a folder's name need not be UTF-8. */
static void test_findings(void **state)
{
    char strange[PATH_LENGTH];
    size_t hold = 0;
    int status;
    (void)state;
    snprintf(strange, sizeof strange, "%s/a\xff\"b\n\xc3\xa9", folder);
    assert_int_equal(symlink(recorded, strange), 0);
    json_t *document = document_of((const char *[]){"claims", strange, "--json", NULL}, &status);
    const json_t *findings = at(document, "findings");
    for (size_t i = 0; i < json_array_size(findings); i++)
        hold += strcmp(json_string_value(at(json_array_get(findings, i), "verdict")), "holds") == 0;
    assert_int_equal(hold, json_integer_value(at(document, "hold")));
    assert_true(hold > 0);
    assert_non_null(strstr(json_string_value(at(document, "folder")), "/a?\"b \xc3\xa9"));
    json_decref(document);
    unlink(strange);
}

/* The end of a run: numbers from its rows. */
static void test_summary(void **state)
{
    char out[PATH_LENGTH], command[2 * PATH_LENGTH];
    int status;
    (void)state;
    snprintf(out, sizeof out, "%s/out", folder);
    const char *const words[] = {"run",         study_catalogue[0].name,
                                 "--on",        "null",
                                 "--footprint", "64KiB",
                                 "--quick",     "--out",
                                 out,           "--json",
                                 NULL};
    json_t *document = document_of(words, &status);
    assert_int_equal(status, 0);
    assert_string_equal(json_string_value(at(document, "folder")), out);
    assert_true(json_is_integer(at(document, "points")));
    assert_string_equal(json_string_value(at(document, "targets/0/target")), "null");
    assert_string_equal(json_string_value(at(document, "studies/0/study")),
                        study_catalogue[0].name);
    assert_true(strlen(json_string_value(at(document, "studies/0/finding"))) > 0);
    assert_true(json_is_string(at(document, "studies/0/more")));
    json_decref(document);
    snprintf(command, sizeof command, "rm -rf %s", out);
    assert_int_equal(system(command), 0);
}

/* NaN becomes null, and a text that is not UTF-8 becomes plain. */
static void test_values(void **state)
{
    static const struct {
        const char *text, *mended;
    } texts[] = {{"plain", "plain"},         {"\xc3\xa9", "\xc3\xa9"}, {"a\x80z", "a?z"},
                 {"a\nb \"\n", "a\nb \"\n"}, {"\xed\xa0\x80", "???"},  {"", ""}};
    json_t *object = json_object();
    (void)state;
    put_number(object, "nan", 0.0 / 0.0);
    put_number(object, "infinite", 1.0 / 0.0);
    put_number(object, "number", 0.1);
    put_text(object, "none", NULL);
    assert_true(json_is_null(at(object, "nan")));
    assert_true(json_is_null(at(object, "infinite")));
    assert_true(json_is_null(at(object, "none")));
    assert_true(json_real_value(at(object, "number")) == 0.1);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        put_text(object, "text", texts[i].text);
        assert_string_equal(json_string_value(at(object, "text")), texts[i].mended);
    }
    json_decref(object);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char path[PATH_LENGTH];
    (void)state;
    snprintf(path, sizeof path, "%s/document", folder);
    unlink(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows), cmocka_unit_test(test_lists_are_whole),
        cmocka_unit_test(test_findings), cmocka_unit_test(test_summary),
        cmocka_unit_test(test_values)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
