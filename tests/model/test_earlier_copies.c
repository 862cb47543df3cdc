/* The copies of earlier runs: each run adds its own, and the next ones know how much those varied.
 * No run fails for that file. */
#include "study/ceilings/earlier_copies.h"
#include "tests/near.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/warpline-copies-XXXXXX";
static char file[sizeof folder + 32];
static struct target here = {.name = "cpu", .facts = {.title = "A CPU, of 2 GHz"}},
                     other = {.name = "cpu", .facts = {.title = "Another"}};

/* A run with copies of two kinds, one of them repeated. */
static void add_run(const struct target *target, double gbps)
{
    const struct measured_copy copies[] = {
        {.target = target, .element_bytes = 4, .footprint_bytes = 1000, .gbps = gbps},
        {.target = target, .element_bytes = 4, .footprint_bytes = 1000, .gbps = 100 * gbps},
        {.target = target, .element_bytes = 4, .footprint_bytes = 1000, .gbps = gbps / 100},
        {.target = target, .element_bytes = 8, .footprint_bytes = 1000, .gbps = 0}};
    earlier_copies_add(copies, sizeof copies / sizeof *copies);
}

static const char *known(const struct target *target)
{
    static char text[64];
    return earlier_copies_text(target, text, sizeof text);
}

static void write_file(const char *text)
{
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static int open_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(file, sizeof file, "%s/warpline/copies.csv", folder);
    return setenv("XDG_STATE_HOME", folder, 1);
}

static int close_folder(void **state)
{
    char command[sizeof folder + 16];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* The logarithms of 10, 10 and 40 have a deviation of log 4 / sqrt 3. */
static void counts_runs(void **state)
{
    double deviation;
    int runs;
    (void)state;
    assert_string_equal(known(&here), "");
    add_run(&here, 10);
    assert_string_equal(known(&here), "");
    add_run(&here, 10);
    assert_string_equal(known(&here), "2 runs, deviation 0");
    add_run(&here, 40);
    assert_int_equal(sscanf(known(&here), "%d runs, deviation %lf", &runs, &deviation), 2);
    assert_int_equal(runs, 3);
    assert_near(deviation, 0.80038, 1e-4);
    assert_string_equal(known(&other), "");
    add_run(&other, 10);
    add_run(&other, 10);
    assert_string_equal(known(&other), "2 runs, deviation 0");
}

static void keeps_the_later_half(void **state)
{
    struct stat facts;
    (void)state;
    for (int i = 0; i < 6000; i++)
        add_run(&here, 10);
    assert_int_equal(stat(file, &facts), 0);
    assert_true(facts.st_size < 300000 && facts.st_size > 100000);
    assert_true(atoi(known(&here)) > 1000);
}

static void bears_any_file(void **state)
{
    static const char *const texts[] = {"", "no table", "key,gbps\na,b\n",
                                        "key,element_bytes,footprint_bytes,gbps\n,,,\n"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        write_file(texts[i]);
        assert_string_equal(known(&here), "");
        add_run(&here, 10);
    }
    assert_int_equal(unlink(file), 0);
    assert_int_equal(mkfifo(file, 0600), 0);
    assert_string_equal(known(&here), "");
    add_run(&here, 10);
    setenv("XDG_STATE_HOME", "/proc/none", 1);
    add_run(&here, 10);
    assert_string_equal(known(&here), "");
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    add_run(&here, 10);
    assert_string_equal(known(&here), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts_runs),
                                       cmocka_unit_test(keeps_the_later_half),
                                       cmocka_unit_test(bears_any_file)};
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
