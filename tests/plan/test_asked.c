/* Sweeps that the command line requests: words, values, and the studies and points that they
 * become on a target that does nothing. */
#include "study/base/message.h"
#include "study/plan/parameter.h"
#include "study/plan/plan.h"
#include "study/plan/study.h"
#include "tests/assertions.h"

#include <stdio.h>
#include <string.h>

static struct target_list list;

static int open_null(void **state)
{
    (void)state;
    return targets_open(&list, "null", NULL);
}

static int close_null(void **state)
{
    (void)state;
    targets_close(&list);
    return 0;
}

/* A list as a sweep of the catalogue would have it, "-" if it is refused. */
static const char *values_of(const struct parameter *parameter, const char *text, char *said,
                             size_t size)
{
    struct value_list values;
    size_t used = 0;
    said[0] = '\0';
    if (value_list_read("option --sweep", parameter, text, &values))
        return "-";
    for (int i = 0; i < values.count; i++)
        used += (size_t)snprintf(said + used, size - used, "%s%lld", i ? " " : "",
                                 (long long)values.value[i]);
    return said;
}

static const struct parameter counts = {.name = "n", .help = "things", .low = 0, .high = INT64_MAX};
static const struct parameter few = {.name = "n", .help = "things", .low = 1, .high = 9};
static const struct parameter powers = {
    .name = "n", .help = "things", .low = 1, .high = 4096, .power_of_two = true};
static const struct parameter sizes = {.name = "n", .help = "bytes", .low = 1, .high = INT64_MAX};
static const struct {
    const struct parameter *parameter;
    const char *text, *values;
} value_rows[] = {
    {&counts, "64,256,1024", "64 256 1024"},
    {&counts, "7", "7"},
    {&counts, "3,1,2,3,1", "1 2 3"},
    {&counts, "1..4", "1 2 3 4"},
    {&counts, "1..9+4", "1 5 9"},
    {&counts, "1..10+4", "1 5 9"},
    {&counts, "1..64*4", "1 4 16 64"},
    {&counts, "1..63*4", "1 4 16"},
    {&counts, "5..5", "5"},
    {&counts, "1..2,8..32*2,100", "1 2 8 16 32 100"},
    {&counts, "0..2", "0 1 2"},
    {&counts, "9223372036854775806..9223372036854775807",
     "9223372036854775806 9223372036854775807"},
    {&counts, "4611686018427387904..9223372036854775807*2", "4611686018427387904"},
    {&powers, "64..512", "64 128 256 512"},
    {&powers, "2..512*16", "2 32 512"},
    {&sizes, "4KiB..1MiB*16", "4096 65536 1048576"},
    {&sizes, "1kB,1KiB", "1000 1024"},
    {&sizes, "1KiB..2KiB+512B", "1024 1536 2048"},
    {&few, "1..9", "1 2 3 4 5 6 7 8 9"},
    {&few, "1..10", "-"},
    {&few, "0..9", "-"},
    {&few, "0", "-"},
    {&counts, "", "-"},
    {&counts, "1,", "-"},
    {&counts, ",1", "-"},
    {&counts, "1,,2", "-"},
    {&counts, "2..1", "-"},
    {&counts, "0..8*2", "-"},
    {&counts, "1..8*1", "-"},
    {&counts, "1..8*0", "-"},
    {&counts, "1..8*", "-"},
    {&counts, "1..8+0", "-"},
    {&counts, "1..8-2", "-"},
    {&counts, "1..", "-"},
    {&counts, "..8", "-"},
    {&counts, "1..1000", "-"},
    {&counts, "1.5", "-"},
    {&counts, "-1", "-"},
    {&counts, "1KiB", "-"},
    {&counts, "99999999999999999999", "-"},
    {&powers, "3", "-"},
    {&powers, "1..8+1", "-"},
    {&powers, "1..81*3", "-"},
    {&powers, "8192", "-"},
};

static void test_values(void **state)
{
    char said[2048];
    (void)state;
    for (size_t i = 0; i < sizeof value_rows / sizeof *value_rows; i++) {
        print_message("    %s\n", value_rows[i].text);
        assert_string_equal(
            values_of(value_rows[i].parameter, value_rows[i].text, said, sizeof said),
            value_rows[i].values);
    }
}

/* The word of a command line; NULL if it is refused. */
static const char *word_of(const char *names, const char *first, const char *second,
                           const char *set, char word[ASKED_TEXT_MAX])
{
    static char text[256];
    const char *patterns[8];
    struct plan_request request = {.names = patterns,
                                   .sweeps = (const char *[]){first, second},
                                   .sweep_count = (first != NULL) + (second != NULL),
                                   .settings = (const char *[]){set},
                                   .setting_count = set != NULL};
    char *rest = text, *name;
    snprintf(text, sizeof text, "%s", names);
    while ((name = strsep(&rest, " ")))
        if (*name)
            patterns[request.name_count++] = name;
    return asked_word(&request, word) ? NULL : word;
}

