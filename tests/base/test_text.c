/* Text from strangers: what is plain, what is replaced, what a spreadsheet takes for a formula; and
 * who may write to a folder. */
#include "study/base/folders.h"
#include "study/base/text.h"
#include "tests/assertions.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A text, and the same after quote_plain; NULL: nothing is replaced. */
static const struct {
    const char *text, *plain;
} texts[] = {
    {"", NULL},
    {"a b~", NULL},
    {"\xc3\xbc \xe2\x82\xac \xf0\x9d\x84\x9e \xef\xbf\xbd", NULL}, /* two to four bytes */
    {"a\tb", "a b"},
    {"a\nb\r", "a b "},
    {"\x1b[31m", "?[31m"},
    {"\x7f", "?"},
    {"a\xc2\x9b"
     "b",
     "a??b"},           /* C1: the eight-bit CSI */
    {"\xc2\xa0", NULL}, /* the first after C1 */
    {"\x9b[1m", "?[1m"},
    {"\xc0\xaf", "??"},           /* overlong */
    {"\xe0\x80\xaf", "???"},      /* overlong */
    {"\xed\xa0\x80", "???"},      /* a surrogate */
    {"\xf4\x90\x80\x80", "????"}, /* above U+10FFFF */
    {"\xef\xbf\xbf", "???"},      /* U+FFFF, which XML does not allow */
    {"\xe2\x80\xae", "???"},      /* right-to-left override */
    {"\xe2\x80\xa8", "???"},      /* line separator */
    {"\xe2\x82z", "??z"},         /* cut off */
    {"\xff\xfe", "??"},
};

static void makes_plain(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *text = texts[i].text, *expected = texts[i].plain ? texts[i].plain : text;
        char plain[64];
        quote_plain(text, plain, sizeof plain);
        if (strcmp(plain, expected) != 0)
            fail_msg("text %zu: \"%s\"", i, plain);
        const bool tabs = strchr(text, '\t') != NULL;
        if (!not_plain(text) != (!texts[i].plain || tabs))
            fail_msg("text %zu: not_plain", i);
        snprintf(plain, sizeof plain, "%s", text); /* in its own memory */
        assert_string_equal(quote_plain(plain, plain, sizeof plain), expected);
    }
}

static void cuts_no_character(void **state)
{
    (void)state;
    char plain[4];
    assert_string_equal(quote_plain("abcdef", plain, sizeof plain), "abc");
    assert_string_equal(quote_plain("ab\xc3\xbc", plain, sizeof plain), "ab");
    assert_string_equal(quote_plain("a\xc3\xbc", plain, sizeof plain), "a\xc3\xbc");
}

static const struct {
    const char *text;
    bool formula;
} fields[] = {
    {"", false},         {"-", false},           {"=", false},
    {"=1", true},        {"=cmd|x", true},       {"@SUM(1)", true},
    {"+1", false},       {"+1+1", true},         {"-1.5e3", false},
    {"-1+2", true},      {"-O2", false},         {"-Wl,-z", false},
    {"-cmd|x!A1", true}, {"-SUM(1)", true},      {"-1,=2", false},
    {"a=1", false},      {"-march=x,=1", false}, {"+a", true},
};

static void finds_formulas(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (is_formula(fields[i].text) != fields[i].formula)
            fail_msg("%s", fields[i].text);
}

static const struct {
    const char *name;
    void (*quote)(FILE *out, const char *text);
    const char *text, *quoted;
} quotes[] = {
    {"HTML", quote_html, "<a\x1b\xc3\xbc\xff'\n", "&lt;a?\xc3\xbc?&#39;\n"},
    {"gnuplot", quote_gnuplot, "a]]>b\x1b\xff'", "'a] ]>b?\?'.\"'\".''"},
    {"shell", quote_shell, "plain-1.0", "plain-1.0"},
    {"shell", quote_shell, "", "''"},
    {"shell", quote_shell, "a b'\t", "'a b'\\''\t'"},
    {"shell", quote_shell, "a b\x1b\xff'", "$'a\\040b\\033\\377\\047'"},
};

