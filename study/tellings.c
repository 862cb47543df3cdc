#include "study/tellings.h"

#include "patterns/pattern.h"
#include "study/plan/study.h"

#include <string.h>

static struct telling telling_from(const struct study *study)
{
    const struct pattern *pattern = pattern_find(study->sweeps[0].pattern);
    return (struct telling){.study = study->name,
                            .group = study->group,
                            .question = study->question,
                            .alone = pattern && pattern->alone,
                            .shown = &study->shown};
}

void study_tellings(struct telling tellings[TELLINGS_MAX])
{
    int count = 0;
    for (const char *const *group = study_groups; *group; group++)
        for (const struct study *s = study_catalogue; s->name && count + 1 < TELLINGS_MAX; s++)
            if (strcmp(s->group, *group) == 0)
                tellings[count++] = telling_from(s);
    tellings[count] = (struct telling){.study = NULL};
}
