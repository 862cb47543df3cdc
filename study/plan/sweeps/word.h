/* The word that a sweep is on the command line (asked.h), taken apart. */
#ifndef WARPLINE_WORD_H
#define WARPLINE_WORD_H

#include "study/plan/study.h"
#include "study/plan/sweeps/parameter_value.h"

enum { WORD_MAX = 1024, CLAUSES_MAX = PARAMETERS_MAX + 2 };

/* One PARAMETER=VALUES. */
struct clause {
    char name[PARAMETER_NAME_MAX];
    const char *values;
    bool several; /* may be: with commas or dots */
};

struct word {
    char text[WORD_MAX]; /* cut into its parts */
    const struct pattern *patterns[SWEEPS_MAX];
    int pattern_count;
    struct clause clauses[CLAUSES_MAX]; /* the axis, then the others */
    int clause_count;
    int group; /* the clause with a line each; 0: none */
};

/* Whether the text ends as such a word does. */
bool word_is_one(const char *text);

/* Whether it is one, and its patterns are there. */
bool word_is_known(const char *text);

/* 0, or EXIT_USAGE after a message. */
int word_read(struct word *word, const char *text);

/* Whether what stands behind `=` may be several values. */
bool word_has_several(const char *values);

/* The pattern's parameter that a clause names: one of its own, or the size of elements or of the
 * copy, which every pattern has. NULL where it has none such. */
const struct parameter *word_parameter(const struct pattern *pattern, const char *name);

#endif
