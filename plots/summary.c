#include "plots/summary.h"

#include "plots/caption/headlines.h"
#include "plots/data/dataset.h"
#include "study/base/message.h"
#include "study/base/text.h"

#include <stdlib.h>
#include <string.h>

enum { TITLE_COLUMNS = 22 };

static const char between_targets[] = " · ";

/* "Stride    cpu 0.11 (0.08–0.12) at stride 32": one line per target. */
static void put_headline(FILE *out, const struct headline *headline)
{
    const char *title = headline->title;
    for (const char *at = headline->number; at;) {
        const char *next = strstr(at, between_targets);
        fprintf(out, "%-*s", TITLE_COLUMNS, title);
        put_wrapped(out, at, next ? (int)(next - at) : (int)strlen(at), TITLE_COLUMNS,
                    PAGE_COLUMNS);
        at = next ? next + strlen(between_targets) : NULL;
        title = "";
    }
}

static void put_headlines(FILE *out, const struct chart *charts, int count)
{
    for (int i = 0; i < HEADLINES; i++) {
        struct headline headline = headline_tell(charts, count, i);
        if (headline.there)
            put_headline(out, &headline);
        headline_free(&headline);
    }
}

static void put_charts(FILE *out, const struct dataset *set, const struct telling *tellings)
{
    struct chart *charts = needed(calloc((size_t)set->study_count + 1, sizeof *charts));
    int count = 0;
    while (count < set->study_count) {
        const char *study = set->studies[count].study;
        chart_build(&charts[count++], study, telling_of(tellings, study), set, 1);
    }
    put_headlines(out, charts, count);
    while (count > 0)
        chart_free(&charts[--count]);
    free(charts);
}

int summary_write(FILE *out, const char *folder, const struct telling *tellings, char *problem,
                  size_t problem_size)
{
    struct dataset set;
    int code = dataset_read(&set, folder, NULL, problem, problem_size);
    if (code)
        return code;
    put_charts(out, &set, tellings);
    extremes_write(out, &set);
    dataset_free(&set);
    return 0;
}
