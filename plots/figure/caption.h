/* Captions: a sentence or two about a study, made from its points. */
#ifndef PLOTS_CAPTION_H
#define PLOTS_CAPTION_H

#include <stdio.h>

struct chart;
struct row;
struct telling;

/* One sentence: what it says and how it puts it. */
struct sentence {
    void (*tell)(FILE *out, const struct chart *chart, const struct sentence *sentence);
    const char *place; /* of a point: % is its value, $ its parameter's name */
    const char *pairs; /* of patterns to compare: "block_copy copy, block_set clear" */
    int sign;          /* of the end that it is about: 1 the largest value, -1 the smallest */
};

/* "At stride 32, 0.06 of its copy bandwidth for stride on cpu, 0.11 for...": at the outermost value
 * of all series. */
void tell_end(FILE *out, const struct chart *chart, const struct sentence *sentence);

/* The worst point of each series. */
void tell_worst(FILE *out, const struct chart *chart, const struct sentence *sentence);

/* The best and the worst point of each series. */
void tell_extremes(FILE *out, const struct chart *chart, const struct sentence *sentence);

/* The first and the last point of each series. */
void tell_course(FILE *out, const struct chart *chart, const struct sentence *sentence);

/* The best and the worst pattern of each target, each at its own outermost value. */
void tell_patterns(FILE *out, const struct chart *chart, const struct sentence *sentence);

/* The best and, where `sign` is not 1, the worst point of each target. */
void tell_range(FILE *out, const struct chart *chart, const struct sentence *sentence);

/* How one pattern compares with another on each target, at the outermost value of both. */
void tell_pairs(FILE *out, const struct chart *chart, const struct sentence *sentence);

/* What the choice that is best on the CPU costs the GPU, and the reverse: of all points, or
 * (`sign` not 0) of those at each target's outermost value. Nothing where there are not both. */
void tell_contrast(FILE *out, const struct chart *chart, const struct sentence *sentence);

/* The smallest value that reaches nine tenths of the best. */
void tell_enough(FILE *out, const struct chart *chart, const struct sentence *sentence);

/* Up to which value each series stays within a factor of two of its best. */
void tell_half(FILE *out, const struct chart *chart, const struct sentence *sentence);

/* Up to which value the time of a pass stays that of the smallest value, to a tenth. */
void tell_free(FILE *out, const struct chart *chart, const struct sentence *sentence);

/* Each level of memory by the middle one of its points. */
void tell_levels(FILE *out, const struct chart *chart, const struct sentence *sentence);

/* After how many passes over the data the transfers to a GPU and back have paid off. */
void tell_journey(FILE *out, const struct chart *chart, const struct sentence *sentence);

/* After how many passes on the GPU rather than on the CPU the transfers in and out are paid; NaN
 * where they never are. */
double break_even_passes(const struct row *in, const struct row *out, const struct row *cpu,
                         const struct row *gpu);

/* Writes plain text (not escaped) of numbers from the chart's told series. 0 or -ENOMEM. */
int caption_write(FILE *out, const struct chart *chart);

/* The value of a point's parameter: bytes with their unit, a case by its word. */
void caption_value(char *text, size_t size, const struct telling *telling, const struct row *point);

#endif
