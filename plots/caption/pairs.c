/* How two patterns of a study compare. */
#include "plots/caption/caption.h"
#include "plots/caption/compared.h"
#include "plots/caption/wording.h"

#include <math.h>
#include <string.h>

/* Reads "block_copy copy, ..." up to the comma. */
static bool read_pair(const char *pair, char names[2][64])
{
    return sscanf(pair, " %63s %63[^ ,]", names[0], names[1]) == 2;
}

static const struct row *sound_point(const struct selection *selection, const char *pattern)
{
    for (int i = 0; i < selection->chart->drawn_count; i++)
        if (selection_has(selection, selection->chart->drawn[i]) &&
            strcmp(selection->chart->drawn[i]->pattern, pattern) == 0)
            return selection->chart->drawn[i];
    return NULL;
}

/* A pair on one target: its points at one value, and over all values that can be compared. */
struct duel {
    const struct row *points[2];
    bool in_caches;                /* nowhere in the copy's level: in another one, both */
    bool once_faster, once_slower; /* the first one, at any value */
    double low, high;              /* range of its speed over the second's, in the points' level */
    bool decided, busy, wide;      /* in that range: at any value; wide: more than copies vary */
};

/* Finds both points at the value nearest to `wanted` at which both can be compared; false if there
 * is none. */
static bool meet(const struct told *told, int target, char names[2][64], double wanted,
                 struct duel *duel)
{
    char of[130];
    snprintf(of, sizeof of, "%s %s", names[0], names[1]);
    struct selection selection = {.chart = told->chart,
                                  .target = told->targets[target],
                                  .of = of,
                                  .at = NAN,
                                  .in_caches = duel->in_caches};
    selection.at = selection_value(&selection, wanted);
    if (isnan(selection.at))
        return false;
    for (int i = 0; i < 2; i++)
        duel->points[i] = sound_point(&selection, names[i]);
    return duel->points[0] && duel->points[1] &&
           (!duel->in_caches || duel->points[0]->level == duel->points[1]->level);
}

static bool is_decided(const struct comparison *speed)
{
    return speed->verdict == VERDICT_FASTER || speed->verdict == VERDICT_SLOWER;
}

static void compare_value(struct duel *duel, const struct row *a, const struct row *b)
{
    const struct comparison speed = compare_rates(a, b);
    const struct comparison medians =
        compare_points(a, estimate_between(a->gbps, a->gbps, a->gbps), b,
                       estimate_between(b->gbps, b->gbps, b->gbps));
    duel->once_faster |= speed.verdict == VERDICT_FASTER;
    duel->once_slower |= speed.verdict == VERDICT_SLOWER;
    if (strcmp(a->level, duel->points[0]->level) != 0 || a->level != b->level)
        return;
    const bool busy = a->busy || b->busy;
    duel->low = fmin(duel->low, busy ? speed.ratio.low : speed.ratio.value);
    duel->high = fmax(duel->high, busy ? speed.ratio.high : speed.ratio.value);
    duel->busy |= busy;
    duel->decided |= is_decided(&speed);
    duel->wide |= is_decided(&medians);
}

static void compare_all(const struct told *told, int target, char names[2][64], struct duel *duel)
{
    struct selection selection = {
        .chart = told->chart, .target = told->targets[target], .in_caches = duel->in_caches};
    duel->low = INFINITY;
    duel->high = 0;
    for (int i = 0; i < told->chart->drawn_count; i++) {
        selection.at = told->chart->drawn[i]->at;
        if (strcmp(told->chart->drawn[i]->pattern, names[0]) != 0 ||
            told->chart->drawn[i] != sound_point(&selection, names[0]))
            continue;
        const struct row *other = sound_point(&selection, names[1]);
        if (other)
            compare_value(duel, told->chart->drawn[i], other);
    }
}

/* State of one sentence. */
struct pairing {
    struct told *told;
    const struct sentence *sentence;
    double wanted; /* the value at which its patterns are compared: an infinite one */
    int clauses;
    double said;       /* the value that was named last */
    const char *level; /* the level of memory that was named last */
    bool explained;    /* what it means that two are equal */
};

