#include "study/manual/inserts.h"

#include "patterns/pattern.h"
#include "plots/claims/claims.h"
#include "study/model/demand.h"
#include "study/own/row.h"
#include "study/plan/study.h"
#include "study/run/columns.h"
#include "warpline_build.h"

#include <string.h>

static void insert_version(FILE *out)
{
    roff_code(out, WARPLINE_VERSION);
}

static void insert_pattern_count(FILE *out)
{
    int count = 0;
    while (pattern_catalogue[count])
        count++;
    fprintf(out, "%d", count);
}

static void insert_study_count(FILE *out)
{
    int count = 0;
    while (study_catalogue[count].name)
        count++;
    fprintf(out, "%d", count);
}

static void insert_patterns(FILE *out)
{
    for (const struct pattern *const *p = pattern_catalogue; *p; p++) {
        const char *where = (*p)->no_cpu ? "(GPU only)" : (*p)->no_gpu ? "(CPU only)" : NULL;
        roff_tag(out, (*p)->name, where);
        roff_prose(out, (*p)->help);
    }
}

static void insert_knobs(FILE *out)
{
    for (const struct knob *k = knobs; k->name; k++) {
        roff_tag(out, k->name, NULL);
        roff_prose(out, k->help);
    }
}

static void insert_studies(FILE *out)
{
    for (const char *const *group = study_groups; *group; group++) {
        fprintf(out, ".SS %s\n", *group);
        for (const struct study *study = study_catalogue; study->name; study++)
            if (strcmp(study->group, *group) == 0) {
                roff_tag(out, study->name, NULL);
                roff_prose(out, study->question);
            }
    }
}

static void insert_claims(FILE *out)
{
    for (const struct claim *claim = claims; claim->id; claim++) {
        roff_tag(out, claim->id, NULL);
        roff_prose(out, claim->text);
    }
}

static void insert_columns(FILE *out)
{
    for (const struct column *c = columns; c->name; c++) {
        roff_tag(out, c->name, c->unit);
        roff_prose(out, c->help);
    }
}

static void insert_needed_columns(FILE *out)
{
    const char *before = "";
    for (const struct column *c = columns; c->name; c++)
        if (c->needed) {
            fprintf(out, "%s\"%s\"", before, c->name);
            before = ", ";
        }
}

/* Names, units and help contain neither quotes nor backslashes, so JSON needs no escapes. */
static void insert_column_properties(FILE *out)
{
    for (const struct column *c = columns; c->name; c++) {
        const char *type = column_is_text(c) ? "string" : "number";
        fprintf(out, "    \"%s\": {\n      \"type\": ", c->name);
        fprintf(out, c->range->absent ? "[\"%s\", \"null\"]" : "\"%s\"", type);
        fprintf(out, ", \"unit\": \"%s\",\n      \"description\": \"%s\"\n    },\n", c->unit,
                c->help);
    }
}

static void insert_ceilings(FILE *out)
{
    for (int i = 0; i < RESOURCES; i++) {
        const struct resource_facts *facts = &resources[i];
        if (i == 0 || facts->kinds != resources[i - 1].kinds)
            fprintf(out, ".PP\n%s:\n",
                    facts->kinds == ON_EITHER ? "Both"
                    : facts->kinds == ON_GPU  ? "GPU"
                                              : "CPU");
        roff_tag(out, facts->name, facts->unit);
        fprintf(out, "%s; ", facts->bound);
        roff_code(out, facts->probe.pattern);
        if (facts->probe.parameter) {
            fputc(' ', out);
            roff_code(out, facts->probe.parameter);
            fprintf(out, "=%lld", (long long)facts->probe.value);
        }
        fputc('\n', out);
    }
}

const struct insert inserts[] = {
    {"VERSION", insert_version, .lines = false},
    {"PATTERN_COUNT", insert_pattern_count, .lines = false},
    {"STUDY_COUNT", insert_study_count, .lines = false},
    {"COMMON_OPTIONS", insert_common_options, .lines = true},
    {"COLUMNS", insert_columns, .lines = true},
    {"NEEDED_COLUMNS", insert_needed_columns, .lines = false},
    {"COLUMN_PROPERTIES", insert_column_properties, .lines = true},
    {"CEILINGS", insert_ceilings, .lines = true},
    {"PATTERNS", insert_patterns, .lines = true},
    {"KNOBS", insert_knobs, .lines = true},
    {"STUDIES", insert_studies, .lines = true},
    {"CLAIMS", insert_claims, .lines = true},
    {"COMPLETION", insert_completion, .lines = true},
    {.name = NULL},
};
