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

/* Both points at the value nearest to `wanted` at which both can be compared; false if there is
 * none. */
static bool meet(const struct told *told, int target, char names[2][64], double wanted,
                 const struct row *points[2])
{
    char of[130];
    snprintf(of, sizeof of, "%s %s", names[0], names[1]);
    struct selection selection = {
        .chart = told->chart, .target = told->targets[target], .of = of, .at = NAN};
    selection.at = selection_value(&selection, wanted);
    points[0] = isnan(selection.at) ? NULL : sound_point(&selection, names[0]);
    points[1] = isnan(selection.at) ? NULL : sound_point(&selection, names[1]);
    return points[0] && points[1];
}

static bool has_both(const struct told *told, int target, char names[2][64])
{
    struct selection selection = {.chart = told->chart, .target = told->targets[target], .at = NAN};
    bool both = true;
    for (int i = 0; i < 2; i++) {
        selection.of = names[i];
        both &= selection_drawn(&selection);
    }
    return both;
}

static bool is_unlike(const struct sentence *sentence, const struct row *points[2],
                      const struct comparison *speed)
{
    const enum lesson lesson = points[0]->gpu ? sentence->on_gpu : sentence->on_cpu;
    const bool same = speed->verdict == VERDICT_SAME;
    return (lesson == LESSON_EQUAL && is_unequal(speed, points[0], points[1])) ||
           (lesson == LESSON_FASTER && (same || speed->verdict == VERDICT_SLOWER)) ||
           (lesson == LESSON_SLOWER && (same || speed->verdict == VERDICT_FASTER));
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
static void write_times(FILE *out, char names[2][64], const struct row *points[2],
                        enum outcome outcome, enum outcome before)
{
    const bool first = before == OUTCOME_NONE;
    const int faster = outcome == OUTCOME_SECOND;
    const struct slot factor =
        factor_slot(estimate_ratio(estimate_rate(points[faster]), estimate_rate(points[!faster])));
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

/* State of one sentence: its number of clauses, and the value that it named last. */
struct pairing {
    const struct told *told;
    const struct sentence *sentence;
    int clauses;
    bool met[TARGETS_TOLD];     /* targets that have a clause */
    bool lacking[TARGETS_TOLD]; /* targets that have both patterns, but no points to compare */
    double said;
};

static enum outcome write_outcome(FILE *out, struct pairing *pairing, char names[2][64],
                                  const struct row *points[2], enum outcome before)
{
    const struct sentence *sentence = pairing->sentence;
    const struct comparison speed = compare_rates(points[0], points[1]);
    const bool named = points[0]->at == pairing->said;
    fputs(before ? "" : joint(pairing->clauses), out);
    write_times(out, names, points, outcome_of(&speed), before);
    fprintf(out, " on %s%s%s%s%s", target_slot(points[0]).text, named ? "" : " ",
            named ? "" : place_slot(pairing->told->chart, sentence->place, points[0]).text,
            inconclusive_words(&speed), unlike_words(is_unlike(sentence, points, &speed)));
    pairing->said = points[0]->at;
    pairing->clauses++;
    return outcome_of(&speed);
}

/* The subject is compared at its outermost value, the contrast at the value nearest to it. */
static void write_pair(FILE *out, struct pairing *pairing, char names[2][64])
{
    const struct told *told = pairing->told;
    double wanted = pairing->sentence->sign < 0 ? -INFINITY : INFINITY;
    enum outcome before = OUTCOME_NONE;
    for (int t = 0; t < told->count; t++) {
        const struct row *points[2];
        if (!meet(told, t, names, wanted, points)) {
            pairing->lacking[t] |= has_both(told, t, names);
            continue;
        }
        before = write_outcome(out, pairing, names, points, before);
        pairing->met[t] = true;
        wanted = points[0]->at;
    }
}

void tell_pairs(FILE *out, struct told *told, const struct sentence *sentence)
{
    struct pairing pairing = {.told = told, .sentence = sentence, .said = NAN};
    char names[2][64];
    for (const char *pair = sentence->of; pair; pair = strchr(pair, ',')) {
        pair += *pair == ',';
        if (read_pair(pair, names))
            write_pair(out, &pairing, names);
    }
    for (int t = 0; t < told->count; t++)
        if (pairing.lacking[t] && !pairing.met[t])
            pairing.clauses = write_too_few(out, told, t, sentence->of, pairing.clauses);
    fputs(pairing.clauses ? "." : "", out);
}
