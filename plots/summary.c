#include "plots/summary.h"

#include "plots/caption/headlines.h"
#include "plots/data/dataset.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

enum { TITLE_COLUMNS = 22, PAGE_COLUMNS = 80 };

static const char between_targets[] = " · ";

/* The number of characters in `bytes` bytes of UTF-8. */
static int count_columns(const char *text, size_t bytes)
{
    int columns = 0;
    for (size_t i = 0; i < bytes; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

/* Replaces the characters that headlines use outside ASCII. */
static void put_text(FILE *out, const char *text, size_t bytes, bool utf8)
{
    static const char *const plain[][2] = {{"–", "-"}, {"µ", "u"}, {"’", "'"}};
    for (const char *const end = text + bytes; text < end;) {
        size_t length = 1;
        const char *shown = NULL;
        for (size_t i = 0; !utf8 && i < sizeof plain / sizeof plain[0]; i++)
            if (strncmp(text, plain[i][0], strlen(plain[i][0])) == 0) {
                shown = plain[i][1];
                length = strlen(plain[i][0]);
            }
        fprintf(out, "%.*s", shown ? 1 : (int)length, shown ? shown : text);
        text += length;
    }
}

/* Writes a part of a number after a title, broken at words. */
static void put_part(FILE *out, const char *text, size_t bytes, bool utf8)
{
    int column = TITLE_COLUMNS;
    for (size_t at = 0; at < bytes;) {
        const char *blank = memchr(text + at, ' ', bytes - at);
        const size_t length = blank ? (size_t)(blank - text) - at : bytes - at;
        const int wide = count_columns(text + at, length);
        if (column > TITLE_COLUMNS && column + 1 + wide > PAGE_COLUMNS) {
            fprintf(out, "\n%*s", TITLE_COLUMNS, "");
            column = TITLE_COLUMNS;
        } else if (column > TITLE_COLUMNS)
            column += fprintf(out, " ");
        put_text(out, text + at, length, utf8);
        column += wide;
        at += length + 1;
    }
    fputs("\n", out);
}

/* "Stride    cpu 0.11 (0.08–0.12) at stride 32": one line per target. */
static void put_headline(FILE *out, const struct headline *headline, bool utf8)
{
    const char *title = headline->title;
    for (const char *at = headline->number; at;) {
        const char *next = strstr(at, between_targets);
        fprintf(out, "%-*s", TITLE_COLUMNS, title);
        put_part(out, at, next ? (size_t)(next - at) : strlen(at), utf8);
        at = next ? next + strlen(between_targets) : NULL;
        title = "";
    }
}

/* Whether the user's locale uses UTF-8. */
static bool writes_utf8(void)
{
    locale_t user = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    const bool utf8 = user && strcmp(nl_langinfo_l(CODESET, user), "UTF-8") == 0;
    if (user)
        freelocale(user);
    return utf8;
}

static int put_headlines(FILE *out, const struct chart *charts, int count)
{
    const bool utf8 = writes_utf8();
    int code = 0;
    for (int i = 0; i < HEADLINES && !code; i++) {
        struct headline headline;
        code = headline_tell(charts, count, i, &headline);
        if (!code && headline.there)
            put_headline(out, &headline, utf8);
        headline_free(&headline);
    }
    return code;
}

static int put_charts(FILE *out, const struct dataset *set, const struct telling *tellings)
{
    struct chart *charts = calloc((size_t)set->study_count + 1, sizeof *charts);
    int code = charts ? 0 : -ENOMEM, count = 0;
    while (count < set->study_count && !code) {
        const char *study = set->studies[count].study;
        code = chart_build(&charts[count++], study, telling_of(tellings, study), set, 1);
    }
    if (!code)
        code = put_headlines(out, charts, count);
    while (count > 0)
        chart_free(&charts[--count]);
    free(charts);
    return code;
}

int summary_write(FILE *out, const char *folder, const struct telling *tellings, char *problem,
                  size_t problem_size)
{
    struct dataset set;
    int code = dataset_read(&set, folder, NULL, problem, problem_size);
    if (code)
        return code;
    code = put_charts(out, &set, tellings);
    if (code)
        snprintf(problem, problem_size, "%s: not enough memory to sum up its results", folder);
    else
        extremes_write(out, &set);
    dataset_free(&set);
    return code;
}
