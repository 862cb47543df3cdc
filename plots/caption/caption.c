#include "plots/caption/caption.h"

#include "plots/caption/compared.h"
#include "plots/caption/wording.h"
#include "plots/data/draft.h"
#include "study/base/message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ENDING_MAX = 384 };

/* The sentence of a study that declares none. */
static const struct sentence general = {.remark = REMARK_RANKING};

static void (*const tell_remark[REMARKS])(FILE *, struct told *, const struct sentence *) = {
    [REMARK_RANKING] = tell_ranking,     [REMARK_BEST] = tell_ranking,
    [REMARK_CONTRAST] = tell_contrast,   [REMARK_PAIRS] = tell_pairs,
    [REMARK_LOST] = tell_lost,           [REMARK_AGAINST] = tell_against,
    [REMARK_DISTANCES] = tell_distances, [REMARK_OPPOSITE] = tell_opposite,
    [REMARK_JOURNEY] = tell_journey,     [REMARK_CORES] = tell_cores,
    [REMARK_NODES] = tell_nodes,
};

/* The others have a clause for each series. */
static write_clause *const clause_of[REMARKS] = {
    [REMARK_COURSE] = write_course,   [REMARK_HALF] = write_half,
    [REMARK_ENOUGH] = write_enough,   [REMARK_FREE] = write_free,
    [REMARK_LEVELS] = write_plateaus, [REMARK_STEPS] = write_plateaus,
    [REMARK_REACH] = write_reach,     [REMARK_SPAN] = write_span,
    [REMARK_CACHES] = write_steps,
};

/* Sentences begin with a capital letter, except before names of targets and patterns. */
static bool begins_with_name(const struct chart *chart, const char *text)
{
    for (int i = 0; i < chart->series_count; i++) {
        const struct row *point = chart->series[i].points[0]; /* NOLINT: a series has points */
        const char *names[] = {point->target, point->pattern, machine_name(point)};
        for (int n = 0; n < 3; n++)
            if (names[n] && strncmp(names[n], text, strlen(names[n])) == 0)
                return true;
    }
    return false;
}

static void capitalise(const struct chart *chart, char *text)
{
    if (*text >= 'a' && *text <= 'z' && !begins_with_name(chart, text))
        *text = (char)(*text - 'a' + 'A');
}

static const struct sentence *sentence_of(const struct chart *chart, int index)
{
    const struct sentence *sentences = chart->telling->shown->sentences;
    if (index == 0 && !sentences[0].remark)
        return &general;
    return index < SENTENCES_MAX && sentences[index].remark ? &sentences[index] : NULL;
}

/* Whether the first sentence, if it says something, names the only pattern of this one. */
static bool is_of_the_same(const struct chart *chart, int index)
{
    const struct sentence *sentences = chart->telling->shown->sentences;
    return index > 0 && index < SENTENCES_MAX && sentences[0].of && sentences[index].of &&
           strcmp(sentences[0].of, sentences[index].of) == 0;
}

/* A sentence about points that other load made bounds says so. Where it is about another target,
 * too, it says whose points these are. */
static void write_caveat(char text[ENDING_MAX], const struct told *told,
                         const struct sentence *sentence)
{
    int named = 0, busy = 0, last = 0;
    for (int t = 0; t < told->count; t++) {
        const struct selection selection = {
            .chart = told->chart, .target = told->targets[t], .of = sentence->of, .at = NAN};
        named += told->named[t];
        if (told->named[t] && selection_is_busy(&selection)) {
            busy++;
            last = t;
        }
    }
    const bool part = busy < named;
    snprintf(text, ENDING_MAX, "%s%s%s%s.", busy ? ", though the machine was busy" : "",
             busy && part ? " when " : "",
             busy && part ? target_slot(told->targets[last]).text : "",
             busy && part ? " was measured" : "");
}

/* "" for a sentence without a full stop: it found nothing to say. */
static char *write_sentence(struct told *told, const struct sentence *sentence)
{
    struct draft draft;
    draft_open(&draft);
    if (tell_remark[sentence->remark])
        tell_remark[sentence->remark](draft.out, told, sentence);
    else
        write_clauses(draft.out, told, sentence, clause_of[sentence->remark]);
    char *text = draft_close(&draft), *finished = NULL;
    const size_t length = strlen(text);
    const bool said = length && text[length - 1] == '.';
    char ending[ENDING_MAX] = "";
    if (said)
        write_caveat(ending, told, sentence);
    if (asprintf(&finished, "%.*s%s", said ? (int)length - 1 : 0, text, ending) < 0)
        finished = NULL;
    free(text);
    return needed(finished);
}

/* The sentence; `told` becomes what was noted of it. The caller frees it. */
static char *tell_sentence(const struct chart *chart, int index, struct told *told)
{
    *told = told_targets(chart);
    const struct sentence *sentence = sentence_of(chart, index);
    char *first = is_of_the_same(chart, index) ? caption_sentence(chart, 0) : NULL;
    told->same_one = first && *first;
    char *text = sentence ? write_sentence(told, sentence) : needed(strdup(""));
    free(first);
    capitalise(chart, text);
    return text;
}

char *caption_sentence(const struct chart *chart, int index)
{
    struct told told;
    return tell_sentence(chart, index, &told);
}

/* The index of the first sentence that says something, with its text, which the caller frees.
 * SENTENCES_MAX with the study's question if none does. */
static int find_finding(const struct chart *chart, char **text, struct told *told)
{
    for (int i = 0; i < SENTENCES_MAX; i++) {
        *text = tell_sentence(chart, i, told);
        if (**text)
            return i;
        free(*text);
    }
    *told = (struct told){.chart = chart};
    *text = needed(strdup(chart->telling->question));
    return SENTENCES_MAX;
}

char *caption_finding(const struct chart *chart)
{
    struct told told;
    char *text;
    find_finding(chart, &text, &told);
    return text;
}

char *caption_number(const struct chart *chart)
{
    struct told told;
    char *text;
    find_finding(chart, &text, &told);
    free(text);
    return needed(strdup(told.number));
}

void caption_write(FILE *out, const struct chart *chart)
{
    struct told told;
    char *text, *title;
    const char *before = "";
    if (chart->drawn_count == 0) {
        fputs("There is no valid point to draw.", out);
        return;
    }
    int index = find_finding(chart, &title, &told);
    while (++index < SENTENCES_MAX) {
        text = caption_sentence(chart, index);
        if (*text && strcmp(text, title) != 0) {
            fprintf(out, "%s%s", before, text);
            before = " ";
        }
        free(text);
    }
    free(title);
}

char *caption_text_of(void (*write)(FILE *out, const struct chart *chart),
                      const struct chart *chart)
{
    struct draft draft;
    write(draft_open(&draft), chart);
    return draft_close(&draft);
}
