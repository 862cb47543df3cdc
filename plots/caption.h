/* What the report says about a study: its question, and a caption made from its points. */
#ifndef PLOTS_CAPTION_H
#define PLOTS_CAPTION_H

#include "chart.h"

#include <stdio.h>

/* How a study is told. Studies of a later version have no row and get a general one. */
struct telling {
    const char *study;    /* also the name of the figure's script; NULL in the general row */
    const char *question; /* title of the figure and of the section */
    void (*caption)(FILE *out, const struct chart *chart, const struct telling *telling);
    const char *place; /* how the sentence begins; % is a value, $ the parameter's name */
    const char *ends;  /* a place within the sentence, for captions that compare places */
};

/* In the order of the page; ends with the general row. */
extern const struct telling tellings[];

/* The row of this study, or the general one. */
const struct telling *telling_of(const char *study);

/* Writes plain text (not escaped), a sentence or two of numbers from the chart's told series. */
void caption_write(FILE *out, const struct chart *chart);

/* A value of a study's parameter: bytes as `32 KiB` where the parameter is a footprint. */
void caption_value(char *text, size_t size, const char *parameter, double value);

#endif