static void test_words(void **state)
{
    static const struct {
        const char *names, *first, *second, *set, *word;
    } rows[] = {
        {"stride", "stride=1,2", NULL, NULL, "stride:stride=1,2"},
        {"stride", "stride= 1, 2", NULL, NULL, "stride:stride=1,2"},
        {"aos", "used=1,2", NULL, "members=4", "aos:used=1,2:members=4"},
        {"aos", "used=1,2", "members=4,8", NULL, "aos:used=1,2:members=4,8"},
        {"stride stride_write", "stride=1..8*2", "element=4,8", NULL,
         "stride+stride_write:stride=1..8*2:element=4,8"},
        {"copy", "footprint=1MiB,2MiB", NULL, NULL, "copy:footprint=1MiB,2MiB"},
        {"copy", "element=1,2,4", NULL, NULL, "copy:element=1,2,4"},
        {"", "stride=1", NULL, NULL, NULL},
        {"copy", "stride=1,2", NULL, NULL, NULL},
        {"stride copy", "stride=1,2", NULL, NULL, NULL},
        {"transpose", "edge=64", NULL, NULL, NULL}, /* a study and no pattern */
        {"nothing", "edge=64", NULL, NULL, NULL},
        {"stride", "stride=1", "stride=2", NULL, NULL},
        {"stride", "stride=1", NULL, "stride=2", NULL},
        {"stride", "stride=1", NULL, "window=2", NULL},
        {"aos", "used=1", NULL, "members=4,8", NULL},
        {"stride", "stride=1", "footprint=1MiB", NULL, NULL}, /* an axis and nothing else */
        {"vec3", "element=8", NULL, NULL, NULL},
        {"stride", "stride", NULL, NULL, NULL},
        {"stride", "=1", NULL, NULL, NULL},
        {"stride", "stride=1:2", NULL, NULL, NULL},
    };
    char word[ASKED_TEXT_MAX];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *got = word_of(rows[i].names, rows[i].first, rows[i].second, rows[i].set, word);
        print_message("    %s %s: %s\n", rows[i].names, rows[i].first, got ? got : "refused");
        if (rows[i].word)
            assert_string_equal(got, rows[i].word);
        else
            assert_null(got);
    }
}

static struct plan plan_of(const struct plan_request *request)
{
    struct plan plan;
    assert_int_equal(plan_check_names(request), 0);
    assert_int_equal(plan_make(&plan, request, &list), 0);
    return plan;
}

/* How many points that are no copies have this study, value and settings. */
static int count_of(const struct plan *plan, const char *study, int64_t value, const char *settings)
{
    int count = 0;
    for (int i = 0; i < plan->count; i++) {
        const struct point *p = &plan->points[i];
        count += !p->baseline && strcmp(p->study->name, study) == 0 && p->value == value &&
                 strcmp(p->settings, settings) == 0;
    }
    return count;
}

static int baselines_of(const struct plan *plan)
{
    int count = 0;
    for (int i = 0; i < plan->count; i++)
        count += plan->points[i].baseline;
    return count;
}

/* Names that an earlier run's command line may have. */
static void test_known_words(void **state)
{
    (void)state;
    assert_true(plan_knows_name("aos:used=1,2:members=4"));
    assert_true(plan_knows_name("stride+stride_write:stride=1"));
    assert_false(plan_knows_name("stride+mine:stride=1"));
    assert_false(plan_knows_name("mine:stride=1"));
    assert_false(plan_knows_name("mine:"));
}

/* Words with the same patterns and axis are one study with one copy, and equal points are one. */
static void test_words_join(void **state)
{
    (void)state;
    const struct plan_request request = {
        .names = (const char *[]){"aos:used=1,2:members=4", "aos:used=2,3:members=4",
                                  "aos:used=1:members=8", "stride:stride=1,2"},
        .name_count = 4,
        .seed = 1};
    struct plan plan = plan_of(&request);
    assert_int_equal(count_of(&plan, "aos_by_used", 1, "members=4"), 1);
    assert_int_equal(count_of(&plan, "aos_by_used", 2, "members=4"), 1);
    assert_int_equal(count_of(&plan, "aos_by_used", 3, "members=4"), 1);
    assert_int_equal(count_of(&plan, "aos_by_used", 1, "members=8"), 1);
    assert_int_equal(count_of(&plan, "stride_by_stride", 2, ""), 1);
    assert_int_equal(baselines_of(&plan), 2);
    assert_int_equal(plan.count, 8);
    assert_string_equal(asked_study(&plan.asked, 0)->question,
                        "How does the speed of aos depend on used?");
    const struct plan_request one = {.names = (const char *[]){request.names[1]}, .name_count = 1};
    for (int i = 0; i < plan.count; i++) {
        const struct point *p = &plan.points[i];
        const bool own = strcmp(p->study->name, "aos_by_used") == 0 &&
                         (p->baseline || (p->value > 1 && strcmp(p->settings, "members=4") == 0));
        assert_int_equal(plan_asks_for(p, &one), own);
    }
    plan_free(&plan);
}

