/* What the first and the last point of a sweep say. */
#include "plots/caption/caption.h"
#include "plots/caption/compared.h"
#include "plots/caption/wording.h"

#include <math.h>
#include <string.h>

/* The point at the first (or last) value of the series' sweep; NULL if it cannot be compared. */
static const struct row *end_of(const struct chart *chart, const struct series *series, bool last)
{
    const struct row *point = series->points[last ? series->count - 1 : 0];
    return row_is_compared(point) && reaches_end(chart, point, last) ? point : NULL;
}

static bool is_unlike(const struct told *told, const struct sentence *sentence,
                      const struct row *first, const struct row *last)
{
    const enum lesson lesson = first->gpu ? sentence->on_gpu : sentence->on_cpu;
    const enum verdict verdict = compare_told(told->chart, last, first).verdict;
    return (lesson == LESSON_RISING && (verdict == VERDICT_SAME || verdict == VERDICT_SLOWER)) ||
           (lesson == LESSON_FALLING && (verdict == VERDICT_SAME || verdict == VERDICT_FASTER));
}

static bool same_place(const struct chart *chart, const struct row *a, const struct row *b)
{
    return a && quantity_place(chart->told, chart, a) == quantity_place(chart->told, chart, b) &&
           strcmp(a->parameter, b->parameter) == 0;
}

/* "falls from", if the ends certainly differ. */
static const char *verb_between(const struct told *told, const struct row *first,
                                const struct row *last)
{
    const struct chart *chart = told->chart;
    const enum verdict verdict = compare_told(chart, last, first).verdict;
    if (verdict == VERDICT_SAME || verdict == VERDICT_INCONCLUSIVE)
        return verb_of(told);
    return (verdict == VERDICT_FASTER) == chart->told->less_is_better ? " falls from"
                                                                      : " rises from";
}

/* " is 42.7 (41.6–43.9) times as fast at 256 bytes as at 4 bytes": of speeds that are relative to
 * one of them, the ratio. `named`: the places, in this order, were named before. */
static void write_times(FILE *out, const struct clauses *clauses, const struct row *from,
                        const struct row *to, bool named)
{
    const struct chart *chart = clauses->told->chart;
    const char *place = clauses->sentence->place;
    const struct comparison speed = compare_told(chart, to, from);
    fputs(" is ", out);
    const struct slot times = ratio_slot(speed.ratio, to, from);
    if (speed.verdict != VERDICT_SAME)
        fprintf(out, "%s times ", times.text);
    note_number(clauses->told, to, "×%", times.text);
    fputs("as fast", out);
    if (!named)
        fprintf(out, " %s as %s", place_slot(chart, place, to).text,
                place_slot(chart, place, from).text);
    fputs(inconclusive_words(&speed), out);
}

/* A fraction that differs from the copy by more than 10 %, but no more than repeated copies do: it
 * is not what the value costs. */
static const char *spread_words(const struct told *told, const struct row *end)
{
    const struct chart *chart = told->chart;
    const double fraction = quantity_median(chart->told, chart, end);
    const double times = fmax(fraction, 1 / fraction);
    const bool within = chart->told == &fraction_of_copy && !is_bound(chart, end) && times > 1.1 &&
                        times <= drift_of_copies(end->from, end->target);
    return within ? " (within its copies’ spread)" : "";
}

/* The amounts at both ends: " falls from 1.01 of its copy at stride 1 to 0.11 at stride 32". */
static void write_ends(FILE *out, const struct clauses *clauses, const struct row *first,
                       const struct row *last, bool named)
{
    struct told *told = clauses->told;
    const char *place = clauses->sentence->place;
    const bool equal = compare_told(told->chart, last, first).verdict == VERDICT_SAME;
    const char *verb = verb_between(told, first, last);
    fprintf(out, "%s ", verb);
    write_amount(out, told, first);
    fputs(spread_words(told, first), out);
    if (!named)
        fprintf(out, " %s", place_slot(told->chart, place, first).text);
    fputs(verb != verb_of(told) ? " to " : equal ? " and an equal " : " and ", out);
    write_amount(out, told, last);
    fputs(spread_words(told, last), out);
    if (!named)
        fprintf(out, " %s", place_slot(told->chart, place, last).text);
}

