
#include "plots/caption/caption.h"
#include "plots/caption/headlines.h"
#include "plots/claims/claims.h"
#include "plots/data/dataset.h"
#include "plots/figure/map.h"
#include "plots/figure/telling.h"
#include "study/base/message.h"
#include "study/json/document.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { PROBLEM_MAX = PATH_MAX + 256 };

/* Findings that are being collected. */
struct findings {
    json_t *list;
    int counts[CLAIM_VERDICTS];
};

static void put_finding(void *context, const struct finding *finding)
{
    struct findings *findings = context;
    json_t *object = add_object(findings->list);
    findings->counts[finding->verdict]++;
    put_text(object, "id", finding->claim->id);
    put_text(object, "claim", finding->claim->text);
    put_text(object, "source", finding->claim->source);
    put_text(object, "target", finding->set ? finding->target : NULL);
    if (finding->test)
        put_claim_test(object, finding->test);
    put_number(object, "value", finding->measured.value);
    put_number(object, "ci_low", finding->measured.low);
    put_number(object, "ci_high", finding->measured.high);
    put_text(object, "verdict", claim_verdict_word(finding->verdict));
    put_text(object, "why", finding->why);
}

static void put_drifts(json_t *document, const struct dataset *set)
{
    json_t *drifts = put_object(document, "drift_of_copies");
    for (int i = 0; i < set->target_count; i++)
        put_number(drifts, set->targets[i].target, drift_of_copies(set, set->targets[i].target));
}

void document_findings(const char *folder, const struct dataset *set)
{
    json_t *document = json_object();
    put_text(document, "folder", folder);
    struct findings findings = {.list = put_array(document, "findings")};
    claims_evaluate(claims, set, 1, put_finding, &findings);
    const int *counts = findings.counts;
    put_count(document, "hold", counts[CLAIM_HOLDS]);
    put_count(document, "do_not_hold", counts[CLAIM_LOWER] + counts[CLAIM_HIGHER]);
    put_count(document, "more_so", counts[CLAIM_MORE]);
    put_count(document, "inconclusive", counts[CLAIM_INCONCLUSIVE]);
    put_drifts(document, set);
    put_text(document, "note", *set->note ? set->note : NULL);
    document_print(document);
}

static void put_row(json_t *object, const char *name, const struct row *row)
{
    if (!row) {
        put_value(object, name, json_null());
        return;
    }
    json_t *point = put_object(object, name);
    put_text(point, "study", row->study);
    put_text(point, "pattern", row->pattern);
    put_text(point, "target", row->target);
    put_text(point, "parameter", row->parameter);
    put_number(point, "value", row->at);
    put_number(point, "bandwidth_gbps", row->gbps);
    put_number(point, "fraction_of_copy", row_fraction(row));
}

static void put_rates(json_t *targets, const struct dataset *set, const struct target_rates *rates)
{
    const struct extremes extremes = headline_extremes(set, rates->target);
    json_t *target = add_object(targets);
    put_text(target, "target", rates->target);
    put_number(target, "slowest_copy_gbps", rates->slowest_gbps > 0 ? rates->slowest_gbps : NAN);
    put_number(target, "fastest_copy_gbps", rates->fastest_gbps > 0 ? rates->fastest_gbps : NAN);
    put_row(target, "most", extremes.most);
    put_row(target, "least", extremes.least);
}

static void put_map(void *maps, const struct map *numbers)
{
    const struct presentation *shown = numbers->chart->telling->shown;
    json_t *map = add_object(maps);
    put_text(map, "target", numbers->any->target);
    char pattern[128];
    snprintf(pattern, sizeof pattern, "%.*s", pattern_name_length(numbers->any->pattern),
             numbers->any->pattern);
    put_text(map, "pattern", pattern);
    put_text(map, "quantity", shown->panels[0].quantity->title);
    put_flag(map, "predicted", numbers->predicted);
    put_text(map, "across_parameter", numbers->any->parameter);
    put_text(map, "down_parameter", shown->down.parameter);
    add_numbers(put_array(map, "across"), numbers->across, numbers->columns);
    add_numbers(put_array(map, "down"), numbers->down, numbers->rows);
    json_t *values = put_array(map, "values");
    for (int i = 0; i < numbers->rows; i++) {
        json_t *row = json_array();
        add_numbers(row, numbers->values + (size_t)i * (size_t)numbers->columns, numbers->columns);
        json_array_append_new(values, row);
    }
}

/* What the caption of a study says: its finding, and what follows. */
static void put_caption(json_t *studies, const struct dataset *set, const char *study,
                        const struct telling *telling)
{
    struct chart chart;
    chart_build(&chart, study, telling, set, 1);
    char *finding = caption_finding(&chart), *more = caption_text_of(caption_write, &chart);
    json_t *object = add_object(studies);
    put_text(object, "study", study);
    put_text(object, "finding", finding);
    put_text(object, "more", more);
    if (chart_is_map(&chart))
        map_each(&chart, put_map, put_array(object, "maps"));
    free(finding);
    free(more);
    chart_free(&chart);
}

static void print_summary(const char *folder, const struct dataset *set,
                          const struct telling *tellings)
{
    json_t *document = json_object();
    const struct disagreement most = headline_disagreement(set);
    const struct quality quality = headline_quality(set);
    put_text(document, "folder", folder);
    put_count(document, "points", set->count);
    put_count(document, "invalid", quality.invalid);
    put_count(document, "marked", quality.marked);
    json_t *targets = put_array(document, "targets");
    for (int i = 0; i < set->target_count; i++)
        put_rates(targets, set, &set->targets[i]);
    json_t *both = put_object(document, "they_disagree_most");
    put_row(both, "cpu", most.cpu);
    put_row(both, "gpu", most.gpu);
    json_t *studies = put_array(document, "studies");
    for (int i = 0; i < set->study_count; i++)
        put_caption(studies, set, set->studies[i].study,
                    telling_of(tellings, set->studies[i].study));
    document_print(document);
}

int document_summary(const char *folder, const struct telling *tellings)
{
    struct dataset set;
    char problem[PROBLEM_MAX];
    const int error = dataset_read(&set, folder, NULL, problem, sizeof problem);
    if (error)
        return complain(EXIT_WRONG, "%s", problem);
    print_summary(folder, &set, tellings);
    dataset_free(&set);
    return EXIT_DONE;
}
