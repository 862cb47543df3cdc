/* The first and the last point of each series. */
#include "plots/caption/caption.h"
#include "plots/caption/compared.h"
#include "plots/caption/wording.h"

#include <math.h>
#include <string.h>

/* The first (or last) point that can be compared; NULL if there is none. */
static const struct row *end_of(const struct series *series, bool last)
{
    for (int i = 0; i < series->count; i++) {
        const struct row *point = series->points[last ? series->count - 1 - i : i];
        if (!point->hollow)
            return point;
    }
    return NULL;
}

static bool is_unlike(const struct told *told, const struct sentence *sentence,
                      const struct row *first, const struct row *last)
{
    const enum lesson lesson = first->gpu ? sentence->on_gpu : sentence->on_cpu;
    const enum verdict verdict = compare_told(told->chart, last, first).verdict;
    return (lesson == LESSON_RISING && (verdict == VERDICT_SAME || verdict == VERDICT_SLOWER)) ||
           (lesson == LESSON_FALLING && (verdict == VERDICT_SAME || verdict == VERDICT_FASTER));
}

static bool same_place(const struct row *a, const struct row *b)
{
    return a && a->at == b->at && strcmp(a->parameter, b->parameter) == 0;
}

/* " reaches 1.01 of its copy’s speed at stride 1 and 0.11 at stride 32". False if the series has
 * not two points that can be compared. */
static bool write_course(FILE *out, struct clauses *clauses, const struct series *series,
                         bool again)
{
    struct told *told = clauses->told;
    const char *place = clauses->sentence->place;
    const struct row *first = end_of(series, false), *last = end_of(series, true);
    if (!first || first == last)
        return false;
    const bool equal = compare_told(told->chart, last, first).verdict == VERDICT_SAME;
    const bool named = same_place(clauses->first, first) && same_place(clauses->last, last);
    begin_clause(out, clauses, series, again ? "," : NULL);
    fprintf(out, "%s ", again ? "" : verb_of(told));
    write_amount(out, told, first);
    if (!named)
        fprintf(out, " %s", place_slot(told->chart, place, first).text);
    fputs(equal ? " and an equal " : " and ", out);
    write_amount(out, told, last);
    if (!named)
        fprintf(out, " %s", place_slot(told->chart, place, last).text);
    fputs(unlike_words(is_unlike(told, clauses->sentence, first, last)), out);
    clauses->first = first;
    clauses->last = last;
    return true;
}

void tell_course(FILE *out, struct told *told, const struct sentence *sentence)
{
    write_clauses(out, told, sentence, write_course);
}
