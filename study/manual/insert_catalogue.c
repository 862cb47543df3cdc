#include "study/manual/inserts.h"

#include "patterns/pattern.h"
#include "plots/claims/claims.h"
#include "study/manual/roff.h"
#include "study/own/knobs.h"
#include "study/plan/study.h"

#include <string.h>

void insert_patterns(FILE *out)
{
    for (const struct pattern *const *p = pattern_catalogue; *p; p++) {
        const char *where = (*p)->no_cpu ? "(GPU only)" : (*p)->no_gpu ? "(CPU only)" : NULL;
        roff_tag(out, (*p)->name, where);
        roff_prose(out, (*p)->help);
    }
}

void insert_knobs(FILE *out)
{
    for (const struct knob *k = knobs; k->name; k++) {
        roff_tag(out, k->name, NULL);
        roff_prose(out, k->help);
    }
}

void insert_studies(FILE *out)
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

void insert_claims(FILE *out)
{
    for (const struct claim *claim = claims; claim->id; claim++) {
        roff_tag(out, claim->id, NULL);
        roff_prose(out, claim->text);
    }
}
