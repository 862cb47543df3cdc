/* Captions: up to three sentences about a study, made from its points. The first is its title.
 *
 * Each sentence is about two targets, the reader's own first, and says nothing about a target whose
 * points do not reach what it speaks about (compared.h). plots/compare/ decides which of two points
 * is faster. Factors are given with their interval, and a fall in speed with the values between
 * which it certainly happens. Points that other load disturbed count as bounds: the load made them
 * only slower. A finding that contradicts the lesson over the whole sweep is marked. */
#ifndef PLOTS_CAPTION_H
#define PLOTS_CAPTION_H

#include "plots/caption/wording.h"

/* The fastest and, except in REMARK_BEST, the slowest of each target's points. `sign` selects them:
 * 0 all points, 1 those at the largest value, -1 those at the smallest; the contrast takes the
 * nearest value it has. */
void tell_ranking(FILE *out, struct told *told, const struct sentence *sentence);

/* What the best choice for one target costs the other target. `sign` as above. */
void tell_contrast(FILE *out, struct told *told, const struct sentence *sentence);

/* Speed of one pattern divided by that of another, at the largest value (`sign` -1: the smallest,
 * SIGN_ENDS: both) that both have. */
void tell_pairs(FILE *out, struct told *told, const struct sentence *sentence);

/* The first and the last point of each series; false if either cannot be compared. */
write_clause write_course;

/* The value at which the speed of the only pattern of `of` falls below half of its best. */
write_clause write_half;

/* The values from the first that reaches 90 % of the best speed to the first that falls below. */
write_clause write_enough;

/* The largest value whose pass takes at most 10 % longer than with the value 0. */
write_clause write_free;

/* The plateaus of each series: in each level of memory (REMARK_LEVELS), or over the sweep. */
write_clause write_plateaus;

/* How many times the best level of memory of each series is better than its farthest. */
write_clause write_span;

/* Where a chase of one line in each page leaves the reach of a TLB. */
write_clause write_reach;

/* At which values beyond `sign` (negative: at which others) more than 10 % of its speed is lost,
 * and how much at worst. */
void tell_lost(FILE *out, struct told *told, const struct sentence *sentence);

/* Each value's speed, for the same bytes, divided by that of the value `sign`. */
void tell_against(FILE *out, struct told *told, const struct sentence *sentence);

/* What both ends of a sweep of chunks mean for two kinds of target: the page's first sentence. */
void tell_opposite(FILE *out, struct told *told, const struct sentence *sentence);

/* The time of a pair of cores, by what they share: its median, range and number of pairs. */
void tell_distances(FILE *out, struct told *told, const struct sentence *sentence);

/* Whether a chase over footprints leaves each cache where the system reports its end. */
write_clause write_steps;

/* Finds the steps which that sentence speaks of, if the study's telling has it, in each series. */
void caption_find_steps(struct chart *chart);

/* Whether handovers between pairs of cores show siblings, or groups of cores, that the system does
 * not report. They may be of another study of the same results. */
void tell_cores(FILE *out, struct told *told, const struct sentence *sentence);

/* Whether the memory of another NUMA node is slower than a core's own, by the pattern `of`, in any
 * study of the same results. */
void tell_nodes(FILE *out, struct told *told, const struct sentence *sentence);

/* The number of passes over the data after which the transfers to a GPU and back have paid off. */
void tell_journey(FILE *out, struct told *told, const struct sentence *sentence);

/* Sentence `index` of the chart's telling; the caller frees it. "" if there is nothing to say. */
char *caption_sentence(const struct chart *chart, int index);

/* The first sentence that says something, or else the study's question; the caller frees it. */
char *caption_finding(const struct chart *chart);

/* The number by which a list of studies shows that sentence: "0.11", "×4.21", "344–349 ns"; "" for
 * a sentence without one. It is about the GPU if there is one. Without a unit it is a fraction of
 * the copy, or with "at" the values of the study's axis. The caller frees it. */
char *caption_number(const struct chart *chart);

/* Writes the sentences after that one, as plain text (not escaped). */
void caption_write(FILE *out, const struct chart *chart);

/* The text that such a function writes; the caller frees it. */
char *caption_text_of(void (*write)(FILE *out, const struct chart *chart),
                      const struct chart *chart);

#endif
