/* The claims of the four sources: all there, each with what its verdict needs, made of points that
 * the studies have. */
#include "plots/claims/claims.h"
#include "tests/assertions.h"

#include "patterns/pattern.h"
#include "plots/figure/telling.h"
#include "study/plan/study.h"

#include <stdio.h>
#include <string.h>

static const struct {
    char letter;
    int count;
    const char *source;
} sources[] = {{'A', 7, "AMP"}, {'B', 12, "Utah"}, {'C', 10, "chapter 9"}, {'D', 8, "article"}};

static void test_every_claim_once_and_in_order(void **state)
{
    const struct claim *claim = claims;
    (void)state;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        for (int number = 1; number <= sources[i].count; number++, claim++) {
            char id[16];
            snprintf(id, sizeof id, "%c%d", sources[i].letter, number);
            assert_non_null(claim->id);
            assert_string_equal(claim->id, id);
            assert_non_null(strstr(claim->source, sources[i].source));
        }
    assert_null(claim->id);
}

/* A sentence for each way that a test can come out, and none for the others. */
static void check_sentences(const struct claim *claim, const struct claim_test *test)
{
    const bool lower = test->comparison != AT_MOST, higher = test->comparison != AT_LEAST;
    if (!test->holds || !test->lower != !lower || !test->higher != !higher)
        fail_msg("%s: %s: a sentence is missing or is never said", claim->id, test->measured);
    if (!(test->limit > 0) || !test->above[0].study)
        fail_msg("%s: %s: no limit or points", claim->id, test->measured);
    if (!test->quantity != !!strstr(test->measured, "bandwidth"))
        fail_msg("%s: %s: of another quantity than its words say", claim->id, test->measured);
    if (test->comparison == ABOUT && !(test->tolerance > 0))
        fail_msg("%s: %s: about, but within nothing", claim->id, test->measured);
}

static void test_every_outcome_has_its_sentence(void **state)
{
    (void)state;
    for (const struct claim *claim = claims; claim->id; claim++) {
        if (!claim->text || !claim->tests[0].measured == !claim->unmeasured)
            fail_msg("%s: either tests or why there are none", claim->id);
        for (int i = 0; i < TESTS_MAX && claim->tests[i].measured; i++)
            check_sentences(claim, &claim->tests[i]);
    }
}

static const struct study *find_study(const char *name)
{
    for (const struct study *study = study_catalogue; study->name; study++)
        if (strcmp(study->name, name) == 0)
            return study;
    return NULL;
}

static bool has_word(const char *list, const char *word, size_t length)
{
    for (; list && *list; list += strcspn(list, " "), list += strspn(list, " "))
        if (strcspn(list, " ") == length && strncmp(list, word, length) == 0)
            return true;
    return false;
}

static bool has_all(const char *list, const char *words)
{
    for (; *words; words += strcspn(words, " "), words += strspn(words, " "))
        if (!has_word(list, words, strcspn(words, " ")))
            return false;
    return true;
}

/* Whether a study measures what a selection needs, down to the values where it lists them. */
static bool is_measured(const struct study *study, const struct claim_points *selection)
{
    if (strcmp(selection->parameter, "-") == 0)
        return strcmp(selection->pattern, "copy") == 0 && !study->no_copy;
    for (int i = 0; i < SWEEPS_MAX && study->sweeps[i].pattern; i++) {
        const struct sweep *sweep = &study->sweeps[i];
        if (strcmp(sweep->pattern, selection->pattern) == 0 &&
            strcmp(sweep->parameter, selection->parameter) == 0 &&
            (!selection->values || sweep->kind != SWEEP_LISTED ||
             has_all(sweep->full, selection->values)))
            return true;
    }
    return false;
}

