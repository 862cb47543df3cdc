#include "plots/caption/caption.h"

#include "plots/caption/compared.h"
#include "plots/data/draft.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The sentence of a study that declares none. */
static const struct sentence general = {.remark = REMARK_RANKING};

static void (*const tell_remark[REMARKS])(FILE *, struct told *, const struct sentence *) = {
    [REMARK_RANKING] = tell_ranking,   [REMARK_BEST] = tell_ranking,
    [REMARK_CONTRAST] = tell_contrast, [REMARK_PAIRS] = tell_pairs,
    [REMARK_COURSE] = tell_course,     [REMARK_HALF] = tell_half,
    [REMARK_ENOUGH] = tell_enough,     [REMARK_FREE] = tell_free,
    [REMARK_LEVELS] = tell_levels,     [REMARK_JOURNEY] = tell_journey,
};

static int count_words(const char *text)
{
    int count = 0;
    for (; *text; text += strcspn(text, " ")) {
        text += strspn(text, " ");
        count += *text != '\0';
    }
    return count;
}

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

static bool is_about_the_same(const struct chart *chart, int index)
{
    const struct sentence *sentences = chart->telling->shown->sentences;
    return index > 0 && sentences[0].of && sentences[index].of &&
           strcmp(sentences[0].of, sentences[index].of) == 0;
}

/* Clears a sentence without a full stop: it found nothing to say. */
static void drop_unless_told(char *text)
{
    const size_t length = strlen(text);
    if (length == 0 || text[length - 1] != '.')
        *text = '\0';
}

static char *tell(struct told told, const struct sentence *sentence, int words)
{
    char *text = sentence ? write_sentence(told, sentence) : strdup("");
    if (text && count_words(text) > words && told.count > 1) {
        free(text);
        told.count = 1;
        text = write_sentence(told, sentence);
    }
    if (!text)
        return NULL;
    drop_unless_told(text);
    capitalise(told.chart, text);
    return text;
}

char *caption_sentence(const struct chart *chart, int index)
{
    return tell(told_targets(chart), sentence_of(chart, index), CAPTION_WORDS_MOST);
}

/* Sentence `index` as a continuation of the caption, with at most `words` words. */
static char *next_sentence(const struct chart *chart, int index, int words)
{
    struct told told = told_targets(chart);
    told.later = index > 0;
    told.same_one = is_about_the_same(chart, index);
    return tell(told, sentence_of(chart, index), words);
}

int caption_write(FILE *out, const struct chart *chart)
{
    int left = CAPTION_WORDS_MOST;
    if (chart->drawn_count == 0) {
        fputs("There is no valid point to draw.", out);
        return 0;
    }
    for (int i = 0; i < SENTENCES_MAX; i++) {
        char *text = next_sentence(chart, i, left);
        if (!text)
            return -ENOMEM;
        const int words = count_words(text);
        if (words && words <= left) {
            fprintf(out, "%s%s", left < CAPTION_WORDS_MOST ? " " : "", text);
            left -= words;
        }
        free(text);
    }
    return 0;
}
