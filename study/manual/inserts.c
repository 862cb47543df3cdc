#include "study/manual/inserts.h"

#include "patterns/pattern.h"
#include "study/manual/roff.h"
#include "study/plan/study.h"
#include "warpline_build.h"

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
