/* The speeds of earlier runs: each run adds some, and the next one knows how far apart
 * those were in its points. No run fails for that file. */
#include "study/ceilings/earlier_runs.h"
#include "study/plan/study.h"
#include "tests/assertions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MANY = 100 };

static char folder[] = "/tmp/warpline-speeds-XXXXXX";
static char file[sizeof folder + 32];
static struct target here = {.name = "cpu", .facts = {.title = "A CPU, of 2 GHz"}},
                     other = {.name = "cpu", .facts = {.title = "Another"}};
static const struct study studies[] = {{.name = "first"}, {.name = "second"}};
static const struct pattern stride = {.name = "stride"}, copy = {.name = "copy"};

static struct point point_of(struct target *target, int study, int64_t value)
{
    return (struct point){.study = &studies[study],
                          .pattern = value ? &stride : &copy,
                          .target = target,
                          .parameter = value ? "stride" : "-",
                          .value = value,
                          .settings = "",
                          .element_bytes = 4,
                          .footprint_bytes = 4096,
                          .baseline = value == 0};
}

static void add_point(struct run_speeds *speeds, const struct point *point, double gbps,
                      double core_ns)
{
    const struct fast_third third = {.log_ns = -log(gbps), .log_speed = {log(core_ns), NAN}};
    run_speeds_add(speeds, point, &third);
}

/* A run of a copy and points 1 to count of a study, all at that speed but point 1, which is ten
 * times as fast. */
static void add_run(struct target *target, int study, int count, double gbps)
{
    struct run_speeds speeds = {.count = 0};
    for (int i = 0; i <= count; i++) {
        const struct point point = point_of(target, study, i);
        add_point(&speeds, &point, i == 1 ? 10 * gbps : gbps, 16);
    }
    earlier_runs_add(&speeds);
    assert_int_equal(speeds.count, 0);
}

static const char *known(struct target *target, int study, int count)
{
    static char text[64];
    struct point points[MANY];
    const struct plan plan = {.points = points, .count = count + 1};
    for (int i = 0; i <= count; i++)
        points[i] = point_of(target, study, i);
    return earlier_runs_text(target, &plan, text, sizeof text);
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
    snprintf(file, sizeof file, "%s/warpline/earlier_runs.csv", folder);
    return setenv("XDG_STATE_HOME", folder, 1);
}

static int empty_folder(void **state)
{
    (void)state;
    unlink(file);
    return 0;
}

static int close_folder(void **state)
{
    char command[sizeof folder + 16];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* Distances of log 4 twice and 0 once: their mean square is 2/3 of that of log 4. */
static void counts_runs(void **state)
{
    double deviation;
    int runs, points;
    (void)state;
    assert_string_equal(known(&here, 0, 4), "");
    add_run(&here, 0, 4, 10);
    assert_string_equal(known(&here, 0, 4), "");
    add_run(&here, 0, 4, 10);
    assert_string_equal(known(&here, 0, 4), "2 runs of 5 points, deviation 0");
    add_run(&here, 0, 4, 40);
    assert_int_equal(sscanf(known(&here, 0, 4), "%d runs of %d points, deviation %lf", &runs,
                            &points, &deviation),
                     3);
    assert_int_equal(runs, 3);
    assert_int_equal(points, 5);
    assert_near(deviation, log(4) * sqrt(2 / 3.0 / 2), 1e-4);
    assert_string_equal(known(&other, 0, 4), "");
    add_run(&other, 0, 4, 10);
    add_run(&other, 0, 4, 10);
    assert_string_equal(known(&other, 0, 4), "2 runs of 5 points, deviation 0");
}

/* A point that jumps is no distance of runs: the median of all points is. */
static void a_point_may_jump(void **state)
{
    struct run_speeds speeds = {.count = 0};
    (void)state;
    add_run(&here, 0, 4, 10);
    for (int i = 0; i <= 4; i++) {
        const struct point point = point_of(&here, 0, i);
        add_point(&speeds, &point, i == 1 ? 1 : 10, 16);
    }
    earlier_runs_add(&speeds);
    assert_string_equal(known(&here, 0, 4), "2 runs of 5 points, deviation 0");
}

/* Runs of another study share its copies. Once there are runs with more common points, those count
 * alone. */
static void other_studies(void **state)
{
    (void)state;
    add_run(&here, 0, 4, 10);
    add_run(&here, 0, 4, 10);
    assert_string_equal(known(&here, 1, 4), "2 runs of 1 points, deviation 0");
    add_run(&here, 1, 4, 20);
    assert_string_equal(known(&here, 1, 4), "");
    add_run(&here, 1, 4, 20);
    assert_string_equal(known(&here, 1, 4), "2 runs of 5 points, deviation 0");
}

/* Large plans select the same points, so they have as many in common as are selected. */
static void selects_alike(void **state)
{
    (void)state;
    add_run(&here, 0, MANY - 1, 10);
    add_run(&here, 0, MANY - 1, 10);
    assert_string_equal(known(&here, 0, MANY - 1), "2 runs of 48 points, deviation 0");
}

static void stores_the_later_half(void **state)
{
    struct stat facts;
    (void)state;
    for (int i = 0; i < 1500; i++)
        add_run(&here, 0, 4, 10);
    assert_int_equal(stat(file, &facts), 0);
    assert_true(facts.st_size < 300000 && facts.st_size > 100000);
    assert_string_equal(known(&here, 0, 4), "64 runs of 5 points, deviation 0");
}

static void bears_any_file(void **state)
{
    static const char *const texts[] = {"", "no table", "machine,gbps\na,b\n",
                                        "machine,run,point,gbps\n,,,\n"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        write_file(texts[i]);
        assert_string_equal(known(&here, 0, 4), "");
        add_run(&here, 0, 4, 10);
    }
    assert_int_equal(unlink(file), 0);
    assert_int_equal(mkfifo(file, 0600), 0);
    assert_string_equal(known(&here, 0, 4), "");
    add_run(&here, 0, 4, 10);
    setenv("XDG_STATE_HOME", "/proc/none", 1);
    add_run(&here, 0, 4, 10);
    assert_string_equal(known(&here, 0, 4), "");
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    add_run(&here, 0, 4, 10);
    assert_string_equal(known(&here, 0, 4), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup(counts_runs, empty_folder),
                                       cmocka_unit_test_setup(a_point_may_jump, empty_folder),
                                       cmocka_unit_test_setup(other_studies, empty_folder),
                                       cmocka_unit_test_setup(selects_alike, empty_folder),
                                       cmocka_unit_test_setup(stores_the_later_half, empty_folder),
                                       cmocka_unit_test_setup(bears_any_file, empty_folder)};
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
