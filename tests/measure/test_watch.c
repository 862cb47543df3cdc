/* What a run notices of other users of a target: marks in the rows, messages. Each case sets the
 * target's state. */
#include "study/ceilings/ceilings.h"
#include "study/measure/watch.h"
#include "study/plan/study.h"
#include "study/run/columns.h"
#include "study/run/results.h"
#include "tests/assertions.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct conditions now;

static void look(struct target *target, struct conditions *conditions)
{
    (void)target;
    *conditions = now;
}

static const char *const slowed_by[] = {"WARPLINE_TEST_SLOW", "WARPLINE_TEST_SLOWER", NULL};
static const struct target_ops watched_ops = {.look = look, .slowed_by = slowed_by};
static const struct target_ops plain_ops = {.name = "plain"};
static const struct study study = {.name = "test"};

/* What `say` prints on stderr. The caller frees it. */
static char *printed(void (*say)(void *with), void *with)
{
    FILE *file = tmpfile();
    char *text = calloc(1, 4096);
    assert_non_null(file);
    assert_non_null(text);
    fflush(stderr);
    const int kept = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    say(with);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(file);
    text[fread(text, 1, 4095, file)] = '\0';
    fclose(file);
    return text;
}

struct asked {
    struct watch watch;
    struct target target;
    struct point point;
    unsigned marks;
    double gbps;
};

static struct asked asked_of(const struct target_ops *ops)
{
    now = (struct conditions){.marks = 0};
    return (struct asked){.target = {.ops = ops, .name = "gpu7", .facts.peak_gbps = 1000},
                          .point = {.study = &study,
                                    .pattern = pattern_find("copy"),
                                    .parameter = "-",
                                    .element_bytes = 4,
                                    .baseline = true,
                                    .level = "memory"}};
}

static void look_once(void *with)
{
    struct asked *asked = with;
    asked->marks = watch_look(&asked->watch, &asked->target);
}

static void keep_point(void *with)
{
    struct asked *asked = with;
    asked->point.target = &asked->target;
    watch_point(&asked->watch, &asked->point, asked->marks, asked->gbps);
}

static void end(void *with)
{
    const struct asked *asked = with;
    watch_end(&asked->watch, &asked->target);
}

static void assert_printed(void (*say)(void *with), struct asked *asked, const char *expected)
{
    char *text = printed(say, asked);
    assert_string_equal(text, expected);
    free(text);
}

/* Each kind of mark is said when it is seen first; all points that it touches are counted. */
static void test_first_is_said(void **state)
{
    (void)state;
    struct asked asked = asked_of(&watched_ops);
    assert_printed(look_once, &asked, "");
    assert_int_equal(asked.marks, 0);
    keep_point(&asked);
    now = (struct conditions){CONDITION_SHARED, "2 others"};
    assert_printed(look_once, &asked,
                   "warpline: target gpu7: 2 others; points measured meanwhile are marked\n");
    assert_int_equal(asked.marks, CONDITION_SHARED);
    keep_point(&asked);
    assert_printed(look_once, &asked, "");
    keep_point(&asked);
    now = (struct conditions){CONDITION_SHARED | CONDITION_THROTTLED, "2 others, heat"};
    assert_printed(look_once, &asked,
                   "warpline: target gpu7: 2 others, heat; points measured meanwhile are marked\n");
    assert_int_equal(asked.marks, CONDITION_SHARED | CONDITION_THROTTLED);
    assert_printed(end, &asked,
                   "warpline: target gpu7: 2 of 3 points are marked, last since 2 others, heat\n");
}

/* A variable that slows a target is said once, and only of a target that it slows. */
static void test_variables(void **state)
{
    (void)state;
    struct asked asked = asked_of(&watched_ops), plain = asked_of(&plain_ops);
    setenv("WARPLINE_TEST_SLOWER", "-O0", 1);
    assert_printed(look_once, &asked,
                   "warpline: target gpu7: WARPLINE_TEST_SLOWER=-O0 is set, which can slow its "
                   "kernels down\n");
    assert_printed(look_once, &asked, "");
    assert_printed(look_once, &plain, "");
    unsetenv("WARPLINE_TEST_SLOWER");
}

static void test_nothing_to_say(void **state)
{
    (void)state;
    struct asked asked = asked_of(&plain_ops);
    now = (struct conditions){CONDITION_SHARED, "2 others"};
    asked.gbps = 1;
    assert_printed(look_once, &asked, "");
    assert_printed(keep_point, &asked, "");
    assert_printed(end, &asked, "");
}

struct copy_case {
    double gbps;
    const char *slow, *slower; /* the variables; NULL: not set */
    unsigned marks;
    int element_bytes;
    const char *level, *expected;
};

static const struct copy_case copies[] = {
    {.gbps = 701, .expected = ""},
    {.gbps = 300, .level = "L2", .expected = ""},
    {.gbps = 300, .element_bytes = 1, .expected = ""},
    {.gbps = 0, .expected = ""}, /* invalid */
    {.gbps = 690,
     .expected = "warpline: target gpu7: its copy reaches 690 GB/s, 69 % of the 1000 in its data "
                 "sheet; the reason is unknown: others may use it unseen, or its clocks may be "
                 "low\n"},
    {.gbps = 100,
     .slow = "-O0",
     .expected = "warpline: target gpu7: its copy reaches 100 GB/s, 10 % of the 1000 in its data "
                 "sheet; likely because WARPLINE_TEST_SLOW=-O0 is set\n"},
    {.gbps = 100,
     .slow = "1",
     .slower = "2",
     .marks = CONDITION_SHARED,
     .expected = "warpline: target gpu7: its copy reaches 100 GB/s, 10 % of the 1000 in its data "
                 "sheet; likely because WARPLINE_TEST_SLOW=1 is set and WARPLINE_TEST_SLOWER=2 is "
                 "set and 2 others\n"},
};

