/* How a caption puts targets, places, amounts and intervals. Plain text, not escaped. */
#ifndef PLOTS_WORDING_H
#define PLOTS_WORDING_H

#include "plots/caption/compared.h"
#include "plots/caption/estimate.h"
#include "plots/figure/telling.h"

#include <stdio.h>

/* "cpu", "h200: gpu0"; among several machines the run's own is named, too. */
void write_target(FILE *out, const struct row *point);

/* "at stride 32": of `format` (NULL: "at $ %") % is the value, $ the parameter's name, & an "s" but
 * after 1. */
void write_place(FILE *out, const struct chart *chart, const char *format, const struct row *point);

/* "64 and 128 pages": the same of two points of a series, with `joint` between them; of one, its
 * place. */
void write_both(FILE *out, const struct chart *chart, const char *format, const char *joint,
                const struct row *low, const struct row *high);

/* "0.92 of its copy’s speed"; the unit once a sentence, and again where another one is needed. */
void write_amount(FILE *out, struct told *told, const struct row *point);

/* "1.2–1.6 GB/s": two amounts, which may print alike. */
void write_range(FILE *out, struct told *told, double low, double high);

/* "2.31 (2.25–2.38)": a factor and its interval. */
void write_factor(FILE *out, struct estimate factor);

/* "23 % (22–24": the same as a share, without the last bracket. */
void write_open_share(FILE *out, struct estimate share);

/* " (inconclusive)", and why where the copies vary as much; nothing behind another verdict. */
void write_inconclusive(FILE *out, const struct comparison *comparison);

/* " (the lesson says otherwise)", where `unlike`. */
void write_unlike(FILE *out, bool unlike);

/* " takes" of what is better where it is less, else " reaches". */
void write_verb(FILE *out, const struct told *told);

/* "Pattern stride: ", where the sentence is about one pattern and a target has points of it. */
void write_subject(FILE *out, const struct told *told, const char *pattern);

/* "cpu has too few points to compare (see run quality)", as clause `index`, where target number
 * `target` has points of these patterns. How many clauses there are then. */
int write_too_few(FILE *out, const struct told *told, int target, const char *of, int index);

/* What stands before clause `index` of a sentence. */
const char *joint(int index);

#endif
