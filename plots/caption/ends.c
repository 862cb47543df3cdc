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

/* State of one sentence: its clauses, and the points whose places it named last. */
struct course {
    struct told *told;
    const struct sentence *sentence;
    int clauses;
    const struct row *first, *last;
};

static bool same_place(const struct row *a, const struct row *b)
{
    return a && a->at == b->at && strcmp(a->parameter, b->parameter) == 0;
}

static void write_course(FILE *out, struct course *course, const struct row *first,
                         const struct row *last)
{
    struct told *told = course->told;
    const char *place = course->sentence->place;
    const bool equal = compare_told(told->chart, last, first).verdict == VERDICT_SAME;
    const bool named = same_place(course->first, first) && same_place(course->last, last);
    fputs(" ", out);
    write_amount(out, told, first);
    if (!named)
        fprintf(out, " %s", place_slot(told->chart, place, first).text);
    fputs(equal ? " and an equal " : " and ", out);
    write_amount(out, told, last);
    if (!named)
        fprintf(out, " %s", place_slot(told->chart, place, last).text);
    fputs(unlike_words(is_unlike(told, course->sentence, first, last)), out);
    course->first = first;
    course->last = last;
}

static bool is_told(const struct series *series, const struct row *target, const char *of)
{
    const struct row *point = series->points[0];
    return same_target(point, target) && (!of || strcmp(point->pattern, of) == 0);
}

/* "cpu reaches 1.01 of its copy’s speed at stride 1 and 0.11 at stride 32". False if no series of
 * the target has two points that can be compared. */
static bool write_target_course(FILE *out, struct course *course, const struct row *target)
{
    const struct chart *chart = course->told->chart;
    bool begun = false;
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct row *first = end_of(series, false), *last = end_of(series, true);
        if (!is_told(series, target, course->sentence->of) || !first || first == last)
            continue;
        if (begun)
            fputs(",", out);
        else
            fprintf(out, "%s%s%s", joint(course->clauses++), target_slot(first).text,
                    verb_of(course->told));
        write_course(out, course, first, last);
        begun = true;
    }
    return begun;
}

void tell_course(FILE *out, struct told *told, const struct sentence *sentence)
{
    struct course course = {.told = told, .sentence = sentence};
    write_subject(out, told, sentence->of);
    for (int t = 0; t < told->count; t++)
        if (!write_target_course(out, &course, told->targets[t]))
            course.clauses = write_too_few(out, told, t, sentence->of, course.clauses);
    fputs(course.clauses ? "." : "", out);
}