static void set_variable(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

/* A copy far below the data sheet is said, with what is known of why; once. */
static void test_slow_copies(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
        const struct copy_case *c = &copies[i];
        struct asked asked = asked_of(&watched_ops);
        set_variable("WARPLINE_TEST_SLOW", c->slow);
        set_variable("WARPLINE_TEST_SLOWER", c->slower);
        now = (struct conditions){c->marks, "2 others"};
        free(printed(look_once, &asked));
        asked.gbps = c->gbps;
        asked.point.element_bytes = c->element_bytes ? c->element_bytes : 4;
        if (c->level)
            snprintf(asked.point.level, sizeof asked.point.level, "%s", c->level);
        assert_printed(keep_point, &asked, c->expected);
        assert_printed(keep_point, &asked, "");
    }
    set_variable("WARPLINE_TEST_SLOW", NULL);
    set_variable("WARPLINE_TEST_SLOWER", NULL);
}

/* Copies that vary are reported at the end: something came and went unseen. */
static void test_copies_apart(void **state)
{
    (void)state;
    struct asked asked = asked_of(&watched_ops);
    static const double gbps[] = {880, 860, 0, 881};
    for (size_t i = 0; i < sizeof gbps / sizeof *gbps; i++) {
        asked.gbps = gbps[i];
        keep_point(&asked);
    }
    assert_printed(end, &asked, "");
    asked.gbps = 790;
    keep_point(&asked);
    assert_printed(end, &asked,
                   "warpline: target gpu7: its copies varied from 790 to 881 GB/s: something "
                   "slowed the slow ones, and may have slowed other points\n");
}

static char *text_of(const char *path)
{
    char *text = calloc(1, 16384);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    assert_non_null(text);
    text[fread(text, 1, 16383, in)] = '\0';
    fclose(in);
    return text;
}

struct row_case {
    bool level_differs;
    unsigned conditions;
    const char *marks;
    int disturbed;       /* of four samples, which lost 100 ns */
    double throttled_ns; /* by a CPU quota, as cpu.stat says */
};

static const struct row_case rows[] = {
    {false, 0, ",memory,-,yes,", 0, 0},
    {true, 0, ",memory,level-differs,yes,", 0, 0},
    {false, CONDITION_SHARED, ",memory,shared,yes,", 0, 0},
    {true, CONDITION_THROTTLED, ",memory,level-differs throttled,yes,", 0, 0},
    {false, CONDITION_SHARED | CONDITION_LOW_CLOCK, ",memory,shared low-clock,yes,", 0, 0},
    {false, 0, ",memory,disturbed,yes,", 3, 49},
    {false, 0, ",memory,disturbed quota,yes,", 3, 50},
    {true, CONDITION_SHARED, ",memory,level-differs disturbed quota shared,yes,", 4, 400},
    {false, 0, ",memory,-,yes,", 2, 400},
};

/* Rows have the marks as words, and the head what is set on the target. A level of which nothing
 * stays is one worker's alone. */
static void test_rows(void **state)
{
    (void)state;
    char folder[] = "/tmp/warpline-watch-XXXXXX", path[64];
    struct target_list list = {.count = 0};
    struct results results;
    const struct plan plan = {.count = 0};
    struct measurement measured = {
        .pass_ns = {.median = 100, .samples = 0}, .count = 4, .lost_ns = 100};
    const struct ceilings none = ceilings_unknown();
    assert_non_null(mkdtemp(folder));
    assert_int_equal(targets_open(&list, "null", NULL), 0);
    struct target_facts *facts = &list.targets[0].facts;
    facts->settings[facts->setting_count++] = (struct target_setting){"ecc", "on"};
    facts->cache_levels = 2;
    facts->caches[0] = (struct cache_level){.name = "L1", .one_bytes = 1024, .line_bytes = 128};
    facts->caches[1] = (struct cache_level){"L2", 4096, 4096, 128, -1, 0};
    assert_int_equal(results_open(&results, folder, "test", NULL, &list, &plan), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct seen_memory nowhere = {"-", "-", "-"};
        struct asked asked = asked_of(&plain_ops);
        asked.point.target = &list.targets[0];
        asked.point.level_differs = rows[i].level_differs;
        measured.conditions = rows[i].conditions;
        measured.disturbed = rows[i].disturbed;
        measured.throttled_ns = rows[i].throttled_ns;
        const struct result result =
            result_of(&asked.point, &measured, &nowhere, 0, cost_of(&asked.point), &none);
        assert_int_equal(results_add(&results, &result), 0);
    }
    results_close(&results);
    targets_close(&list);
    snprintf(path, sizeof path, "%s/results.csv", folder);
    char *text = text_of(path);
    assert_non_null(strstr(text, "\n# null_ecc: on\n"));
    assert_non_null(strstr(text, "\n# null_caches: L2 4096 128\n"));
    assert_non_null(strstr(text, "\n# null_caches_of_one: L1 1024 128; L2 4096 128\n"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_non_null(strstr(text, rows[i].marks));
    free(text);
    remove(path);
    snprintf(path, sizeof path, "%s/samples.csv", folder);
    remove(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variables),      cmocka_unit_test(test_first_is_said),
        cmocka_unit_test(test_nothing_to_say), cmocka_unit_test(test_slow_copies),
        cmocka_unit_test(test_copies_apart),   cmocka_unit_test(test_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