/* The second parameter is a line each, and the values reach the points' shapes. */
static void test_group(void **state)
{
    (void)state;
    const struct plan_request request = {
        .names = (const char *[]){"aos:used=1,2:members=4,8"}, .name_count = 1, .seed = 1};
    struct plan plan = plan_of(&request);
    assert_int_equal(plan.count, 5);
    for (int i = 0; i < plan.count; i++) {
        const struct point *p = &plan.points[i];
        if (p->baseline)
            continue;
        const int64_t members = strcmp(p->settings, "members=8") == 0 ? 8 : 4;
        assert_int_equal(parameter_value(p->pattern, &p->shape, "used"), p->value);
        assert_int_equal(parameter_value(p->pattern, &p->shape, "members"), members);
    }
    plan_free(&plan);
}

/* --set in a study of the catalogue: fixed where the pattern has it, in place of the sweep where it
 * is what is swept. */
static void test_settings(void **state)
{
    (void)state;
    const struct plan_request swept = {.names = (const char *[]){"stride"},
                                       .name_count = 1,
                                       .settings = (const char *[]){"stride=5"},
                                       .setting_count = 1};
    struct plan plan = plan_of(&swept);
    assert_int_equal(count_of(&plan, "stride", 5, ""), 2); /* both of its patterns */
    assert_int_equal(plan.count, 3);
    plan_free(&plan);
    const struct plan_request fixed = {.names = (const char *[]){"layout"},
                                       .name_count = 1,
                                       .quick = true,
                                       .settings = (const char *[]){"members=4", "used=2"},
                                       .setting_count = 2};
    plan = plan_of(&fixed);
    for (int i = 0; i < plan.count; i++)
        if (strcmp(plan.points[i].pattern->name, "aos") == 0) {
            assert_int_equal(plan.points[i].value, 2);
            assert_string_equal(plan.points[i].settings, "members=4");
        }
    plan_free(&plan);
}

static void test_refused_settings(void **state)
{
    static const struct {
        const char *name, *setting;
    } rows[] = {{"stride", "window=4"}, {"stride", "stride"},  {NULL, "nothing=4"},
                {"copy", "stride=4"},   {"stride", "=4"},      {"stride:stride=1", "window=2"},
                {"all", "nothing=4"},   {"chase", "window=2"}, {"launch", "stride=2"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct plan_request request = {.names = (const char *[]){rows[i].name},
                                             .name_count = rows[i].name != NULL,
                                             .settings = (const char *[]){rows[i].setting},
                                             .setting_count = 1};
        print_message("    %s --set %s\n", rows[i].name ? rows[i].name : "", rows[i].setting);
        assert_int_equal(plan_check_names(&request), EXIT_USAGE);
    }
    const struct plan_request range = {.names = (const char *[]){"stride"},
                                       .name_count = 1,
                                       .settings = (const char *[]){"stride=0"},
                                       .setting_count = 1};
    struct plan plan;
    assert_int_equal(plan_check_names(&range), 0); /* the value is looked at where it is used */
    assert_int_equal(plan_make(&plan, &range, &list), EXIT_USAGE);
    plan_free(&plan);
}

/* Bounds, sizes beyond all memory, elements that are missing. */
static void test_refused_points(void **state)
{
    static const char *const words[] = {"aos:used=1..8:members=4", "transpose_read_rows:edge=65536",
                                        "vec3:element=12"};
    (void)state;
    list.targets[0].room_bytes = INT64_C(1) << 30;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const struct plan_request request = {.names = (const char *[]){words[i]}, .name_count = 1};
        struct plan plan = {0};
        print_message("    %s\n", words[i]);
        int status = plan_check_names(&request);
        if (!status)
            status = plan_make(&plan, &request, &list);
        assert_int_equal(status, EXIT_USAGE);
        plan_free(&plan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_known_words),
        cmocka_unit_test(test_words_join),
        cmocka_unit_test(test_group),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_refused_settings),
        cmocka_unit_test(test_refused_points),
    };
    return cmocka_run_group_tests(tests, open_null, close_null);
}
