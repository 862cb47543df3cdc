/* What a report makes of the facts about a study, and of a study without facts. */
#include "plots/figure/telling.h"
#include "tests/assertions.h"

static const struct presentation two_axes = {
    .axes = {{.label = "threads"}, {.parameter = "teams", .label = "teams"}}};
static const struct telling list[] = {{.study = "grid", .shown = &two_axes}, {.study = NULL}};

static void test_studies(void **state)
{
    (void)state;
    assert_ptr_equal(telling_of(list, "grid"), &list[0]);
    assert_ptr_equal(telling_of(list, "gri"), &telling_general);
    assert_ptr_equal(telling_of(NULL, "grid"), &telling_general);
}

static void test_axes(void **state)
{
    (void)state;
    assert_string_equal(axis_of(list[0].shown, "threads")->label, "threads");
    assert_string_equal(axis_of(list[0].shown, "teams")->label, "teams");
    assert_false(axis_of(telling_general.shown, "stride")->bytes);
    assert_true(axis_of(telling_general.shown, "footprint")->bytes);
}

static void test_words(void **state)
{
    static const struct {
        const char *words;
        double value;
        const char *word; /* NULL: there is none */
    } cases[] = {
        {"in order|reversed", 1, "in order"},
        {"in order|reversed", 2, "reversed"},
        {"in order|reversed", 3, NULL},
        {"in order|reversed", 1.5, NULL},
        {"in order", 0, NULL},
        {NULL, 1, NULL},
    };
    char text[64];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(telling_word(cases[i].words, cases[i].value, text, sizeof text),
                         cases[i].word != NULL);
        if (cases[i].word)
            assert_string_equal(text, cases[i].word);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_studies), cmocka_unit_test(test_axes),
                                       cmocka_unit_test(test_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
