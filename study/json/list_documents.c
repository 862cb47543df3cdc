
#include "plots/claims/claims.h"
#include "study/base/message.h"
#include "study/json/document.h"
#include "study/plan/targets.h"
#include "study/run/columns.h"

int document_patterns(void)
{
    json_t *document = json_object(), *patterns = put_array(document, "patterns");
    for (const struct pattern *const *p = pattern_catalogue; *p; p++)
        describe_pattern(add_object(patterns), *p, NULL);
    for (int i = 0; pattern_added(i); i++)
        describe_pattern(add_object(patterns), pattern_added(i), NULL);
    document_print(document);
    return EXIT_DONE;
}

int document_own_pattern(const struct pattern *pattern)
{
    json_t *document = json_object(), *patterns = put_array(document, "patterns");
    describe_pattern(add_object(patterns), pattern, NULL);
    document_print(document);
    return EXIT_DONE;
}

int document_studies(void)
{
    json_t *document = json_object(), *studies = put_array(document, "studies");
    for (const struct study *s = study_catalogue; s->name; s++)
        describe_study(add_object(studies), s);
    document_print(document);
    return EXIT_DONE;
}

int document_columns(void)
{
    json_t *document = json_object(), *list = put_array(document, "columns");
    for (const struct column *c = columns; c->name; c++) {
        json_t *column = add_object(list);
        put_text(column, "name", c->name);
        put_text(column, "unit", c->unit);
        put_text(column, "help", c->help);
        put_flag(column, "identifies", c->identifies);
    }
    document_print(document);
    return EXIT_DONE;
}

int document_targets(void)
{
    struct target_list list = {.count = 0};
    int status = targets_open(&list, NULL, NULL);
    if (status)
        return status;
    json_t *document = json_object(), *targets = put_array(document, "targets");
    for (int i = 0; i < list.count; i++) {
        json_t *target = add_object(targets);
        put_text(target, "name", list.targets[i].name);
        put_text(target, "kind", list.targets[i].ops->what);
        put_facts(target, &list.targets[i].facts);
    }
    targets_close(&list);
    for (int i = 0; target_kinds[i]; i++)
        if (!target_kinds[i]->module_kind) {
            json_t *target = add_object(targets);
            put_text(target, "name", target_kinds[i]->name);
            put_text(target, "kind", target_kinds[i]->what);
        }
    document_print(document);
    return EXIT_DONE;
}

static void put_test(json_t *object, const struct claim_test *test)
{
    put_text(object, "target", test->gpu ? "gpu" : "cpu");
    put_claim_test(object, test);
}

int document_claims(void)
{
    char studies[128];
    json_t *document = json_object(), *list = put_array(document, "claims");
    for (const struct claim *claim = claims; claim->id; claim++) {
        json_t *object = add_object(list);
        put_text(object, "id", claim->id);
        put_text(object, "claim", claim->text);
        put_text(object, "source", claim->source);
        put_text(object, "studies", claim_studies(claim, studies, sizeof studies));
        put_text(object, "unmeasured", claim->unmeasured);
        json_t *tests = put_array(object, "tests");
        for (int i = 0; i < TESTS_MAX && claim->tests[i].measured; i++)
            put_test(add_object(tests), &claim->tests[i]);
    }
    document_print(document);
    return EXIT_DONE;
}
