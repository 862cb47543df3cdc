/* Heat maps: where each point's cell is, in the file for gnuplot and in a terminal's table. */
#include "plots/figure/map.h"
#include "plots/figure/telling.h"
#include "tests/assertions.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 4 };

/* The points of a map, whose times are 1000, 2000, 3000 and 4000 ns for 100 elements. */
struct made {
    struct row rows[POINTS];
    const struct row *points[POINTS];
    struct series series[POINTS];
    struct chart_target target;
    struct dataset set;
    struct presentation shown;
    struct telling telling;
    struct chart chart;
};

struct place {
    const char *settings;
    double at;
    const char *ran_on;
    bool hollow;
};

static struct made *make(const struct place *places, int count, bool mirrored)
{
    struct made *made = calloc(1, sizeof *made);
    assert_non_null(made);
    made->shown = (struct presentation){
        .axes = {{.label = "across"}},
        .down = {.parameter = "first", .label = "down"},
        .mirrored = mirrored,
        .panels = {{.quantity = &access_time}},
    };
    made->telling.shown = &made->shown;
    for (int i = 0; i < count; i++) {
        made->rows[i] = (struct row){
            .from = &made->set,
            .target = "cpu",
            .pattern = "handover",
            .settings = places[i].settings,
            .at = places[i].at,
            .ran_on = places[i].ran_on,
            .hollow = places[i].hollow,
            .number = {.time_ns = 1000 * (i + 1), .elements = 100, .predicted_ns = NAN}};
        made->points[i] = &made->rows[i];
        made->series[i] = (struct series){.points = &made->points[i], .count = 1};
    }
    made->target.any = &made->rows[0];
    made->chart = (struct chart){.study = "s",
                                 .telling = &made->telling,
                                 .drawn = made->points,
                                 .drawn_count = count,
                                 .series = made->series,
                                 .series_count = count,
                                 .targets = &made->target,
                                 .target_count = 1};
    return made;
}

static char *printed(const struct chart *chart, int columns)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    map_print(out, chart, columns);
    fclose(out);
    return text;
}

static char *written(const struct chart *chart)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    map_write(out, chart, "scripts", "s");
    fclose(out);
    return text;
}

static const struct {
    const char *what;
    struct place places[POINTS];
    int count;
    bool mirrored;
    const char *table;    /* the lines of the table */
    const char *cells[2]; /* lines of the file for gnuplot */
} cases[] = {
    {"a point each",
     {{"first=1", 8, "", false},
      {"first=1", 16, "", false},
      {"first=2", 8, "", false},
      {"first=2", 16, "", false}},
     4,
     false,
     "             8     16 \n"
     "       1  10.0   20.0 \n"
     "       2  30.0   40.0 \n",
     {"0 1 30 \"30.0\" 0 0\n", "1 1 40 \"40.0\" 0 0\n"}},
    {"a gap and a ring",
     {{"pad=1 first=4", 2, "", false}, {"first=3", 1, "", true}},
     2,
     false,
     "             1      2 \n"
     "       3  20.0*     - \n"
     "       4     -   10.0 \n",
     {"0 0 20 \"20.0\" 1 0\n", "1 0 NaN \"\" 0 0\n"}},
    {"both sides of the diagonal",
     {{"first=0", 1, "CPUs 0 1, threads of one core", false},
      {"first=0", 2, "CPUs 0 2, cores of two packages", false},
      {"first=1", 2, "CPUs 1 2, cores of two packages", false}},
     3,
     true,
     "             0      1      2 \n"
     "       0     -   10.0   20.0 \n"
     "       1  10.0      -   30.0 \n"
     "       2  20.0   30.0      - \n",
     {"1 0 10 \"10.0\" 0 1\n", "borders[1] = '1 2 '\n"}},
    {"another parameter whose name ends alike",
     {{"not_first=9 first=1", 2, "", false}},
     1,
     false,
     "             2 \n"
     "       1  10.0 \n",
     {"0 0 10 \"10.0\" 0 0\n", "map_count = 1\n"}},
};

/* The same cells as numbers, whatever the table prints of them. */
static void take_numbers(void *with, const struct map *numbers)
{
    char *cell = with;
    assert_false(numbers->predicted);
    for (int i = 0; i < numbers->columns; i++)
        assert_true(strtod(cell, &cell) == numbers->across[i]);
    for (int i = 0; i < numbers->rows * numbers->columns; i++) {
        if (i % numbers->columns == 0)
            assert_true(strtod(cell, &cell) == numbers->down[i / numbers->columns]);
        cell += strspn(cell, " *\n");
        if (*cell == '-')
            cell++;
        assert_true(cell[-1] == '-' ? isnan(numbers->values[i])
                                    : strtod(cell, &cell) == numbers->values[i]);
    }
}

static void test_cells(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made *made = make(cases[i].places, cases[i].count, cases[i].mirrored);
        char *table = printed(&made->chart, 80), *file = written(&made->chart);
        assert_int_equal(chart_is_map(&made->chart), cases[i].count > 1);
        if (!strstr(table, cases[i].table))
            fail_msg("%s: the table is\n%s", cases[i].what, table);
        for (int c = 0; c < 2; c++)
            if (!strstr(file, cases[i].cells[c]))
                fail_msg("%s: no line %s in\n%s", cases[i].what, cases[i].cells[c], file);
        map_each(&made->chart, take_numbers, (void *)(uintptr_t)cases[i].table);
        free(table);
        free(file);
        free(made);
    }
}

/* A table that is too wide for the terminal continues below. */
static void test_narrow(void **state)
{
    (void)state;
    struct made *made = make(cases[2].places, 3, true);
    char *table = printed(&made->chart, 24);
    assert_non_null(strstr(table, "             0      1 \n"));
    assert_non_null(strstr(table, "             2 \n       0  20.0 \n"));
    free(table);
    free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cells), cmocka_unit_test(test_narrow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