static void quotes_for_each_output(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++) {
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        quotes[i].quote(out, quotes[i].text);
        fclose(out);
        if (strcmp(text, quotes[i].quoted) != 0)
            fail_msg("%s: %s", quotes[i].name, text);
        free(text);
    }
}

/* A column of a table has as many characters, whatever bytes they take. */
static void pads_by_characters(void **state)
{
    (void)state;
    static const struct {
        const char *text, *padded;
        int columns;
    } cells[] = {
        {"", "    ", 4},
        {"in", "in  ", 4},
        {"gr\xc3\xb6\xc3\x9f", "gr\xc3\xb6\xc3\x9f", 4}, /* of two bytes each */
        {"gr\xc3\xb6\xc3\x9f", "gr\xc3\xb6\xc3\x9f  ", 6},
        {"\xe2\x82\xac", "\xe2\x82\xac   ", 4},         /* of three */
        {"\xf0\x9d\x84\x9e", "\xf0\x9d\x84\x9e   ", 4}, /* of four */
        {"longer", "longer", 4},
    };
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        put_padded(out, cells[i].text, cells[i].columns);
        fclose(out);
        assert_string_equal(text, cells[i].padded);
        free(text);
    }
}

/* What the process of a test writes to both streams, in pieces that cut characters. */
static void both_streams_are_plain(void **state)
{
    (void)state;
    int ends[2];
    char text[64] = "";
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        plain_streams();
        fputs("a\xc3", stdout);
        fflush(stdout);
        fputs("\xbc\tb\x1b\n", stdout);
        fflush(stdout);
        fputs("c\xc2", stderr);
        fputs("\x9b\n", stderr);
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got, used = 0;
         (got = read(ends[0], text + used, sizeof text - 1 - (size_t)used)) > 0;)
        used += got;
    assert_string_equal(text, "a\xc3\xbc\tb?\nc??\n");
    close(ends[0]);
}

/* Folders with their modes, from the outermost on, and what is said of the innermost. */
static const struct {
    mode_t modes[3];
    const char *why; /* NULL: guarded */
} chains[] = {
    {{0755, 0755, 0755}, NULL},       {{0700, 0777, 0777}, NULL},
    {{0777, 0755, 0755}, "folder"},   {{01777, 0755, 0755}, NULL},
    {{0755, 0775, 0700}, "folder/a"}, {{0755, 0755, 0775}, "folder/a/b"},
    {{0755, 01777, 0755}, NULL},      {{0755, 0755, 01777}, "folder/a/b"},
    {{0755, 0755, 0700}, NULL},
};

static void knows_who_may_write(void **state)
{
    (void)state;
    char place[] = "/tmp/warpline-text-XXXXXX", problem[256], expected[256];
    char *real = mkdtemp(place) ? realpath(place, NULL) : NULL;
    assert_non_null(real);
    chmod(real, 0755);
    assert_int_equal(chdir(real), 0);
    mkdir("folder", 0700);
    mkdir("folder/a", 0700);
    mkdir("folder/a/b", 0700);
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
        char path[256];
        chmod("folder", chains[i].modes[0]);
        chmod("folder/a", chains[i].modes[1]);
        chmod("folder/a/b", chains[i].modes[2]);
        snprintf(path, sizeof path, "%s/folder/a/b", real);
        const bool guarded = path_is_guarded(path, problem, sizeof problem);
        snprintf(expected, sizeof expected, "others may write to %s/%s", real,
                 chains[i].why ? chains[i].why : "");
        if (guarded != !chains[i].why || (!guarded && strcmp(problem, expected) != 0))
            fail_msg("chain %zu: %d, %s", i, guarded, problem);
    }
    assert_true(path_is_guarded("/", problem, sizeof problem));
    assert_true(path_is_guarded("/none/such", problem, sizeof problem));
    assert_false(path_is_guarded("/dev/null/x", problem, sizeof problem));
    rmdir("folder/a/b");
    rmdir("folder/a");
    rmdir("folder");
    rmdir(real);
    free(real);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_plain),         cmocka_unit_test(cuts_no_character),
        cmocka_unit_test(finds_formulas),      cmocka_unit_test(quotes_for_each_output),
        cmocka_unit_test(pads_by_characters),  cmocka_unit_test(both_streams_are_plain),
        cmocka_unit_test(knows_who_may_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
