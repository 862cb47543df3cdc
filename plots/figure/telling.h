/* How each study is told: its question, the quantities of its figure, the sentences below it. */
#ifndef PLOTS_TELLING_H
#define PLOTS_TELLING_H

#include "plots/figure/caption.h"
#include "plots/figure/quantity.h"

enum { SENTENCES_MAX = 3 };

/* Studies of a later version have no row and get a general one. */
struct telling {
    const char *study;    /* also the name of the figure's script; NULL in the general row */
    const char *group;    /* what the list of studies puts it under */
    const char *question; /* title of the figure and of the section */
    const struct quantity *left, *right; /* of the two panels; NULL: one wide panel */
    const struct quantity *told;         /* in sentences; NULL: the left one */
    bool alone;        /* one worker makes all accesses: the caches are those that it can use */
    bool apart;        /* a panel for CPUs and one for GPUs, however few the lines are */
    bool together;     /* both kinds of target in one panel, however many */
    const char *words; /* of the values 1, 2, 3..., with `|` between, where they are no amounts */
    struct sentence sentences[SENTENCES_MAX];
};

/* In the order of the page; ends with the general row. */
extern const struct telling tellings[];

/* The row of this study, or the general one. */
const struct telling *telling_of(const char *study);

/* The quantity that sentences are about: one that every point drawn has. Looks at all of them: a
 * chart keeps it as `told`. */
const struct quantity *told_quantity(const struct chart *chart);

/* Writes value number `value` of `words` ("a|b|c", from 1) into `text`. False if there is none. */
bool telling_word(const char *words, double value, char *text, size_t size);

#endif