bool write_course(FILE *out, struct clauses *clauses, const struct series *series, bool again)
{
    struct told *told = clauses->told;
    const struct quantity *quantity = told->chart->told;
    const struct row *const smallest = end_of(told->chart, series, false);
    const struct row *const largest = end_of(told->chart, series, true);
    if (!smallest || !largest || smallest == largest)
        return false;
    const bool turned = quantity_place(quantity, told->chart, smallest) >
                            quantity_place(quantity, told->chart, largest) ||
                        (quantity->from_end && largest->gbps < smallest->gbps);
    const struct row *const first = turned ? largest : smallest; /* as the axis has it, or slower */
    const struct row *const last = turned ? smallest : largest;
    const bool named = same_place(told->chart, clauses->first, first) &&
                       same_place(told->chart, clauses->last, last);
    begin_clause(out, clauses, series, again ? "," : NULL);
    (quantity->from_end ? write_times : write_ends)(out, clauses, first, last, named);
    if (!quantity->from_end)
        note_amount(told, last, quantity_median(quantity, told->chart, last),
                    quantity_median(quantity, told->chart, last));
    fputs(series_slot(clauses, first, last).text, out);
    fputs(unlike_words(is_unlike(told, clauses->sentence, smallest, largest)), out);
    clauses->first = first;
    clauses->last = last;
    return true;
}

/* Both ends of one target's sweep: cyclic and block distribution. */
struct ends {
    const struct row *cyclic, *block;
    enum verdict block_is; /* against cyclic */
};

static struct ends ends_of(const struct told *told, const struct row *target)
{
    struct ends ends = {.block_is = VERDICT_INCONCLUSIVE};
    for (int i = 0; i < told->chart->series_count; i++) {
        const struct series *series = &told->chart->series[i];
        if (!same_target(series->points[0], target))
            continue;
        ends.cyclic = end_of(told->chart, series, false);
        ends.block = end_of(told->chart, series, true);
    }
    if (ends.cyclic && ends.block)
        ends.block_is = compare_told(told->chart, ends.block, ends.cyclic).verdict;
    return ends;
}

static const char *const ways[] = {"neighbouring elements to neighbouring threads",
                                   "one block to each thread"};

/* "one block to each thread suits cpu (0.94; gpu0 0.12)": where it suits a target, what it gives
 * that one and the other. */
static void write_way(FILE *out, struct told *told, bool block, const struct ends *of,
                      const struct ends *other)
{
    const struct row *here = block ? of->block : of->cyclic;
    const struct row *there = block ? other->block : other->cyclic;
    fprintf(out, "%s %s %s (", ways[block], block ? "suits" : "suit", named_slot(told, here).text);
    write_amount(out, told, here);
    fprintf(out, "; %s ", named_slot(told, there).text);
    write_amount(out, told, there);
    fputs(")", out);
}

/* A target for itself: "cpu reaches 0.15 of its copy with ..., and 0.94 with ...". */
static void write_alone(FILE *out, struct told *told, const struct ends *ends, bool first)
{
    fprintf(out, "%s%s reaches ", joint(!first), named_slot(told, ends->cyclic).text);
    write_amount(out, told, ends->cyclic);
    fprintf(out, first ? " with %s, and " : " and ", ways[false]);
    write_amount(out, told, ends->block);
    if (first)
        fprintf(out, " with %s", ways[true]);
}

void tell_opposite(FILE *out, struct told *told, const struct sentence *sentence)
{
    struct ends of[TARGETS_TOLD] = {{.cyclic = NULL}};
    int found = 0;
    (void)sentence;
    for (int t = 0; t < told->count; t++) {
        of[found] = ends_of(told, told->targets[t]);
        found += of[found].cyclic && of[found].block;
    }
    for (int t = 0; t < found; t++) {
        const double cyclic = quantity_median(told->chart->told, told->chart, of[t].cyclic);
        const double block = quantity_median(told->chart->told, told->chart, of[t].block);
        note_amount(told, of[t].block, fmin(cyclic, block), fmin(cyclic, block));
    }
    for (int t = 0; t < found; t++)
        if (found == TARGETS_TOLD && of[t].block_is == VERDICT_SLOWER &&
            of[!t].block_is == VERDICT_FASTER) {
            fputs("The same loop, opposite answers: ", out);
            write_way(out, told, false, &of[t], &of[!t]);
            fputs(", ", out);
            write_way(out, told, true, &of[!t], &of[t]);
            fputs(".", out);
            return;
        }
    for (int t = 0; t < found; t++)
        write_alone(out, told, &of[t], t == 0);
    fputs(found ? "." : "", out);
}
