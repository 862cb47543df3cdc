/* Wording of targets, places, amounts and intervals in captions. Plain text, not escaped. */
#ifndef PLOTS_WORDING_H
#define PLOTS_WORDING_H

#include "plots/caption/compared.h"
#include "plots/caption/estimate.h"
#include "plots/figure/telling.h"

#include <stdio.h>

/* A part of a sentence, for the %s of a form:
 *     fprintf(out, "%s takes %s times as long", target_slot(point).text, factor_slot(times).text);
 * It lives until the end of such an expression. */
struct slot {
    char text[256];
};

/* "the CPU", "h200's GPU"; with several machines, the run's own is named too. One of several GPUs
 * has its name: "gpu1", "h200's gpu1". */
struct slot target_slot(const struct row *point);

/* The same with another article: "The " as a sentence's first words, "" for none. */
struct slot article_slot(const char *article, const struct row *point);

/* The same, and notes that the sentence is about that target. */
struct slot named_slot(struct told *told, const struct row *point);

/* "at stride 32". In `format` (NULL: "at $ %") % is the value, $ the parameter's name, and & a
 * plural "s" except after 1. */
struct slot place_slot(const struct chart *chart, const char *format, const struct row *point);

/* "64 and 128 pages": two points of a series, with `joint` between them; a single point gets its
 * place alone. */
struct slot places_slot(const struct chart *chart, const char *format, const char *joint,
                        const struct row *low, const struct row *high);

/* The value of a point's place, in the unit of the figure's axis. */
void write_value(char *text, size_t size, const struct chart *chart, const struct row *point);

/* "2.31 (2.25–2.38)": a factor and its interval; "2.31" if both ends print like it. */
struct slot factor_slot(struct estimate factor);

/* The same of two points. If other load made one a bound: "at least 2.25", or the interval alone.
 */
struct slot ratio_slot(struct estimate factor, const struct row *a, const struct row *b);

/* "23 % (22–24, nearest: chunk 8)": the factor as a percentage, and a remark (or ""). */
struct slot share_slot(struct estimate share, const char *remark);

/* "0.85–1.04"; one number if both print alike. */
struct slot range_slot(double low, double high, int digits);

/* " (inconclusive)", with the reason if the copies vary as much; "" for any other verdict. */
const char *inconclusive_words(const struct comparison *comparison);

/* " (the lesson says otherwise)", if `unlike`. */
const char *unlike_words(bool unlike);

/* " takes" if less is better, else " reaches". */
const char *verb_of(const struct told *told);

/* "0.92 of its copy". The unit is named once in a sentence. A point that other load disturbed has
 * "at least 0.92", or "at most" of a time. */
void write_amount(FILE *out, struct told *told, const struct row *point);

/* Whether other load made the point's amount a bound: the point itself, or the one that the amount
 * is relative to, was disturbed. */
bool is_bound(const struct chart *chart, const struct row *point);

/* Of a quantity that is relative to a point: what the amount can be, by the intervals of both. */
struct estimate bounds_of(const struct chart *chart, const struct row *point);

/* Notes the number by which a list of studies shows the sentence: the first one of a GPU, or else
 * of the first target. `format` has % for it ("×%"); an interval in brackets is left out, and
 * bounds have "≥" or "≤". */
void note_number(struct told *told, const struct row *point, const char *format,
                 const char *number);

/* The same of two amounts in the chart's quantity, or of one twice: "344–349 ns". */
void note_amount(struct told *told, const struct row *point, double low, double high);

/* The same of the values of two points: "at 64 KiB–128 KiB". */
void note_places(struct told *told, const struct row *low, const struct row *high);

/* "at least 3.2" or "up to 1.7 times its slowest speed": what such ends certainly say. */
void write_bounds(FILE *out, struct told *told, double low, double high);

/* "1.2–1.6 GB/s": two amounts of a target; "up to 1.3 times its slowest speed" from that speed
 * on. If other load made one of them a bound: "at least 1.2 GB/s", or "at most" of a time. */
void write_range(FILE *out, struct told *told, double low, double high, bool busy);

/* The separator before clause `index` of a sentence. */
const char *joint(int index);

/* A sentence with a clause for each series of its patterns, target by target. */
struct clauses {
    struct told *told;
    const struct sentence *sentence;
    int count, said;                /* targets with a clause; what was said before */
    const struct row *first, *last; /* the points whose places were named last */
};

/* " (chase)", or " (each=16Ki, L2)" of one pattern with several settings: which of several series
 * a clause is about; "" if the sentence names the pattern, or the study has one. */
struct slot series_slot(const struct clauses *clauses, const struct row *first,
                        const struct row *last);

/* Writes the clause of one series; false if it has none. `again`: the target was named before. */
typedef bool write_clause(FILE *out, struct clauses *clauses, const struct series *series,
                          bool again);

/* Whether the sentence has a clause for the series, among those of that target. */
bool series_is_about(const struct series *series, const struct row *target,
                     const struct sentence *sentence);

/* Writes the sentence: its pattern and the clauses. */
void write_clauses(FILE *out, struct told *told, const struct sentence *sentence,
                   write_clause *write);

/* Writes the target's name before its first clause, `again` before others. */
void begin_clause(FILE *out, struct clauses *clauses, const struct series *series,
                  const char *again);

#endif
