/* A study is one row: that each row has all that its figure and its caption need. */
#include "patterns/pattern.h"
#include "study/plan/study.h"
#include "tests/assertions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_groups(void **state)
{
    (void)state;
    for (const struct study *s = study_catalogue; s->name; s++) {
        int found = 0;
        for (const char *const *group = study_groups; *group; group++)
            found += s->group && strcmp(*group, s->group) == 0;
        if (found != 1)
            fail_msg("%s: its group stands %d times in study_groups", s->name, found);
    }
}

static void test_texts(void **state)
{
    (void)state;
    for (const struct study *s = study_catalogue; s->name; s++) {
        const struct presentation *shown = &s->shown;
        if (!s->question || s->question[strlen(s->question) - 1] != '?')
            fail_msg("%s: its question asks nothing", s->name);
        if (!shown->panels[0].quantity)
            fail_msg("%s: its figure has no quantity", s->name);
        if (!shown->sentences[0].remark)
            fail_msg("%s: its caption has no sentence", s->name);
        if (!shown->axes[0].label == !shown->axes[0].words)
            fail_msg("%s: its axis has both a label and words, or none", s->name);
    }
}

static bool sweeps_pattern(const struct study *study, const char *name)
{
    for (int i = 0; i < SWEEPS_MAX && study->sweeps[i].pattern; i++)
        if (strcmp(study->sweeps[i].pattern, name) == 0)
            return true;
    return false;
}

/* Sentences compare patterns of their own study. */
static void test_pairs(void **state)
{
    (void)state;
    for (const struct study *s = study_catalogue; s->name; s++)
        for (int i = 0; i < SENTENCES_MAX; i++) {
            char pairs[200], *rest = NULL;
            snprintf(pairs, sizeof pairs, "%s",
                     s->shown.sentences[i].of ? s->shown.sentences[i].of : "");
            for (char *name = strtok_r(pairs, ", ", &rest); name;
                 name = strtok_r(NULL, ", ", &rest))
                if (!sweeps_pattern(s, name))
                    fail_msg("%s: a sentence compares %s, which it does not sweep", s->name, name);
        }
}

static int parameters_of(const struct study *study)
{
    int count = 0;
    for (int i = 0; i < SWEEPS_MAX && study->sweeps[i].pattern; i++) {
        bool met = false;
        for (int j = 0; j < i; j++)
            met |= strcmp(study->sweeps[i].parameter, study->sweeps[j].parameter) == 0;
        count += !met;
    }
    return count;
}

/* A study that sweeps two parameters has an axis for each; no other axis names a parameter. */
static void test_axes(void **state)
{
    (void)state;
    for (const struct study *s = study_catalogue; s->name; s++) {
        const char *named = s->shown.axes[1].parameter;
        bool swept = false;
        for (int i = 0; i < SWEEPS_MAX && s->sweeps[i].pattern; i++)
            swept |= named && strcmp(s->sweeps[i].parameter, named) == 0;
        if (parameters_of(s) != (named ? 2 : 1) || swept != (named != NULL))
            fail_msg("%s: its axes are not those of its parameters", s->name);
    }
}

/* One word a case, as many as are swept. */
static void test_words(void **state)
{
    (void)state;
    for (const struct study *s = study_catalogue; s->name; s++) {
        const char *words = s->shown.axes[0].words,
                   *blank = strrchr(s->sweeps[0].full ? s->sweeps[0].full : "", ' ');
        int count = 1;
        for (const char *c = words ? words : ""; *c; c++)
            count += *c == '|';
        if (words && (!blank || atoi(blank) != count))
            fail_msg("%s: %d words for its cases up to %s", s->name, count, s->sweeps[0].full);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups), cmocka_unit_test(test_texts), cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_axes),   cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
