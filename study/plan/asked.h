/* Studies that are not in the catalogue: sweeps that the command line asks for.
 *
 * Such a study is one word, so that it can stand among the names of studies, and with several
 * others in one run:
 *
 *     PATTERN[+PATTERN...]:PARAMETER=VALUES[:PARAMETER=VALUES...]
 *
 * The first parameter is the axis. Of the others at most one has several values, and is a line
 * each; the rest are fixed. `element` and `footprint` (of the copy) can be swept in any pattern.
 * Words with the same patterns and the same axis are one study, called
 * PATTERN[+PATTERN...]_by_PARAMETER, so that what a folder has of it can grow. */
#ifndef WARPLINE_ASKED_H
#define WARPLINE_ASKED_H

#include "patterns/pattern.h"
#include "study/request.h"

struct study;
struct sweep;

enum { ASKED_STUDIES_MAX = 64, ASKED_TEXT_MAX = 1024 };

/* The studies, and texts that plans refer to. Zeroed, it holds none. */
struct asked_studies {
    struct asked_study *studies[ASKED_STUDIES_MAX];
    int count;
    char **texts;
    int text_count;
};

/* The name that stands for every study of the catalogue. */
extern const char asked_all[];

/* Whether the name is such a word, right or wrong. */
bool asked_is_word(const char *name);

/* Whether it is one of patterns that are there. */
bool asked_is_known(const char *name);

/* Writes the word of the sweeps, the settings and the names of `request`, which are all patterns.
 * 0, or EXIT_USAGE after a message that names the option, the value and what would do. */
int asked_word(const struct plan_request *request, char word[ASKED_TEXT_MAX]);

/* Reads a word and adds its sweeps. 0, or an exit status after a message. */
int asked_add(struct asked_studies *asked, const char *word);

/* Reads a word and keeps nothing: 0, or EXIT_USAGE after a message. */
int asked_check(const char *word);

/* Study number `number`; NULL where there are no more. */
const struct study *asked_study(const struct asked_studies *asked, int number);

/* What a figure of the study has to be told beside its rows: the axis in words, and whether its
 * values are bytes. */
const char *asked_axis(const struct asked_studies *asked, int number, bool *bytes);

/* Writes what a sweep of the pattern has fixed, and --set for parameters that the pattern has, but
 * not what is swept: "chains=2 window=64" in the order of its parameters, "" where there is
 * nothing. The text lives as long as `asked`. 0, or an exit status after a message. */
int asked_settings(struct asked_studies *asked, const struct pattern *pattern,
                   const struct sweep *sweep, const struct plan_request *request,
                   const char **settings);

void asked_free(struct asked_studies *asked);

#endif