/* Against the lesson is only what holds at the sweep's outermost value in memory, and nowhere else
 * is as the lesson says. */
static bool is_unlike(const struct pairing *pairing, const struct duel *duel,
                      const struct comparison *speed)
{
    const struct row *const *points = duel->points;
    const struct sentence *sentence = pairing->sentence;
    const enum lesson lesson = points[0]->gpu ? sentence->on_gpu : sentence->on_cpu;
    const bool same = speed->verdict == VERDICT_SAME;
    if (duel->in_caches || !reaches_end(pairing->told->chart, points[0], pairing->wanted > 0))
        return false;
    return (lesson == LESSON_EQUAL && is_unequal(speed, points[0], points[1])) ||
           (lesson == LESSON_FASTER && (same || speed->verdict == VERDICT_SLOWER) &&
            !duel->once_faster) ||
           (lesson == LESSON_SLOWER && (same || speed->verdict == VERDICT_FASTER) &&
            !duel->once_slower);
}

/* Which of two patterns was faster. The first clause's outcome decides the wording of the next
 * ones. */
enum outcome { OUTCOME_NONE, OUTCOME_EQUAL, OUTCOME_FIRST, OUTCOME_SECOND };

static enum outcome outcome_of(const struct comparison *speed)
{
    if (speed->verdict == VERDICT_SAME)
        return OUTCOME_EQUAL;
    return speed->ratio.value > 1 ? OUTCOME_FIRST : OUTCOME_SECOND;
}

/* "block_copy is 1.04 (1.02–1.06) times as fast as copy", the faster one first. After a clause
 * with the same outcome: ", 1.01 (1.00–1.02) times"; after another one: ", but copy is ...". */
static void write_times(FILE *out, struct told *told, char names[2][64],
                        const struct row *const points[2], enum outcome outcome,
                        enum outcome before)
{
    const bool first = before == OUTCOME_NONE;
    const int faster = outcome == OUTCOME_SECOND;
    const struct slot factor =
        ratio_slot(estimate_ratio(estimate_rate(points[faster]), estimate_rate(points[!faster])),
                   points[0], points[1]);
    if (outcome == OUTCOME_EQUAL)
        note_number(told, points[0], "%", "equal");
    else
        note_number(told, points[0], "×%", factor.text);
    if (outcome == OUTCOME_EQUAL && first)
        fprintf(out, "%s and %s are equally fast", names[0], names[1]);
    else if (outcome == OUTCOME_EQUAL)
        fputs(before == OUTCOME_EQUAL ? ", and" : ", but equally fast", out);
    else if (first)
        fprintf(out, "%s is %s times as fast as %s", names[faster], factor.text, names[!faster]);
    else if (before == outcome)
        fprintf(out, ", %s times", factor.text);
    else
        fprintf(out, ", but %s is %s times as fast", names[faster], factor.text);
}

/* One pattern is the faster one at all values, by 1 % and more. */
static bool is_aside(const struct duel *duel)
{
    return duel->low > 1 / 0.99 || duel->high < 0.99;
}

/* "block_copy is 0.85–1.04 times as fast as copy on cpu in memory (equal within its copies’
 * spread)": over sizes, one of them would be chance. 0.53 times is not equal if copies vary by a
 * factor of 1.6, though its interval may come that near; nor is 0.63–0.74 times. After a clause:
 * ", 1.00–1.02 times on gpu0". */
