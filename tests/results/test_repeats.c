/* Which points a run measures again, and when; the rows of repeats.csv. */
#include "study/ceilings/repeats.h"
#include "tests/assertions.h"
#include "tests/tree.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { POINTS = 1000, ONE_OF = 16 };

static char folder[TREE_PATH_MAX];

static int set_up(void **state)
{
    (void)state;
    tree_make(&(struct tree_file){NULL, NULL}, folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tree_remove(folder);
    return 0;
}

/* One of each 16 points, once, after itself; the next run's seed chooses others. */
static void chooses(void **state)
{
    (void)state;
    int times[2][POINTS] = {{0}}, differing = 0;
    for (uint64_t seed = 0; seed < 2; seed++) {
        struct repeats repeats = {.file = -1, .seed = seed};
        struct repeat due;
        for (int i = 0; i < POINTS; i++) {
            repeats_note(&repeats, i, 1 + i);
            while (repeats_due(&repeats, i == POINTS - 1 ? INT_MAX : i, &due)) {
                assert_true(due.index <= i && due.time_ns == 1 + due.index);
                assert_true(due.index < i || i == POINTS - 1);
                times[seed][due.index]++;
            }
        }
        for (int block = 0; block < POINTS / ONE_OF; block++) {
            int chosen = 0;
            for (int i = 0; i < ONE_OF; i++)
                chosen += times[seed][block * ONE_OF + i];
            assert_int_equal(chosen, 1);
        }
    }
    for (int i = 0; i < POINTS; i++)
        differing += times[0][i] != times[1][i];
    assert_true(differing > 0);
}

static int lines_of(char *text, size_t size)
{
    char path[TREE_PATH_MAX + 16];
    int lines = 0;
    snprintf(path, sizeof path, "%s/repeats.csv", folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    fclose(file);
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    return lines;
}

static void writes(void **state)
{
    struct repeats repeats;
    char text[1024];
    (void)state;
    for (int run = 0; run < 2; run++) { /* the second one continues */
        assert_int_equal(repeats_open(&repeats, folder, 1, run == 0), 0);
        assert_int_equal(repeats_add(&repeats, "stride,stride,cpu,4,stride,2,64,-,", 100, 110), 0);
        repeats_close(&repeats);
        assert_int_equal(lines_of(text, sizeof text), 3 + run);
    }
    assert_non_null(strstr(text, "settings,time_ns,again_ns\n"));
    assert_non_null(strstr(text, "\nstride,stride,cpu,4,stride,2,64,-,100.00,110.00\n"));
    assert_int_equal(repeats_open(&repeats, folder, 1, true), 0);
    repeats_close(&repeats);
    assert_int_equal(lines_of(text, sizeof text), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(chooses), cmocka_unit_test(writes)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
