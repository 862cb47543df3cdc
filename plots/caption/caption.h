/* Captions: one or two sentences about a study, made from its points.
 *
 * Each is about two targets, the reader's own first (compared.h), and about points that are not
 * hollow. Which of two points is faster is what plots/compare/ says. Factors come with their
 * interval, and a fall in speed with the values between which it surely happens. A finding that
 * contradicts the lesson is marked. */
#ifndef PLOTS_CAPTION_H
#define PLOTS_CAPTION_H

#include "plots/figure/telling.h"

#include <stdio.h>

struct told;

enum { CAPTION_WORDS_MOST = 45 };

/* The fastest and the slowest of each target's points: of all, or (`sign` not 0) of those at the
 * largest (1) or smallest (-1) value, where the contrast has the nearest one. */
void tell_ranking(FILE *out, struct told *told, const struct sentence *sentence);

/* The fastest alone. */
void tell_best(FILE *out, struct told *told, const struct sentence *sentence);

/* What the choice that is best for the one target costs the other. `sign` as above. */
void tell_contrast(FILE *out, struct told *told, const struct sentence *sentence);

/* How often as fast one pattern is as another, at the largest value (`sign` -1: the
 * smallest) that both have. */
void tell_pairs(FILE *out, struct told *told, const struct sentence *sentence);

/* The first and the last point of each series. */
void tell_course(FILE *out, struct told *told, const struct sentence *sentence);

/* Where the speed of the only pattern of `of` falls below half of its best. */
void tell_half(FILE *out, struct told *told, const struct sentence *sentence);

/* The smallest value that reaches nine tenths of the best. */
void tell_enough(FILE *out, struct told *told, const struct sentence *sentence);

/* Up to which value a pass takes no more than a tenth longer than with the value 0. */
void tell_free(FILE *out, struct told *told, const struct sentence *sentence);

/* The amounts in each level of memory. */
void tell_levels(FILE *out, struct told *told, const struct sentence *sentence);

/* After how many passes over the data the transfers to a GPU and back have paid off. */
void tell_journey(FILE *out, struct told *told, const struct sentence *sentence);

/* Sentence `index` of the chart's telling by itself, which the caller frees: "" where there is
 * nothing to tell, NULL where memory is short. What is longer than CAPTION_WORDS_MOST with both
 * targets is told of the first alone. */
char *caption_sentence(const struct chart *chart, int index);

/* Writes plain text (not escaped): as many sentences as fit. 0 or -ENOMEM. */
int caption_write(FILE *out, const struct chart *chart);

#endif
