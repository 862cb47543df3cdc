/* Captions: one or two sentences about a study, made from its points.
 *
 * Each sentence is about two targets, the reader's own first (compared.h), and ignores points that
 * are drawn hollow. plots/compare/ decides which of two points is faster. Factors are given with
 * their interval, and a fall in speed with the values between which it certainly happens. A finding
 * that contradicts the lesson is marked. */
#ifndef PLOTS_CAPTION_H
#define PLOTS_CAPTION_H

#include "plots/figure/telling.h"

#include <stdio.h>

struct told;

enum { CAPTION_WORDS_MOST = 45 };

/* The fastest and, except in REMARK_BEST, the slowest of each target's points. `sign` selects them:
 * 0 all points, 1 those at the largest value, -1 those at the smallest; the contrast takes the
 * nearest value it has. */
void tell_ranking(FILE *out, struct told *told, const struct sentence *sentence);

/* What the best choice for one target costs the other target. `sign` as above. */
void tell_contrast(FILE *out, struct told *told, const struct sentence *sentence);

/* Speed of one pattern divided by that of another, at the largest value (`sign` -1: the smallest)
 * that both have. */
void tell_pairs(FILE *out, struct told *told, const struct sentence *sentence);

/* The first and the last point of each series. */
void tell_course(FILE *out, struct told *told, const struct sentence *sentence);

/* The value at which the speed of the only pattern of `of` falls below half of its best. */
void tell_half(FILE *out, struct told *told, const struct sentence *sentence);

/* The smallest value that reaches 90 % of the best speed. */
void tell_enough(FILE *out, struct told *told, const struct sentence *sentence);

/* The largest value whose pass takes at most 10 % longer than with the value 0. */
void tell_free(FILE *out, struct told *told, const struct sentence *sentence);

/* The amounts in each level of memory. */
void tell_levels(FILE *out, struct told *told, const struct sentence *sentence);

/* The number of passes over the data after which the transfers to a GPU and back have paid off. */
void tell_journey(FILE *out, struct told *told, const struct sentence *sentence);

/* Sentence `index` of the chart's telling alone; the caller frees it. "" if there is nothing to
 * say, NULL if memory is short. A sentence about both targets that is longer than
 * CAPTION_WORDS_MOST is shortened to the first target. */
char *caption_sentence(const struct chart *chart, int index);

/* Writes as many sentences as fit, as plain text (not escaped). 0 or -ENOMEM. */
int caption_write(FILE *out, const struct chart *chart);

#endif