static enum outcome write_range_of(FILE *out, struct pairing *pairing, char names[2][64],
                                   const struct duel *duel, enum outcome before)
{
    const char *level = duel->points[0]->level;
    const double high = duel->high < 1.01 * duel->low ? duel->low : duel->high;
    const struct slot times = range_slot(duel->low, high, 2);
    const bool unsure = duel->busy || duel->wide || is_aside(duel);
    const bool named = pairing->level && strcmp(pairing->level, level) == 0;
    note_number(pairing->told, duel->points[0], "×%", times.text);
    if (before)
        fprintf(out, ", %s times", times.text);
    else
        fprintf(out, "%s%s is %s times as fast as %s", joint(pairing->clauses), names[0],
                times.text, names[1]);
    fprintf(out, " on %s%s%s%s", named_slot(pairing->told, duel->points[0]).text,
            named ? "" : " in ", named ? "" : level,
            duel->decided        ? ""
            : unsure             ? " (inconclusive)"
            : pairing->explained ? " (equal)"
                                 : " (equal within its copies’ spread)");
    pairing->explained |= !duel->decided && !unsure;
    pairing->level = level;
    pairing->clauses++;
    return OUTCOME_FIRST;
}

static enum outcome write_outcome(FILE *out, struct pairing *pairing, char names[2][64],
                                  const struct duel *duel, enum outcome before)
{
    const struct sentence *sentence = pairing->sentence;
    const struct row *const *points = duel->points;
    const struct comparison speed = compare_rates(points[0], points[1]);
    const bool named = points[0]->at == pairing->said;
    fputs(before ? "" : joint(pairing->clauses), out);
    write_times(out, pairing->told, names, points, outcome_of(&speed), before);
    fprintf(out, " on %s%s%s%s%s%s%s", named_slot(pairing->told, points[0]).text, named ? "" : " ",
            named ? "" : place_slot(pairing->told->chart, sentence->place, points[0]).text,
            duel->in_caches ? " in " : "", duel->in_caches ? points[0]->level : "",
            inconclusive_words(&speed), unlike_words(is_unlike(pairing, duel, &speed)));
    pairing->said = points[0]->at;
    pairing->clauses++;
    return outcome_of(&speed);
}

/* Finds both points at the wanted value, or at the nearest one in a cache. */
static bool meet_somewhere(const struct pairing *pairing, int target, char names[2][64],
                           double wanted, struct duel *duel)
{
    *duel = (struct duel){.in_caches = false};
    if (meet(pairing->told, target, names, wanted, duel))
        return true;
    *duel = (struct duel){.in_caches = true};
    return meet(pairing->told, target, names, wanted, duel);
}

/* Whether the largest value is the smallest, too, of which the sentence has spoken. */
static bool is_said(const struct pairing *pairing, int target, char names[2][64],
                    const struct duel *duel)
{
    struct duel first;
    return pairing->sentence->sign == SIGN_ENDS && pairing->wanted > 0 &&
           meet_somewhere(pairing, target, names, -INFINITY, &first) &&
           first.points[0] == duel->points[0];
}

/* Each target is compared at its own outermost value. */
static void write_pair(FILE *out, struct pairing *pairing, char names[2][64], double wanted)
{
    enum outcome before = OUTCOME_NONE;
    struct duel duel;
    pairing->wanted = wanted;
    for (int t = 0; t < pairing->told->count; t++) {
        if (!meet_somewhere(pairing, t, names, wanted, &duel) || is_said(pairing, t, names, &duel))
            continue;
        compare_all(pairing->told, t, names, &duel);
        before = pairing->sentence->sign == SIGN_ALL
                     ? write_range_of(out, pairing, names, &duel, before)
                     : write_outcome(out, pairing, names, &duel, before);
    }
}

void tell_pairs(FILE *out, struct told *told, const struct sentence *sentence)
{
    struct pairing pairing = {.told = told, .sentence = sentence, .said = NAN};
    char names[2][64];
    for (const char *pair = sentence->of; pair; pair = strchr(pair, ',')) {
        pair += *pair == ',';
        if (!read_pair(pair, names))
            continue;
        if (sentence->sign < 0 || sentence->sign == SIGN_ENDS)
            write_pair(out, &pairing, names, -INFINITY);
        if (sentence->sign >= 0)
            write_pair(out, &pairing, names, INFINITY);
    }
    fputs(pairing.clauses ? "." : "", out);
}