static void check_selection(const char *id, const struct claim_points *selection, bool gpu)
{
    const struct study *study = find_study(selection->study);
    const struct pattern *pattern = pattern_find(selection->pattern);
    if (!study || !pattern)
        fail_msg("%s: no study %s or no pattern %s", id, selection->study, selection->pattern);
    else if (!is_measured(study, selection))
        fail_msg("%s: study %s does not measure %s by %s at %s", id, study->name, pattern->name,
                 selection->parameter, selection->values ? selection->values : "all values");
    else if (gpu && !selection->of_cpu ? pattern->no_gpu : pattern->no_cpu)
        fail_msg("%s: %s is missing on that side", id, pattern->name);
    if (selection->pick == PICK_ONLY && strcmp(selection->parameter, "-") != 0 &&
        (!selection->values || strchr(selection->values, ' ')))
        fail_msg("%s: %s: which of its values?", id, selection->pattern);
}

static void test_every_point_is_in_the_catalogue(void **state)
{
    (void)state;
    for (const struct claim *claim = claims; claim->id; claim++)
        for (int i = 0; i < TESTS_MAX && claim->tests[i].measured; i++)
            for (int j = 0; j < TERMS_MAX; j++) {
                const struct claim_test *test = &claim->tests[i];
                if (test->above[j].study)
                    check_selection(claim->id, &test->above[j], test->gpu);
                if (test->below[j].study)
                    check_selection(claim->id, &test->below[j], test->gpu);
            }
}

/* Whether the sentence compares the patterns of a claim's only two points: "soa aos, ...". */
static bool compares(const struct sentence *sentence, const struct claim_test *test)
{
    char names[2][160];
    const char *above = test->above[0].pattern, *below = test->below[0].pattern;
    if (sentence->remark != REMARK_PAIRS || !below || test->above[1].study || test->below[1].study)
        return false;
    snprintf(names[0], sizeof names[0], "%s %s", above, below);
    snprintf(names[1], sizeof names[1], "%s %s", below, above);
    return strstr(sentence->of, names[0]) || strstr(sentence->of, names[1]);
}

static void check_pair(const char *id, const struct claim_points *selection, int sign)
{
    const bool one = selection->values && !strchr(selection->values, ' ');
    if (!one && selection->pick != (sign < 0 ? PICK_SMALLEST : PICK_LARGEST))
        fail_msg("%s: %s is compared elsewhere in the caption of %s", id, selection->pattern,
                 selection->study);
}

/* A caption and a claim that compare two patterns do it at one point, or the claim names its own:
 * else the page would have two numbers for one thing. */
static void test_captions_have_the_same_points(void **state)
{
    int met = 0;
    (void)state;
    for (const struct claim *claim = claims; claim->id; claim++)
        for (int i = 0; i < TESTS_MAX && claim->tests[i].measured; i++) {
            const struct claim_test *test = &claim->tests[i];
            const struct study *study = study_find(test->above[0].study);
            for (int s = 0; s < SENTENCES_MAX; s++)
                if (compares(&study->shown.sentences[s], test)) {
                    check_pair(claim->id, &test->above[0], study->shown.sentences[s].sign);
                    check_pair(claim->id, &test->below[0], study->shown.sentences[s].sign);
                    met++;
                }
        }
    assert_true(met >= 8);
}

static void test_studies_are_named_once(void **state)
{
    char text[128];
    (void)state;
    for (const struct claim *claim = claims; claim->id; claim++) {
        claim_studies(claim, text, sizeof text);
        if (strcmp(claim->id, "C6") == 0)
            assert_string_equal(text, "reverse gather");
        if (strcmp(claim->id, "B1") == 0)
            assert_string_equal(text, "banks");
        if (claim->unmeasured)
            assert_string_equal(text, "-");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_claim_once_and_in_order),
        cmocka_unit_test(test_every_outcome_has_its_sentence),
        cmocka_unit_test(test_every_point_is_in_the_catalogue),
        cmocka_unit_test(test_captions_have_the_same_points),
        cmocka_unit_test(test_studies_are_named_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
