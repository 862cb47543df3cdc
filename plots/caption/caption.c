#include "plots/caption/caption.h"

#include "plots/caption/compared.h"
#include "plots/caption/wording.h"
#include "plots/data/draft.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_OF_CAVEAT = 40 };

/* The sentence of a study that declares none. */
static const struct sentence general = {.remark = REMARK_RANKING};

static void (*const tell_remark[REMARKS])(FILE *, struct told *, const struct sentence *) = {
    [REMARK_RANKING] = tell_ranking,     [REMARK_BEST] = tell_ranking,
    [REMARK_CONTRAST] = tell_contrast,   [REMARK_PAIRS] = tell_pairs,
    [REMARK_COURSE] = tell_course,       [REMARK_HALF] = tell_half,
    [REMARK_ENOUGH] = tell_enough,       [REMARK_FREE] = tell_free,
    [REMARK_LEVELS] = tell_plateaus,     [REMARK_STEPS] = tell_plateaus,
    [REMARK_REACH] = tell_reach,         [REMARK_AGAINST] = tell_against,
    [REMARK_DISTANCES] = tell_distances, [REMARK_OPPOSITE] = tell_opposite,
    [REMARK_JOURNEY] = tell_journey,     [REMARK_CACHES] = tell_caches,
    [REMARK_CORES] = tell_cores,         [REMARK_NODES] = tell_nodes,
    [REMARK_SPAN] = tell_span,           [REMARK_LOST] = tell_lost,
};

static char *write_sentence(struct told told, const struct sentence *sentence)
{
    struct draft draft;
    if (draft_open(&draft))
        tell_remark[sentence->remark](draft.out, &told, sentence);
    return draft_close(&draft);
}

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

/* Whether other load disturbed points of a target that the text names. */
static bool is_busy(const struct told *told, const struct sentence *sentence, const char *text)
{
    for (int t = 0; t < told->count; t++) {
        const struct selection selection = {
            .chart = told->chart, .target = told->targets[t], .of = sentence->of, .at = NAN};
        if (strstr(text, target_slot(told->targets[t]).text) && selection_is_busy(&selection))
            return true;
    }
    return false;
}

/* Clears a sentence without a full stop: it found nothing to say. A sentence about points that
 * other load made bounds says so. */
static void finish(char *text, bool busy)
{
    static const char caveat[] = ", though the machine was busy.";
    const size_t length = strlen(text);
    if (length == 0 || text[length - 1] != '.')
        *text = '\0';
    else if (busy)
        memcpy(text + length - 1, caveat, sizeof caveat);
}

char *caption_sentence(const struct chart *chart, int index)
{
    struct told told = told_targets(chart);
    const struct sentence *sentence = sentence_of(chart, index);
    char *first = is_of_the_same(chart, index) ? caption_sentence(chart, 0) : strdup("");
    told.same_one = first && *first;
    char *text = !first ? NULL : sentence ? write_sentence(told, sentence) : strdup("");
    free(first);
    char *room = text ? realloc(text, strlen(text) + ROOM_OF_CAVEAT) : NULL;
    if (!room) {
        free(text);
        return NULL;
    }
    finish(room, sentence && is_busy(&told, sentence, room));
    capitalise(chart, room);
    return room;
}

/* The number of the first sentence that says something, with its text, which the caller frees.
 * SENTENCES_MAX with the study's question if none does; -ENOMEM. */
static int find_finding(const struct chart *chart, char **text)
{
    for (int i = 0; i < SENTENCES_MAX; i++) {
        *text = caption_sentence(chart, i);
        if (!*text)
            return -ENOMEM;
        if (**text)
            return i;
        free(*text);
    }
    *text = strdup(chart->telling->question);
    return *text ? SENTENCES_MAX : -ENOMEM;
}

char *caption_finding(const struct chart *chart)
{
    char *text;
    return find_finding(chart, &text) < 0 ? NULL : text;
}

int caption_write(FILE *out, const struct chart *chart)
{
    char *text;
    const char *before = "";
    if (chart->drawn_count == 0) {
        fputs("There is no valid point to draw.", out);
        return 0;
    }
    int index = find_finding(chart, &text);
    if (index < 0)
        return index;
    for (free(text); ++index < SENTENCES_MAX; free(text)) {
        text = caption_sentence(chart, index);
        if (!text)
            return -ENOMEM;
        fprintf(out, "%s%s", *text ? before : "", text);
        before = *text ? " " : before;
    }
    return 0;
}

char *caption_text_of(int (*write)(FILE *out, const struct chart *chart), const struct chart *chart)
{
    struct draft draft;
    const int code = draft_open(&draft) ? write(draft.out, chart) : -ENOMEM;
    char *text = draft_close(&draft);
    if (!code)
        return text;
    free(text);
    return NULL;
}
